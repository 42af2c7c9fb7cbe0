import type { PgTable } from 'drizzle-orm/pg-core'
import { accountTokens, pendingLogins } from '../../people/accounts/table.ts'
import { bulkEdits, priceEntries } from '../products/table.ts'
import { stockEntries } from '../../shop/catalog/table.ts'
import { idempotencyKeys } from '../../platform/table.ts'
import type { Db } from '../../platform/db.ts'
import { passkeyChallenges, recoveryCodes } from '../../people/security/table.ts'
import { accountDataSections } from './accountData.service.ts'
import { liveDataSections } from './liveData.service.ts'
import { shopDataSections } from './shopData.service.ts'

/** Whose data it is. */
export interface DataSubject {
  id: string
  email: string
}

/** What we hold on someone, under one name. Of others it says no more than their display names. */
export interface PersonalDataSection {
  /** What its file is called, without `.json`. */
  name: string
  /** Where it stands. */
  tables: PgTable[]
  read: (db: Db, subject: DataSubject) => Promise<unknown>
}

export const personalDataSections: PersonalDataSection[] = [
  ...accountDataSections,
  ...shopDataSections,
  ...liveDataSections,
]

/** Tables that name a user and are in no export, and why. */
export const tablesNotExported: [PgTable, string][] = [
  [accountTokens, 'hashes of links in mails, which tell of nobody'],
  [pendingLogins, 'hashes of a sign-in that lasts minutes'],
  [passkeyChallenges, 'hashes of a sign-in that lasts minutes'],
  [recoveryCodes, 'keyed hashes; how many are left is told with the second factors'],
  [idempotencyKeys, 'hashes of what was sent, for a day'],
  [bulkEdits, 'what an admin did to many products, of which the log of deeds tells'],
  [priceEntries, 'likewise, what became of a price'],
  [stockEntries, 'likewise, what became of stock'],
]

/** All of it, by name. */
export async function collectPersonalData(db: Db, subject: DataSubject): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { name, read } of personalDataSections) data[name] = await read(db, subject)
  return data
}
