import { and, asc, eq, getTableColumns, inArray, sql, aliasedTable, desc } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { qualified } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { AdminGift, GiftChange, listGiftOwners, NewGift, listGiftPurchases } from './contract.ts'
import { giftSortOrder, canReceiveGifts, giftStateSql } from '../service.ts'
import { gifts, giftPurchases } from '../table.ts'

type AdminGiftResponse = z.input<typeof AdminGift>

export const giftNotFound = () => new Problem('NOT_FOUND', { message: 'Deze wens bestaat niet meer.' })

/** Maximum number of gifts in the list. */
const MAX_LISTED = 500

const selectAdminGifts = (db: Db, now: Date) =>
  db
    .select({
      ...getTableColumns(gifts),
      ownerName: users.displayName,
      state: giftStateSql(now),
      given: sql<number>`(
        select count(*)::int from ${giftPurchases}
        where ${giftPurchases.wishlistItemId} = ${qualified(gifts.id)} and ${giftPurchases.status} = 'PAID'
      )`,
    })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))

/** All gifts, in their order, in one statement. */
export const findAllGifts = (db: Db, now: Date): Promise<AdminGiftResponse[]> =>
  selectAdminGifts(db, now)
    .orderBy(...giftSortOrder)
    .limit(MAX_LISTED)

/** @throws Problem NOT_FOUND */
async function readGift(db: Db, giftId: string, now: Date): Promise<AdminGiftResponse> {
  const [gift] = await selectAdminGifts(db, now).where(eq(gifts.id, giftId))
  if (!gift) throw giftNotFound()
  return gift
}

/** The possible receivers: creators first, the oldest accounts before the others. */
export const findGiftOwners = (db: Db): Promise<z.input<typeof listGiftOwners.output>> =>
  db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(canReceiveGifts)
    .orderBy(sql`${users.role} <> 'MODEL'`, asc(users.createdAt), asc(users.id))
    .limit(MAX_LISTED)

const invalidOwner = () => new Problem('INVALID_INPUT', { fields: { ownerId: 'Kies voor wie het is.' } })

/** @throws Problem INVALID_INPUT when no user of this id can be given anything */
async function resolveOwner(tx: Tx, wanted: string | undefined): Promise<string> {
  const [owner] =
    wanted === undefined
      ? await findGiftOwners(tx)
      : await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, wanted), canReceiveGifts))
  if (!owner) throw invalidOwner()
  return owner.id
}

/** Adds a gift at the end of the list. @throws Problem INVALID_INPUT */
export const addGift = (db: Db, by: string, gift: NewGift, now: Date): Promise<AdminGiftResponse> =>
  db.transaction(async tx => {
    const ownerId = await resolveOwner(tx, gift.ownerId)
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
 * Changes the given fields of a gift. Locks it, so that whether it is single can't change during a purchase.
 * @throws Problem NOT_FOUND; INVALID_INPUT for a receiver who can't be given anything; GIFT_GIVEN when it was given and would
 * become single, or another creator's
 */
export const updateGift = (db: Db, by: string, { giftId, ...change }: GiftChange, now: Date) =>
  db.transaction(async tx => {
    const [before] = await tx.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
    if (!before) throw giftNotFound()
    const details = diffForAudit(before, change)
    if (details['ownerId']) await resolveOwner(tx, change.ownerId)
    if ((details['ownerId'] || details['isSingle']) && (await hasLivePurchase(tx, giftId)))
      throw new Problem('GIFT_GIVEN', { message: 'Deze wens is al gegeven. Maak er een nieuwe van.' })
    if (Object.keys(details).length > 0) {
      await tx.update(gifts).set(change).where(eq(gifts.id, giftId))
      await recordAuditEntry(tx, { by, action: 'GIFT_CHANGED', subjectId: giftId, details })
    }
    return readGift(tx, giftId, now)
  })

/** Whether it has a paid or pending purchase. */
async function hasLivePurchase(tx: Tx, giftId: string): Promise<boolean> {
  const live = inArray(giftPurchases.status, ['PENDING', 'PAID'])
  return (await tx.$count(giftPurchases, and(eq(giftPurchases.wishlistItemId, giftId), live))) > 0
}

/**
 * Deletes a gift; one with purchases stays in the database, and is removed from the list.
 * @returns where the picture of a deleted gift was
 * @throws Problem NOT_FOUND
 */
export const deleteGift = (db: Db, by: string, giftId: string): Promise<string | null> =>
  db.transaction(async tx => {
    const [gift] = await tx.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
    if (!gift) throw giftNotFound()
    const wasBought = (await tx.$count(giftPurchases, eq(giftPurchases.wishlistItemId, giftId))) > 0
    const details = { name: gift.name, erased: !wasBought }
    await recordAuditEntry(tx, { by, action: 'GIFT_REMOVED', subjectId: giftId, details })
    if (!wasBought) {
      await tx.delete(gifts).where(eq(gifts.id, giftId))
      return gift.imageUrl
    }
    await tx.update(gifts).set({ isActive: false }).where(eq(gifts.id, giftId))
    return null
  })

/** Puts gifts in this order, before all others, which keep their order. */
export const saveGiftOrder = (db: Db, by: string, giftIds: string[], now: Date) =>
  db.transaction(async tx => {
    // Concurrent reorderings run one after the other.
    const all = await tx
      .select({ id: gifts.id })
      .from(gifts)
      .orderBy(...giftSortOrder)
      .for('no key update')
    const known = new Set(all.map(({ id }) => id))
    const first = [...new Set(giftIds)].filter(id => known.has(id))
    const order = [...first, ...all.map(({ id }) => id).filter(id => !first.includes(id))]
    await tx.execute(sql`
      update ${gifts} set position = placed.at
      from jsonb_array_elements_text(${JSON.stringify(order)}::jsonb) with ordinality as placed(id, at)
      where ${gifts.id} = placed.id::uuid`)
    if (first[0]) await recordAuditEntry(tx, { by, action: 'GIFTS_ARRANGED', subjectId: first[0] })
    return findAllGifts(tx, now)
  })

/** The maximum that is counted. */
const MAX_COUNTED = 10_000

const owners = aliasedTable(users, 'owners')

/** One page of gift purchases, newest first, in two statements. */
export async function findGiftPurchases(
  db: Db,
  { giftId, status, page, pageSize }: z.output<typeof listGiftPurchases.input>,
): Promise<z.input<typeof listGiftPurchases.output>> {
  const where = and(
    giftId ? eq(giftPurchases.wishlistItemId, giftId) : undefined,
    status ? eq(giftPurchases.status, status) : undefined,
  )
  const found = db.select({ id: giftPurchases.id }).from(giftPurchases).where(where)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(found.limit(MAX_COUNTED).as('found'))
  const items = await db
    .select({
      ...getTableColumns(giftPurchases),
      giftId: giftPurchases.wishlistItemId,
      ownerName: owners.displayName,
      email: users.email,
    })
    .from(giftPurchases)
    .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
    .innerJoin(owners, eq(owners.id, gifts.ownerId))
    .innerJoin(users, eq(users.id, giftPurchases.buyerId))
    .where(where)
    .orderBy(desc(giftPurchases.createdAt), desc(giftPurchases.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}
