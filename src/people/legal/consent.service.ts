import { lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import type { recordConsent } from './consent.contract.ts'
import { consentRecords } from './table.ts'

/** Longer than what it allows is kept (13 months), and than most complaints about it come. */
const PROOF_MONTHS = 36

export async function addConsent(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  consent: z.output<typeof recordConsent.input>,
): Promise<null> {
  await db.insert(consentRecords).values({ ...consent, createdAt: now() })
  return null
}

export async function deleteOldConsents({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const since = new Date(now())
  since.setUTCMonth(since.getUTCMonth() - PROOF_MONTHS)
  await db.delete(consentRecords).where(lt(consentRecords.createdAt, since))
}
