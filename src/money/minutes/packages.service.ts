import { asc } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AdminMinutePackage, type StoredMinutePackages } from './contract.ts'
import { defaultMinutePackages } from './rules.ts'
import { minutePackages } from './table.ts'

/** All packages in order: those that an admin saved, or the defaults. */
export const findMinutePackages = async (db: Db): Promise<StoredMinutePackages> =>
  toStored(await selectPackages(db))

/** The same, locked: a change of a price waits until the purchase at the old one is written. */
export const lockMinutePackages = async (tx: Tx): Promise<StoredMinutePackages> =>
  toStored(await selectPackages(tx).for('share'))

/** By id, so that all who lock them do so in the same order. */
export const selectPackages = (db: Db) => db.select().from(minutePackages).orderBy(asc(minutePackages.id))

export function toStored(rows: (typeof minutePackages.$inferSelect)[]): StoredMinutePackages {
  const [first] = rows
  if (!first) return { version: 0, packages: defaultMinutePackages }
  const inOrder = rows.toSorted((one, other) => one.place - other.place)
  // The contract leaves out the place and the version.
  return { version: first.version, packages: inOrder.map(row => AdminMinutePackage.parse(row)) }
}
