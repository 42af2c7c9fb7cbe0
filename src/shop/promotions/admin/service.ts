import { eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { chargebacks, payments, refunds } from '../../../money/payments/table.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { onlyRow, queryRows } from '../../../platform/db/sql.ts'
import { categories, products } from '../../products/catalog/table.ts'
import type { AutomaticPromotions } from '../automatic.service.ts'
import { hasPercentage } from '../conditions.rules.ts'
import { explainPromotion } from '../labels.rules.ts'
import { existAll } from '../service.ts'
import { promotions, promotionUses } from '../table.ts'
import { Problem } from '../../../wire/problem.ts'
import { formatBrusselsTime, parseBrusselsTime } from '../../../wire/brusselsTime.ts'
import type { AdminPromotion, changePromotion, PromotionFields } from './contract.ts'
import { promotionState } from './state.rules.ts'

type AdminPromotionResponse = z.input<typeof AdminPromotion>
type PromotionRow = typeof promotions.$inferSelect

/** Of each promotion: its targets, and the figures of its orders. */
interface PromotionFigures {
  id: string
  targets: { id: string; name: string }[]
  orders: number
  discountCents: number
  earnedCents: number
  held: number
  wasUsed: boolean
}

const MAX_LISTED = 500

const promotionNotFound = () => new Problem('NOT_FOUND', { message: 'Deze actie bestaat niet meer.' })

const targetsSql = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', target.id, 'name', target.name) order by target.name)
  from (
    select id, name from ${categories} where p.target = 'CATEGORIES'
    union all select id, name from ${products} where p.target = 'PRODUCTS'
  ) target
  where target.id in (select value::uuid from jsonb_array_elements_text(p.target_ids))
), '[]'::jsonb)`

/**
 * The rest of the payments of a use's order. The second payment of an order that was paid twice went back in full. A bank can
 * charge back an amount that was refunded to store credit: that is taken off the credit, so no payment counts for less than 0.
 */
const keptOfOrder = sql`
  select sum(greatest(0, paid.amount_cents - (
    select coalesce(sum(back.cents), 0) from (
      select amount_cents as cents from ${refunds} where payment_id = paid.id and (failed_at is null or by_hand_at is not null)
      union all select amount_cents from ${chargebacks} where payment_id = paid.id
    ) back
  ))) as cents
  from ${payments} paid where paid.subject_id = u.order_id and paid.status = 'PAID'`

const findFigures = (db: Db, where: SQL) =>
  queryRows<PromotionFigures>(
    db,
    sql`
    with used as (
      select u.promotion_id, count(*) filter (where u.state = 'REDEEMED')::int as orders,
        coalesce(sum(u.discount_cents) filter (where u.state = 'REDEEMED'), 0)::float8 as discount,
        coalesce(sum(kept.cents) filter (where u.state = 'REDEEMED'), 0)::float8 as earned,
        count(*) filter (where u.state = 'HELD')::int as held
      from ${promotionUses} u left join lateral (${keptOfOrder}) kept on u.state = 'REDEEMED'
      group by 1
    )
    select p.id, ${targetsSql} as targets, coalesce(used.orders, 0) as orders,
      coalesce(used.discount, 0) as "discountCents", coalesce(used.earned, 0) as "earnedCents",
      coalesce(used.held, 0) as held, used.promotion_id is not null as "wasUsed"
    from ${promotions} p left join used on used.promotion_id = p.id where ${where}`,
  )

/** All promotions, the newest first, in two statements. */
export async function findAdminPromotions(db: Db, now: Date): Promise<AdminPromotionResponse[]> {
  const rows = await db
    .select()
    .from(promotions)
    .orderBy(sql`${promotions.createdAt} desc`, sql`${promotions.id} desc`)
    .limit(MAX_LISTED)
  const figures = new Map((await findFigures(db, sql`true`)).map(each => [each.id, each]))
  return rows.flatMap(row => {
    const known = figures.get(row.id)
    return known ? [toAdminPromotion(row, known, now)] : []
  })
}

function toAdminPromotion(row: PromotionRow, figures: PromotionFigures, now: Date): AdminPromotionResponse {
  const targetNames = figures.targets.map(({ name }) => name)
  return {
    ...row,
    ...figures,
    startsAt: row.startsAt && formatBrusselsTime(row.startsAt),
    endsAt: row.endsAt && formatBrusselsTime(row.endsAt),
    explanation: explainPromotion({ ...row, targetNames }),
    state: promotionState(row, now),
  }
}

async function readAdminPromotion(tx: Tx, row: PromotionRow, now: Date): Promise<AdminPromotionResponse> {
  return toAdminPromotion(row, onlyRow(await findFigures(tx, sql`p.id = ${row.id}::uuid`)), now)
}

/** The columns of a promotion; those of other kinds are emptied. */
function toColumns({ startsAt, endsAt, ...fields }: PromotionFields) {
  const { kind, target } = fields
  return {
    ...fields,
    percentage: hasPercentage(kind) ? fields.percentage : null,
    amountCents: kind === 'AMOUNT' ? fields.amountCents : null,
    buyQuantity: kind === 'BUY_X_GET_Y' ? fields.buyQuantity : null,
    freeQuantity: kind === 'BUY_X_GET_Y' ? fields.freeQuantity : null,
    minutes: kind === 'MINUTES' ? fields.minutes : null,
    targetIds: target === 'EVERYTHING' ? [] : fields.targetIds,
    startsAt: startsAt === null ? null : parseBrusselsTime(startsAt),
    endsAt: endsAt === null ? null : parseBrusselsTime(endsAt),
  }
}

type PromotionColumns = ReturnType<typeof toColumns>

/** @throws Problem INVALID_INPUT for a category or product that is gone */
async function assertTargets(tx: Tx, { target, targetIds }: PromotionColumns): Promise<void> {
  if (target === 'EVERYTHING' || (await existAll(tx, target, targetIds))) return
  const what = target === 'PRODUCTS' ? 'Een product' : 'Een categorie'
  throw new Problem('INVALID_INPUT', { fields: { targetIds: `${what} bestaat niet meer.` } })
}

const codeTaken = () => {
  const message = 'Er is al een actie met deze code.'
  return new Problem('CODE_TAKEN', { fields: { code: message } })
}

/** @throws Problem CODE_TAKEN; INVALID_INPUT */
export async function addPromotion(
  platform: Platform,
  automatic: AutomaticPromotions,
  by: string,
  fields: PromotionFields,
): Promise<AdminPromotionResponse> {
  const now = platform.now()
  const added = await platform.db.transaction(async tx => {
    const columns = toColumns(fields)
    await assertTargets(tx, columns)
    const [row] = await tx
      .insert(promotions)
      .values({ ...columns, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (!row) throw codeTaken()
    const { title, kind, code } = row
    await recordAuditEntry(tx, {
      by,
      action: 'PROMOTION_ADDED',
      subjectId: row.id,
      details: { title, kind, code },
    })
    return readAdminPromotion(tx, row, now)
  })
  await announceChange(platform, automatic)
  return added
}

/**
 * Changes a promotion, whose row is locked: an order takes its use before or after the change, by the terms at that time.
 * @throws Problem NOT_FOUND; PROMOTION_CHANGED for another version; CODE_TAKEN; INVALID_INPUT, also for fewer uses than were
 * taken
 */
export async function updatePromotion(
  platform: Platform,
  automatic: AutomaticPromotions,
  by: string,
  { promotionId, version, ...fields }: z.output<typeof changePromotion.input>,
): Promise<AdminPromotionResponse> {
  const now = platform.now()
  const changed = await platform.db.transaction(async tx => {
    const own = eq(promotions.id, promotionId)
    const [before] = await tx.select().from(promotions).where(own).for('no key update')
    if (!before) throw promotionNotFound()
    if (before.version !== version) throw new Problem('PROMOTION_CHANGED')
    const columns = toColumns(fields)
    const details = diffForAudit(before, columns)
    // One whose category is gone by now can still be switched off.
    if (details['target'] || details['targetIds']) await assertTargets(tx, columns)
    await assertCodeFree(tx, promotionId, columns.code)
    if (columns.maxUses !== null && columns.maxUses < before.useCount)
      throw new Problem('INVALID_INPUT', {
        fields: { maxUses: `Deze actie is al ${before.useCount} keer gebruikt.` },
      })
    if (Object.keys(details).length === 0) return readAdminPromotion(tx, before, now)
    const next = { ...columns, version: version + 1 }
    const row = onlyRow(await tx.update(promotions).set(next).where(own).returning())
    await recordAuditEntry(tx, { by, action: 'PROMOTION_CHANGED', subjectId: promotionId, details })
    return readAdminPromotion(tx, row, now)
  })
  await announceChange(platform, automatic)
  return changed
}

/** Of two simultaneous changes to one code, the unique index refuses the second, as CONFLICT. */
async function assertCodeFree(tx: Tx, promotionId: string, code: string | null): Promise<void> {
  if (code === null) return
  const [other] = await tx.select({ id: promotions.id }).from(promotions).where(eq(promotions.code, code))
  if (other && other.id !== promotionId) throw codeTaken()
}

/**
 * Deletes a promotion that no order ever used. Its row is locked for that: an order that takes a use at the same time waits, and then
 * finds none.
 * @throws Problem NOT_FOUND, PROMOTION_USED
 */
export async function deletePromotion(
  platform: Platform,
  automatic: AutomaticPromotions,
  by: string,
  promotionId: string,
): Promise<void> {
  await platform.db.transaction(async tx => {
    const own = eq(promotions.id, promotionId)
    const [before] = await tx.select().from(promotions).where(own).for('update')
    if (!before) throw promotionNotFound()
    if ((await tx.$count(promotionUses, eq(promotionUses.promotionId, promotionId))) > 0)
      throw new Problem('PROMOTION_USED')
    await tx.delete(promotions).where(own)
    const { title, code } = before
    await recordAuditEntry(tx, {
      by,
      action: 'PROMOTION_REMOVED',
      subjectId: promotionId,
      details: { title, code },
    })
  })
  await announceChange(platform, automatic)
}

/** This node knows it from the next request; the others look again. */
async function announceChange({ bus }: Platform, automatic: AutomaticPromotions): Promise<void> {
  await automatic.refresh()
  bus.publish('promotions.changed', null)
}
