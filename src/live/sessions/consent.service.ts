import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { findAgreementVersion } from '../agreements/service.ts'
import type { Menu } from '../menu/contract.ts'
import { allowedFunctions } from '../menu/rules.ts'
import { capOf } from '../toys/rules.ts'
import type { toys } from '../toys/table.ts'
import type { SessionRow } from './engine/sessionState.rules.ts'
import { consentColumns } from './rules.ts'
import { sessionConsents } from './table.ts'

/** Stores the creator's terms when the countdown was shown to her, in the transaction of the start. */
export async function insertConsent(
  tx: Tx,
  sessionId: string,
  { toy, menu }: { toy: typeof toys.$inferSelect; menu: Menu },
  now: Date,
): Promise<void> {
  await tx.insert(sessionConsents).values({
    sessionId,
    agreementVersion: await findAgreementVersion(tx, toy.ownerId),
    onAirSince: toy.onAirSince,
    onAirHours: toy.onAirHours,
    cap: capOf(toy),
    menu: { ...menu, functions: allowedFunctions(toy) },
    shownAt: now,
  })
}

/** Fills in the decision and the end of a session, in the transaction of its transition. */
export async function recordConsent(tx: Tx, before: SessionRow, session: SessionRow): Promise<void> {
  const columns = consentColumns(before, session)
  if (columns) await tx.update(sessionConsents).set(columns).where(eq(sessionConsents.sessionId, session.id))
}
