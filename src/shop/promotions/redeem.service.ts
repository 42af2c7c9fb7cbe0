import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { queryRows, toPgArray } from '../../platform/db/sql.ts'
import { lockBuyer, sameEmailUsersSql } from './buyerEmail.service.ts'
import type { OrderOfUses } from './service.ts'
import { promotions, promotionUses } from './table.ts'

/**
 * Redeems the uses of an order that is paid. Each is looked at again: those that were released meanwhile are taken anew, and a use is beyond its
 * limit when none is left, or when the customer has paid another order with a promotion that is for one. The buyer keeps the price that was
 * agreed.
 */
export async function redeemPromotionUses(tx: Tx, order: OrderOfUses): Promise<void> {
  const isToRedeem = and(eq(promotionUses.orderId, order.id), ne(promotionUses.state, 'REDEEMED'))
  if ((await tx.$count(promotionUses, isToRedeem)) === 0) return
  await lockBuyer(tx, order.userId)
  await makeWay(tx, order)
  await tx.execute(sql`
    with mine as materialized (
      select u.id, u.promotion_id, u.state = 'HELD' and not u.is_beyond_limit as is_counted,
        u.is_once and exists (
          select from ${promotionUses} earlier join ${promotions} other on other.id = earlier.promotion_id
          where earlier.user_id in ${sameEmailUsersSql(order.userId)} and earlier.order_id <> u.order_id
            and earlier.state = 'REDEEMED' and not earlier.is_beyond_limit
            and (earlier.promotion_id = u.promotion_id or (p.first_order_only and other.first_order_only))
        ) as is_used,
        p.max_uses is not null and p.use_count >= p.max_uses as is_used_up
      from ${promotionUses} u join ${promotions} p on p.id = u.promotion_id
      where u.order_id = ${order.id}::uuid and u.state <> 'REDEEMED'
    ), judged as materialized (
      select mine.*, is_used or (is_used_up and not is_counted) as is_beyond from mine
    ), redeemed as (
      update ${promotionUses} u set state = 'REDEEMED', is_beyond_limit = judged.is_beyond
      from judged where u.id = judged.id
    )
    update ${promotions} p set use_count = p.use_count + case when judged.is_counted then -1 else 1 end
    from judged where p.id = judged.promotion_id and judged.is_counted = judged.is_beyond`)
}

/**
 * Locks the promotions of an order, in a statement of its own: the next one sees what was released while this one waited. Other orders of
 * the account that are still to be paid make way for the one that is paid, because an index allows it one use.
 */
async function makeWay(tx: Tx, { id, userId }: OrderOfUses): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (
      select p.id, p.use_count from ${promotions} p
      where p.id in (
        select u.promotion_id from ${promotionUses} u where u.order_id = ${id}::uuid and u.state <> 'REDEEMED'
      )
      order by p.id for no key update
    ), waiting as (
      update ${promotionUses} u set is_beyond_limit = true
      from locked join ${promotionUses} mine on mine.promotion_id = locked.id and mine.order_id = ${id}::uuid and mine.is_once
      where u.promotion_id = locked.id and u.user_id = ${userId}::uuid and u.order_id <> ${id}::uuid
        and u.is_once and u.state = 'HELD' and not u.is_beyond_limit
      returning u.promotion_id
    )
    update ${promotions} p set use_count = locked.use_count - 1
    from locked join waiting on waiting.promotion_id = locked.id
    where p.id = locked.id`)
}

/**
 * Marks the second use of a promotion that a customer may use once, when an account and its guest both used it, before the
 * guest's orders become the account's: an index allows it one use. The unpaid order is beyond the limit, or else the one that was
 * paid later. The address is locked.
 */
export async function markUsesOfClaim(
  tx: Tx,
  guestId: string,
  userId: string,
  orderIds: readonly string[],
): Promise<void> {
  const both = sql`
    from ${promotionUses} mine join ${promotionUses} own on own.promotion_id = mine.promotion_id
    where mine.user_id = ${guestId}::uuid and mine.order_id = any (${toPgArray(orderIds)}::uuid[])
      and mine.is_once and mine.state <> 'RELEASED' and not mine.is_beyond_limit
      and own.user_id = ${userId}::uuid and own.is_once and own.state <> 'RELEASED' and not own.is_beyond_limit`
  const locked = await queryRows<{ id: string }>(
    tx,
    sql`
    select p.id from ${promotions} p where p.id in (select mine.promotion_id ${both}) order by p.id for no key update`,
  )
  if (locked.length === 0) return
  await tx.execute(sql`
    with later as materialized (
      select distinct on (u.promotion_id) u.id, u.promotion_id
      from ${promotionUses} u join orders o on o.id = u.order_id
      where u.id in (select unnest(array[mine.id, own.id]) ${both})
      order by u.promotion_id, u.state = 'HELD' desc, o.paid_at desc, u.id desc
    ), marked as (
      update ${promotionUses} u set is_beyond_limit = true from later where u.id = later.id
    )
    update ${promotions} p set use_count = p.use_count - 1 from later where p.id = later.promotion_id`)
}
