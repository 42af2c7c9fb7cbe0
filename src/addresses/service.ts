import { and, desc, eq, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { AddressInput } from './contract.ts'
import { addresses } from './table.ts'

export type AddressRow = typeof addresses.$inferSelect

/** Enough for any household; past it a list is no longer a list to choose from. */
const MOST_ADDRESSES = 50

export const listOwnAddresses = (db: Db, userId: string): Promise<AddressRow[]> =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), addresses.createdAt, addresses.id)

/** Adds an address. The first becomes the default; a new default takes it from the others. */
export const addAddress = (db: Db, userId: string, input: AddressInput): Promise<AddressRow> =>
  db.transaction(async tx => {
    // The user's row is the lock: two first addresses at once would both become the default.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const count = await tx.$count(addresses, eq(addresses.userId, userId))
    if (count >= MOST_ADDRESSES) throw new Problem('TOO_MANY_ADDRESSES')
    const isDefault = input.isDefault || count === 0
    if (isDefault) await clearDefault(tx, userId)
    const [address] = await tx
      .insert(addresses)
      .values({ ...input, userId, isDefault })
      .returning()
    return address as AddressRow
  })

const clearDefault = (tx: Db, userId: string) =>
  tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), sql`${addresses.isDefault}`))
