import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import { MAX_PROMOTION_MINUTES, type PromotionKind, type PromotionTarget } from './contract.ts'

export const promotions = pgTable(
  'promotions',
  {
    id: primaryId(),
    /** For admins. */
    title: text().notNull(),
    /** In capitals, without spaces; null for one that applies by itself. */
    code: text(),
    kind: text().$type<PromotionKind>().notNull(),
    percentage: integer(),
    amountCents: integer(),
    /** Of each `buyQuantity + freeQuantity` units, the cheapest `freeQuantity` are free. */
    buyQuantity: integer(),
    freeQuantity: integer(),
    /** Given once for each order that has any of its products. */
    minutes: integer(),
    target: text().$type<PromotionTarget>().notNull().default('EVERYTHING'),
    /** The ids of the categories or products. */
    targetIds: jsonb().$type<string[]>().notNull().default([]),
    /** Cents that the products of the basket cost at least, before discounts. */
    minimumCents: integer().notNull().default(0),
    firstOrderOnly: boolean().notNull().default(false),
    oncePerCustomer: boolean().notNull().default(false),
    /** Null for no limit. */
    maxUses: integer(),
    /** The uses that are held or redeemed, without those beyond the limit. */
    useCount: integer().notNull().default(0),
    startsAt: timestamptz(),
    /** Exclusive. */
    endsAt: timestamptz(),
    isCombinable: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('promotions_code')
      .on(table.code)
      .where(sql`${table.code} is not null`),
    check(
      'promotions_kind',
      sql`coalesce(case ${table.kind} when 'PERCENTAGE' then ${table.percentage} between 1 and 100
        when 'AMOUNT' then ${table.amountCents} > 0
        when 'BUNDLE' then ${table.percentage} between 1 and 100 and ${table.target} = 'PRODUCTS'
          and jsonb_array_length(${table.targetIds}) between 2 and 4
        when 'BUY_X_GET_Y' then ${table.buyQuantity} > 0 and ${table.freeQuantity} > 0
        when 'MINUTES' then ${table.minutes} between 1 and ${sql.raw(String(MAX_PROMOTION_MINUTES))}
        when 'FREE_TRACKING' then true else false end, false)`,
    ),
    check(
      'promotions_target',
      sql`${table.target} in ('EVERYTHING', 'CATEGORIES', 'PRODUCTS') and (${table.target} = 'EVERYTHING') = (jsonb_array_length(${table.targetIds}) = 0)`,
    ),
    check(
      'promotions_limits',
      sql`${table.minimumCents} >= 0 and ${table.useCount} >= 0 and ${table.maxUses} > 0 and ${table.useCount} <= ${table.maxUses}`,
    ),
    check('promotions_period', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

export type PromotionUseState = 'HELD' | 'REDEEMED' | 'RELEASED'

/**
 * The uses of promotions by orders. A use follows its order: HELD while it is to be paid, REDEEMED once it is, RELEASED when it is
 * cancelled or its hold expired. The order is no reference, as in `cart_reservations`: orders import this slice.
 */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: primaryId(),
    promotionId: reference(() => promotions.id),
    orderId: uuid().notNull(),
    userId: reference(() => users.id),
    state: text().$type<PromotionUseState>().notNull(),
    discountCents: integer().notNull(),
    /** Whether the promotion was for one use by each customer, or for a first order. */
    isOnce: boolean().notNull(),
    /**
     * Paid when no use was left, or when the customer had used it in another order: the order keeps the price that was agreed, and the use is
     * not counted. While it is held: the customer has another use, and the payment looks again.
     */
    isBeyondLimit: boolean().notNull().default(false),
    /** Until when it is held for an order that is not paid. */
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [
    unique('promotion_uses_once_per_order').on(table.orderId, table.promotionId),
    uniqueIndex('promotion_uses_once_per_customer')
      .on(table.promotionId, table.userId)
      .where(sql`${table.isOnce} and ${table.state} <> 'RELEASED' and not ${table.isBeyondLimit}`),
    index('promotion_uses_by_promotion').on(table.promotionId, table.state),
    index('promotion_uses_by_user').on(table.userId),
    index('promotion_uses_held')
      .on(table.expiresAt)
      .where(sql`${table.state} = 'HELD'`),
    check('promotion_uses_state', sql`${table.state} in ('HELD', 'REDEEMED', 'RELEASED')`),
    check('promotion_uses_discount', sql`${table.discountCents} >= 0`),
  ],
)
