import { and, desc, eq, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { AddressInput } from './contract.ts'
import { normalizePostalCode } from './rules.ts'
import { addresses } from './table.ts'

export type AddressRow = typeof addresses.$inferSelect

/** Enough for any household; past it a list is no longer a list to choose from. */
const MAX_ADDRESSES = 50

export const listOwnAddresses = (db: Db, userId: string): Promise<AddressRow[]> =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), addresses.createdAt, addresses.id)

/** The user's row is the lock: two first addresses at once would both become the default. */
const lockAddressesOfUser = (tx: Tx, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

/** As the country writes it. */
const withNormalizedPostalCode = <A extends { country: string; postalCode: string }>(input: A): A => ({
  ...input,
  postalCode: normalizePostalCode(input.country, input.postalCode),
})

/** Adds an address. The first becomes the default; a new default takes it from the others. */
export const addAddress = (db: Db, userId: string, input: AddressInput): Promise<AddressRow> =>
  db.transaction(async tx => {
    await lockAddressesOfUser(tx, userId)
    const count = await tx.$count(addresses, eq(addresses.userId, userId))
    if (count >= MAX_ADDRESSES) throw new Problem('TOO_MANY_ADDRESSES')
    const isDefault = input.isDefault || count === 0
    if (isDefault) await clearDefault(tx, userId)
    const [address] = await tx
      .insert(addresses)
      .values({ ...withNormalizedPostalCode(input), userId, isDefault })
      .returning()
    return address as AddressRow
  })

/**
 * Writes an address anew. One that is to be the default takes it from the others.
 * @throws Problem NOT_FOUND, also for someone else's
 */
export const changeAddress = (
  db: Db,
  userId: string,
  addressId: string,
  { isDefault, ...input }: Omit<AddressInput, 'isDefault'> & { isDefault?: boolean | undefined },
): Promise<AddressRow> =>
  db.transaction(async tx => {
    await lockAddressesOfUser(tx, userId)
    if (isDefault) await clearDefault(tx, userId)
    const [address] = await tx
      .update(addresses)
      .set({ ...withNormalizedPostalCode(input), ...(isDefault !== undefined && { isDefault }) })
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
      .returning()
    if (!address) throw new Problem('NOT_FOUND')
    return address
  })

/**
 * Removes an address; orders keep a copy of theirs. When it was the default, the oldest one left takes its place.
 * @throws Problem NOT_FOUND, also for someone else's
 */
export const removeAddress = (db: Db, userId: string, addressId: string): Promise<void> =>
  db.transaction(async tx => {
    await lockAddressesOfUser(tx, userId)
    const [gone] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
      .returning({ wasDefault: addresses.isDefault })
    if (!gone) throw new Problem('NOT_FOUND')
    if (!gone.wasDefault) return
    const [next] = await listOwnAddresses(tx, userId)
    if (next) await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, next.id))
  })

const clearDefault = (tx: Tx, userId: string) =>
  tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), sql`${addresses.isDefault}`))
