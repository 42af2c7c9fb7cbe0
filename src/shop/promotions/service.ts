import { randomUUIDv7 } from 'node:crypto'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAnyOf, queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { categories, products } from '../products/catalog/table.ts'
import type { AutomaticPromotions } from './automatic.service.ts'
import type { AppliedPromotion } from './contract.ts'
import { isLimitedToOne, type Promotion } from './conditions.rules.ts'
import {
  holdingUsersSql,
  isUsedBySql,
  lockBuyer,
  lockBuyerEmailSql,
  sameEmailUsersSql,
} from './buyerEmail.service.ts'
import { promotions, promotionUses } from './table.ts'

/** A promotion as it was read for an order: its version proves later that it is still the same. */
export interface FoundPromotion extends Promotion {
  version: number
}

/** The promotions that may apply to a basket, with the data of the customer that they need. */
export interface PromotionCandidates {
  promotions: FoundPromotion[]
  hasOrdered: boolean
}

const noPromotions: PromotionCandidates = { promotions: [], hasOrdered: false }

/** The names of the categories or products for which the promotion `p` counts. */
const targetNamesSql = sql`case p.target
  when 'CATEGORIES' then array(
    select name from ${categories} where id::text in (select jsonb_array_elements_text(p.target_ids)) order by name
  ) when 'PRODUCTS' then array(
    select name from ${products} where id::text in (select jsonb_array_elements_text(p.target_ids)) order by name
  ) else '{}' end`

/**
 * The promotions that apply by themselves, and those of the codes, in one statement. Orders are named in text, because they
 * import this slice.
 * @param lock inside the transaction that places an order: the next order of the same address waits, so that no two use a
 * promotion for one order
 */
export async function findPromotions(
  db: Db,
  {
    userId,
    codes,
    now,
    lock = false,
  }: { userId: string; codes: readonly string[]; now: Date; lock?: boolean },
): Promise<PromotionCandidates> {
  const rows = await queryRows<FoundPromotion & { hasOrdered: boolean }>(
    db,
    sql`
    with buyer as materialized (
      select id, role, coalesce(guest_email, email) as email
      from ${users} where id = ${userId}::uuid ${lock ? sql`for no key update` : sql``}
    ), person as materialized (
      select array(select same.id from ${users} same where same.email = buyer.email or same.guest_email = buyer.email) as ids
      from buyer ${lock ? lockBuyerEmailSql : sql``}
    )
    select p.id, p.code, p.kind, p.percentage, p.amount_cents as "amountCents", p.buy_quantity as "buyQuantity",
      p.free_quantity as "freeQuantity", p.minutes, p.target, p.target_ids as "targetIds", p.minimum_cents as "minimumCents",
      p.first_order_only as "firstOrderOnly", p.once_per_customer as "oncePerCustomer", p.starts_at as "startsAt",
      p.ends_at as "endsAt", p.is_combinable as "isCombinable", p.is_active as "isActive", p.version,
      ${targetNamesSql} as "targetNames",
      p.max_uses - p.use_count + (
        select count(*) from ${promotionUses} u
        where u.promotion_id = p.id and u.state = 'HELD' and u.expires_at <= ${sqlTimestamp(now)}
      )::int as "usesLeft",
      exists (
        select from ${promotionUses} u where u.promotion_id = p.id and u.user_id = any (person.ids) and u.state = 'REDEEMED'
      ) as "isUsed",
      exists (
        select from ${promotionUses} u join ${promotions} other on other.id = u.promotion_id
        where u.user_id in ${holdingUsersSql(userId)} and u.state = 'HELD' and u.expires_at > ${sqlTimestamp(now)}
          and (u.promotion_id = p.id or (p.first_order_only and other.first_order_only))
      ) as "isHeld",
      exists (
        select from orders o where o.user_id = any (person.ids) and o.paid_at is not null and o.status <> 'CANCELLED'
      ) as "hasOrdered"
    from buyer, person, ${promotions} p
    where p.is_active and (p.kind <> 'MINUTES' or buyer.role <> 'GUEST') and (p.code is null or p.code in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)))`,
  )
  const found = rows.map(promotion => ({
    ...promotion,
    // The drivers return timestamps of raw statements in different ways.
    startsAt: toDate(promotion.startsAt),
    endsAt: toDate(promotion.endsAt),
  }))
  return { promotions: found, hasOrdered: rows.some(({ hasOrdered }) => hasOrdered) }
}

