import type { PgTable } from 'drizzle-orm/pg-core'
import { accountTokens, contactDigests, pendingLogins } from '../../people/accounts/table.ts'
import { bulkEdits } from '../../shop/products/admin/table.ts'
import { priceEntries, productSales } from '../../shop/products/prices/table.ts'
import { stockEntries } from '../../shop/products/catalog/table.ts'
import { promotionUses } from '../../shop/promotions/table.ts'
import { idempotencyKeys } from '../../platform/db/table.ts'
import type { Platform } from '../../platform/platform.ts'
import { identitySubjects } from '../../live/applications/table.ts'
import { closedPeriods } from '../../money/invoices/table.ts'
import { payoutRuns } from '../../money/payouts/table.ts'
import { contentVersions } from '../../people/content/table.ts'
import { passkeyChallenges, recoveryCodes } from '../../people/security/table.ts'
import { accountDataSections } from './accountData.service.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'
import { liveDataSections } from './liveData.service.ts'
import { shopDataSections } from './shopData.service.ts'

export const personalDataSections: PersonalDataSection[] = [
  ...accountDataSections,
  ...shopDataSections,
  ...liveDataSections,
]

/** Tables that refer to a user and are in no export, with the reason. */
export const tablesNotExported: [PgTable, string][] = [
  [accountTokens, 'hashes of links in mails, which tell of nobody'],
  [pendingLogins, 'hashes of a sign-in that lasts minutes'],
  [passkeyChallenges, 'hashes of a sign-in that lasts minutes'],
  [contactDigests, 'keyed digests of the address and number that the account tells'],
  [recoveryCodes, 'keyed hashes; how many are left is told with the second factors'],
  [promotionUses, 'the orders tell which promotions they had'],
  [idempotencyKeys, 'hashes of what was sent, for a day'],
  [bulkEdits, 'what an admin did to many products, of which the log of deeds tells'],
  [priceEntries, 'likewise, what became of a price'],
  [productSales, 'likewise, for when a price was lowered'],
  [stockEntries, 'likewise, what became of stock'],
  [contentVersions, 'likewise, what became of the shop’s texts'],
  [identitySubjects, 'a keyed hash, which tells of nobody'],
  [closedPeriods, 'likewise, who closed a quarter'],
  [payoutRuns, 'likewise, who made payouts'],
]

/** All sections, by name. @param onSection called after each */
export async function collectPersonalData(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  subject: DataSubject,
  onSection: () => Promise<void> = () => Promise.resolve(),
): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { name, read } of personalDataSections) {
    data[name] = await read(db, subject, dataCipher)
    await onSection()
  }
  return data
}
