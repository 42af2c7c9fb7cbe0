import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { AdminGift, GiftChange, listGiftOwners, NewGift } from './admin.contract.ts'
import { inOrder, isReceiving, stateOf } from './service.ts'
import { gifts, wishlistPurchases } from './table.ts'

type Kept = z.input<typeof AdminGift>

export const gone = () => new Problem('NOT_FOUND', { message: 'Deze wens bestaat niet meer.' })

/** More are not shown. */
const MOST_SHOWN = 500

const kept = (db: Db, now: Date) =>
  db
    .select({
      id: gifts.id,
      name: gifts.name,
      description: gifts.description,
      price: gifts.price,
      imageUrl: gifts.imageUrl,
      isActive: gifts.isActive,
      isSingle: gifts.isSingle,
      position: gifts.position,
      createdAt: gifts.createdAt,
      ownerId: gifts.ownerId,
      ownerName: users.displayName,
      state: stateOf(now),
      given: sql<number>`(
        select count(*)::int from ${wishlistPurchases}
        where ${wishlistPurchases.wishlistItemId} = ${gifts.id} and ${wishlistPurchases.status} = 'PAID'
      )`,
    })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))

/** All wishes, in their order, in one statement. */
export const allGifts = (db: Db, now: Date): Promise<Kept[]> =>
  kept(db, now)
    .orderBy(...inOrder)
    .limit(MOST_SHOWN)

/** @throws Problem NOT_FOUND */
async function readGift(db: Db, giftId: string, now: Date): Promise<Kept> {
  const [gift] = await kept(db, now).where(eq(gifts.id, giftId))
  if (!gift) throw gone()
  return gift
}

/** Who can be given something: creators first, the longest here before the others. */
export const giftOwners = (db: Db): Promise<z.input<typeof listGiftOwners.output>> =>
  db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(isReceiving)
    .orderBy(sql`${users.role} <> 'MODEL'`, asc(users.createdAt), asc(users.id))
    .limit(MOST_SHOWN)

const badOwner = () => new Problem('INVALID_INPUT', { fields: { ownerId: 'Kies voor wie het is.' } })

/** @throws Problem INVALID_INPUT when nobody of this id can be given anything */
async function ownerFor(tx: Tx, wanted: string | undefined): Promise<string> {
  const [owner] =
    wanted === undefined
      ? await giftOwners(tx)
      : await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, wanted), isReceiving))
  if (!owner) throw badOwner()
  return owner.id
}

/** Adds a wish at the end of the list. @throws Problem INVALID_INPUT */
export const addGift = (db: Db, by: string, gift: NewGift, now: Date): Promise<Kept> =>
  db.transaction(async tx => {
    const ownerId = await ownerFor(tx, gift.ownerId)
    const last = sql<number>`(select coalesce(max(${gifts.position}), 0) + 1 from ${gifts})`
    const [row] = await tx
      .insert(gifts)
      .values({ ...gift, ownerId, position: last, createdAt: now })
      .returning()
    const { id, name, price } = row as typeof gifts.$inferSelect
    await recordAuditEntry(tx, { by, action: 'GIFT_ADDED', subjectId: id, details: { name, price } })
    return readGift(tx, id, now)
  })

/**
 * Changes what is given of a wish. Locked against who gives it: whether it may be given more than once can't change under them.
 * @throws Problem NOT_FOUND; INVALID_INPUT for who can't be given anything; GIFT_GIVEN when it was given and would be single, or
 * another's
 */
export const changeGiftOf = (
  db: Db,
  by: string,
  { giftId, ...change }: GiftChange,
  now: Date,
): Promise<Kept> =>
  db.transaction(async tx => {
    const [before] = await tx.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
    if (!before) throw gone()
    const details = diffForAudit(before, change)
    if (details['ownerId']) await ownerFor(tx, change.ownerId)
    if ((details['ownerId'] || details['isSingle']) && (await isGiven(tx, giftId)))
      throw new Problem('GIFT_GIVEN', { message: 'Deze wens is al gegeven. Maak er een nieuwe van.' })
    if (Object.keys(details).length > 0) {
      await tx.update(gifts).set(change).where(eq(gifts.id, giftId))
      await recordAuditEntry(tx, { by, action: 'GIFT_CHANGED', subjectId: giftId, details })
    }
    return readGift(tx, giftId, now)
  })

/** Whether someone gave it, or is about to. */
async function isGiven(tx: Tx, giftId: string): Promise<boolean> {
  const live = inArray(wishlistPurchases.status, ['PENDING', 'PAID'])
  return (await tx.$count(wishlistPurchases, and(eq(wishlistPurchases.wishlistItemId, giftId), live))) > 0
}

/**
 * Erases a wish; one that anyone began to give stands in the books, and is taken off the list.
 * @returns where the picture of one that is erased was
 * @throws Problem NOT_FOUND
 */
export const dropGift = (db: Db, by: string, giftId: string): Promise<string | null> =>
  db.transaction(async tx => {
    const [gift] = await tx.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
    if (!gift) throw gone()
    const wasBought = (await tx.$count(wishlistPurchases, eq(wishlistPurchases.wishlistItemId, giftId))) > 0
    const details = { name: gift.name, erased: !wasBought }
    await recordAuditEntry(tx, { by, action: 'GIFT_REMOVED', subjectId: giftId, details })
    if (!wasBought) {
      await tx.delete(gifts).where(eq(gifts.id, giftId))
      return gift.imageUrl
    }
    await tx.update(gifts).set({ isActive: false }).where(eq(gifts.id, giftId))
    return null
  })

/** Puts wishes in this order, before all others, which keep theirs. */
export const arrange = (db: Db, by: string, giftIds: string[], now: Date): Promise<Kept[]> =>
  db.transaction(async tx => {
    // Two who arrange at once: one after the other.
    const all = await tx
      .select({ id: gifts.id })
      .from(gifts)
      .orderBy(...inOrder)
      .for('no key update')
    const known = new Set(all.map(({ id }) => id))
    const first = [...new Set(giftIds)].filter(id => known.has(id))
    const order = [...first, ...all.map(({ id }) => id).filter(id => !first.includes(id))]
    await tx.execute(sql`
      update ${gifts} set position = placed.at
      from jsonb_array_elements_text(${JSON.stringify(order)}::jsonb) with ordinality as placed(id, at)
      where ${gifts.id} = placed.id::uuid`)
    if (first[0]) await recordAuditEntry(tx, { by, action: 'GIFTS_ARRANGED', subjectId: first[0] })
    return allGifts(tx, now)
  })