const toDate = (value: Date | string | null): Date | null => (value === null ? null : new Date(value))

/** The promotions for a basket: no statement when it has no codes, and none applies by itself. */
export const findCandidates = (
  db: Db,
  automatic: Pick<AutomaticPromotions, 'mayApply'>,
  basket: { userId: string; codes: readonly string[]; now: Date; lock?: boolean },
): Promise<PromotionCandidates> =>
  basket.codes.length > 0 || automatic.mayApply(basket.now)
    ? findPromotions(db, basket)
    : Promise.resolve(noPromotions)

interface NewUses {
  orderId: string
  userId: string
  applied: readonly AppliedPromotion[]
  candidates: PromotionCandidates
  expiresAt: Date
  now: Date
}

/**
 * Takes a use of each applied promotion for an order that is being placed, all in one statement. Locks the promotions in id
 * order, to avoid deadlock, and counts from the locked rows; their expired uses are released first, so that a promotion is not
 * used up before the clean-up job has run. The customer was locked when they were read.
 * @returns the ids of the promotions that can't be had any more; then the caller's transaction must roll back
 */
export async function holdPromotionUses(tx: Tx, uses: NewUses): Promise<string[]> {
  const { orderId, userId, applied, candidates, expiresAt, now } = uses
  const byId = new Map(candidates.promotions.map(promotion => [promotion.id, promotion]))
  const wanted = applied.map(({ promotionId, amount }) => {
    const promotion = byId.get(promotionId) as FoundPromotion
    const isOnce = isLimitedToOne(promotion)
    return { use: randomUUIDv7(), id: promotionId, amount, isOnce, version: promotion.version }
  })
  const at = sqlTimestamp(now)
  const taken = await queryRows<{ id: string }>(
    tx,
    sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as wanted(use uuid, id uuid, amount int, "isOnce" boolean, version int)
    ), locked as materialized (
      select p.* from wanted join ${promotions} p on p.id = wanted.id order by p.id for no key update of p
    ), expired as (
      update ${promotionUses} u set state = 'RELEASED' from locked
      where u.promotion_id = locked.id and u.state = 'HELD' and u.expires_at <= ${at}
      returning u.promotion_id, u.is_beyond_limit
    ), free as materialized (
      select locked.*, locked.use_count - (
        select count(*) from expired where promotion_id = locked.id and not is_beyond_limit
      )::int as taken
      from locked
    ), fits as materialized (
      select free.id, wanted.use, wanted.amount, wanted."isOnce", free.taken + 1 as taken
      from free join wanted on wanted.id = free.id
      where free.is_active and free.version = wanted.version and (free.max_uses is null or free.taken < free.max_uses)
        and (free.starts_at is null or free.starts_at <= ${at}) and (free.ends_at is null or free.ends_at > ${at})
        and not (wanted."isOnce" and exists (
          select from ${promotionUses} u
          where u.promotion_id = free.id and ${isUsedBySql(userId, sql`u.expires_at > ${at}`)}
        ))
        and not (free.first_order_only and exists (
          select from ${promotionUses} u join ${promotions} other on other.id = u.promotion_id
          where u.user_id in ${holdingUsersSql(userId)} and other.first_order_only and u.state = 'HELD' and u.expires_at > ${at}
        ))
        and not (free.first_order_only and exists (
          select from orders o where o.user_id in ${sameEmailUsersSql(userId)} and o.paid_at is not null and o.status <> 'CANCELLED'
        ))
    ), counted as (
      update ${promotions} p set use_count = fits.taken from fits where p.id = fits.id
    ), kept as (
      insert into ${promotionUses} (id, promotion_id, order_id, user_id, state, discount_cents, is_once, expires_at)
      select use, id, ${orderId}::uuid, ${userId}::uuid, 'HELD', amount, "isOnce", ${sqlTimestamp(expiresAt)} from fits
      -- A payment may have redeemed an expired use after this statement read it.
      on conflict do nothing
      returning promotion_id
    )
    select promotion_id as id from kept`,
  )
  const ids = new Set(taken.map(({ id }) => id))
  return wanted.map(({ id }) => id).filter(id => !ids.has(id))
}

export type OrderOfUses = { id: string; userId: string }

/**
 * Holds the uses of an order that is to be paid again, for longer or anew.
 * @returns false when one of them was released and none is left, or the customer used it since
 */
export async function extendPromotionUses(tx: Tx, order: OrderOfUses, expiresAt: Date): Promise<boolean> {
  await tx
    .update(promotionUses)
    .set({ expiresAt })
    .where(and(eq(promotionUses.orderId, order.id), eq(promotionUses.state, 'HELD')))
  const isReleased = and(eq(promotionUses.orderId, order.id), eq(promotionUses.state, 'RELEASED'))
  if ((await tx.$count(promotionUses, isReleased)) === 0) return true
  return holdReleasedUses(tx, order, expiresAt)
}

/** @returns whether all of them are within the limits */
async function holdReleasedUses(tx: Tx, order: OrderOfUses, expiresAt: Date): Promise<boolean> {
  await lockBuyer(tx, order.userId)
  const taken = await queryRows<{ isBeyondLimit: boolean }>(
    tx,
    sql`
    with mine as materialized (
      select u.id, u.promotion_id, u.is_once from ${promotionUses} u
      where u.order_id = ${order.id}::uuid and u.state = 'RELEASED'
    ), locked as materialized (
      select p.id, p.use_count, p.max_uses from ${promotions} p
      where p.id in (select promotion_id from mine) order by p.id for no key update
    ), again as materialized (
      select mine.id, locked.id as promotion_id, locked.use_count,
        (locked.max_uses is not null and locked.use_count >= locked.max_uses) or (mine.is_once and exists (
          select from ${promotionUses} u
          where u.promotion_id = locked.id and ${isUsedBySql(order.userId)}
        )) as is_beyond
      from mine join locked on locked.id = mine.promotion_id
    ), taken as (
      update ${promotionUses} u
      set state = 'HELD', is_beyond_limit = again.is_beyond, expires_at = ${sqlTimestamp(expiresAt)}
      from again where u.id = again.id
    ), counted as (
      update ${promotions} p set use_count = again.use_count + 1 from again
      where p.id = again.promotion_id and not again.is_beyond
    )
    select is_beyond as "isBeyondLimit" from again`,
  )
  return taken.every(({ isBeyondLimit }) => !isBeyondLimit)
}

/** Gives back the uses of an order that is cancelled. */
export const releasePromotionUses = (tx: Tx, orderId: string): Promise<void> =>
  releaseUses(tx, sql`u.order_id = ${orderId}::uuid and u.state <> 'RELEASED'`)

/** Locks the promotions in id order before their uses, as all statements do, to avoid deadlock. */
async function releaseUses(db: Db, which: SQL): Promise<void> {
  await db.execute(sql`
    with locked as materialized (
      select p.id, p.use_count from ${promotions} p
      where p.id in (select u.promotion_id from ${promotionUses} u where ${which})
      order by p.id for no key update
    ), released as (
      update ${promotionUses} u set state = 'RELEASED' from locked
      where u.promotion_id = locked.id and ${which}
      returning u.promotion_id, u.is_beyond_limit
    ), freed as (
      select promotion_id, count(*)::int as uses from released where not is_beyond_limit group by 1
    )
    update ${promotions} p set use_count = locked.use_count - freed.uses
    from locked join freed on freed.promotion_id = locked.id
    where p.id = locked.id`)
}

/** Of an order that was not paid in time. */
const isUseExpired = (now: Date) => sql`u.state = 'HELD' and u.expires_at <= ${sqlTimestamp(now)}`

export const isAnyUseExpired = (now: Date): SQL =>
  sql`exists (select from ${promotionUses} u where ${isUseExpired(now)})`

/** Gives back the uses of orders that were not paid in time. These orders can still be paid, at the price that was agreed. */
export const releaseExpiredPromotionUses = ({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> =>
  releaseUses(db, isUseExpired(now()))

/** Whether all of these are categories, or products. */
export async function existAll(
  db: Db,
  target: 'CATEGORIES' | 'PRODUCTS',
  ids: readonly string[],
): Promise<boolean> {
  const table = target === 'CATEGORIES' ? categories : products
  return (await db.$count(table, isAnyOf(table.id, ids))) === ids.length
}
