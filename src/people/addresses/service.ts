import { and, desc, eq, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { AddressInput, FoundAddress } from './contract.ts'
import type { AddressLookup } from './pdok.gateway.ts'
import { normalizePostalCode, parseLookupInput } from './rules.ts'
import { addresses } from './table.ts'

export type AddressRow = typeof addresses.$inferSelect

/** Per user. */
const MAX_ADDRESSES = 50

export const listOwnAddresses = (db: Db, userId: string): Promise<AddressRow[]> =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), addresses.createdAt, addresses.id)

/** Locks the user's row: without it, two simultaneous first addresses would both become the default. */
const lockAddressesOfUser = (tx: Tx, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

const withNormalizedPostalCode = <A extends { country: string; postalCode: string }>(input: A): A => ({
  ...input,
  postalCode: normalizePostalCode(input.country, input.postalCode),
})

/**
 * Adds an address. It becomes the default where there is none yet; a new default takes it from the others.
 * @throws Problem TOO_MANY_ADDRESSES
 */
export const addAddress = (db: Db, userId: string, input: AddressInput): Promise<AddressRow> =>
  db.transaction(async tx => {
    await lockAddressesOfUser(tx, userId)
    const count = await tx.$count(addresses, eq(addresses.userId, userId))
    if (count >= MAX_ADDRESSES) throw new Problem('TOO_MANY_ADDRESSES')
    if (input.isDefault) await clearDefault(tx, userId)
    const isDefault = input.isDefault || (await tx.$count(addresses, isDefaultOf(userId))) === 0
    const [address] = await tx
      .insert(addresses)
      .values({ ...withNormalizedPostalCode(input), userId, isDefault })
      .returning()
    return address as AddressRow
  })

/**
 * Replaces an address. A new default takes it from the others; one that is the default no more leaves it to the oldest of the others.
 * @throws Problem NOT_FOUND when it is not the user's
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
    if (isDefault !== false) return address
    await ensureDefault(tx, userId, addressId)
    const [kept] = await tx.select().from(addresses).where(eq(addresses.id, addressId))
    return kept ?? address
  })

/**
 * Removes an address; orders keep a copy of theirs. When it was the default, the oldest one left takes its place.
 * @throws Problem NOT_FOUND when it is not the user's
 */
export const removeAddress = (db: Db, userId: string, addressId: string): Promise<void> =>
  db.transaction(async tx => {
    await lockAddressesOfUser(tx, userId)
    const [deleted] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
      .returning({ wasDefault: addresses.isDefault })
    if (!deleted) throw new Problem('NOT_FOUND')
    if (deleted.wasDefault) await ensureDefault(tx, userId)
  })

/** Where no address is the default, the oldest becomes it. @param last the one that becomes it only when there is no other */
async function ensureDefault(tx: Tx, userId: string, last?: string): Promise<void> {
  const own = await listOwnAddresses(tx, userId)
  const next = own.find(({ id }) => id !== last) ?? own[0]
  if (!next || own.some(({ isDefault }) => isDefault)) return
  await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, next.id))
}

const isDefaultOf = (userId: string) => and(eq(addresses.userId, userId), sql`${addresses.isDefault}`)

const clearDefault = (tx: Tx, userId: string) =>
  tx.update(addresses).set({ isDefault: false }).where(isDefaultOf(userId))

/** The street and city of a Dutch address; null when it is invalid or unknown, or when no look-up is configured. */
export async function lookUpDutchAddress(
  lookup: AddressLookup | null,
  input: { postalCode: string; houseNumber: string },
): Promise<FoundAddress | null> {
  const key = parseLookupInput('Nederland', input.postalCode, input.houseNumber)
  return key && lookup ? lookup(key.postalCode, key.houseNumber) : null
}
