import { lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import type { recordConsent } from './consent.contract.ts'
import { consentRecords } from './table.ts'

/** Longer than the consent is valid (13 months), and than the time in which most complaints about it come. */
const PROOF_MONTHS = 36

/** Milliseconds for which a browser may have kept a choice that it could not send. */
const MAX_UNSENT_MS = 31 * 24 * 3_600_000

export async function addConsent(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { chosenAt, ...consent }: z.output<typeof recordConsent.input>,
): Promise<null> {
  await db.insert(consentRecords).values({ ...consent, createdAt: boundedTime(chosenAt, now()) })
  return null
}

/** When it was chosen, as far as a browser's clock is believed: not after now, and not long before. */
function boundedTime(chosenAt: string | undefined, now: Date): Date {
  const time = chosenAt === undefined ? now.getTime() : Date.parse(chosenAt)
  return new Date(Math.min(Math.max(time, now.getTime() - MAX_UNSENT_MS), now.getTime()))
}

export async function deleteOldConsents({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const since = new Date(now())
  since.setUTCMonth(since.getUTCMonth() - PROOF_MONTHS)
  await db.delete(consentRecords).where(lt(consentRecords.createdAt, since))
}
