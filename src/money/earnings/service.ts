import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { onlyRow, queryRow, sqlTimestamp } from '../../platform/db/sql.ts'
import { appendEntries, type Ledger, lockBalances } from '../ledger/service.ts'
import { minuteAllocations, minuteEntries, minuteLots } from '../minutes/table.ts'
import { shareAt } from './shares.service.ts'
import { earningAccounts, earningEntries } from './table.ts'

/** Of creators' earnings, in cents; an account is a creator. */
export const earningLedger: Ledger<typeof earningEntries> = {
  entries: earningEntries,
  account: earningEntries.creatorId,
  amount: earningEntries.cents,
  createdAt: earningEntries.createdAt,
  id: earningAccounts.id,
  balance: earningAccounts.balanceCents,
}

type ShareContext = Pick<Platform, 'settings' | 'vatRates' | 'now'>

/** The part of an amount of a lot that its allocated minutes have: the parts of a lot add up to it. */
const partOf = (cents: SQL): SQL =>
  sql`(${cents}::bigint * (a.first + a.minutes) / l.minutes - ${cents}::bigint * a.first / l.minutes)::int`

/** A share of an amount, in cents, halves up. */
const shareOf = (cents: SQL): SQL => sql`((${cents}::bigint * share.basis_points + 5000) / 10000)::int`

/**
 * Books the creator's share of the minutes of a session that were spent and not booked before, in one statement. The share is that of the
 * session's start; it is of all its minutes together, so that a session is rounded once, however its minutes were spent. The caller has locked
 * the session. Nothing for a creator who plays with her own toy.
 */
export async function bookMinuteEarnings(
  tx: Tx,
  context: ShareContext,
  {
    sessionId,
    startedAt,
    creatorId,
    playerId,
  }: Record<'sessionId' | 'creatorId' | 'playerId', string> & {
    startedAt: Date
  },
): Promise<void> {
  if (creatorId === playerId) return
  const share = shareAt(context, 'MINUTES', sql`${creatorId}::uuid`, sqlTimestamp(startedAt))
  await tx.execute(sql`
    with share as (${share}), before as (
      select coalesce(sum(base_cents), 0) as shared_before, coalesce(sum(cents), 0)::int as cents_before
      from ${earningEntries} where session_id = ${sessionId}::uuid and type = 'EARNED'
    ), taken as (
      select a.entry_id, a.lot_id, a.minutes, a.value_cents as gross, ${partOf(sql`l.vat_cents`)} as vat,
        ${partOf(sql`l.fee_cents`)} as fee, l.value_cents = 0 as is_free, o.purchase_id, l.added_at, s.created_at as spent_at,
        greatest(l.final_at, s.created_at) as payable_at
      from ${minuteEntries} s join ${minuteAllocations} a on a.entry_id = s.id
        join ${minuteLots} l on l.id = a.lot_id join ${minuteEntries} o on o.id = l.id
      where s.control_session_id = ${sessionId}::uuid and s.kind = 'SPEND' and not exists (
        select from ${earningEntries} e where e.minute_entry_id = s.id and e.lot_id = l.id and e.type = 'EARNED'
      )
    ), shared as (
      select taken.*, case when is_free then minutes * share.free_cents
        else greatest(0, gross - vat - case when share.deducts_fee then fee else 0 end) end as base
      from taken, share
    ), counted as (
      select shared.*, ${shareOf(sql`(shared_before + sum(base) over in_order)`)} as target
      from shared, share, before window in_order as (order by spent_at, entry_id, added_at, lot_id)
    )
    insert into ${earningEntries} (id, creator_id, type, source, cents, gross_cents, vat_cents, fee_cents, base_cents, basis_points,
      minutes, session_id, minute_entry_id, lot_id, purchase_id, payable_at, created_at)
    select gen_random_uuid(), ${creatorId}::uuid, 'EARNED', 'MINUTES',
      greatest(0, target - lag(target, 1, cents_before) over (order by spent_at, entry_id, added_at, lot_id)),
      gross, vat, fee, base, share.basis_points, minutes, ${sessionId}::uuid, entry_id, lot_id, purchase_id, payable_at, spent_at
    from counted, share, before order by spent_at, entry_id, added_at, lot_id`)
}

/**
 * Books the creator's share of a gift that was paid; once, because a gift is paid once.
 * @param gift its purchase, cents of its price, of its VAT and of the fee of its payment, when it was paid, and from when that is final
 */
export async function bookGiftEarnings(
  tx: Tx,
  context: ShareContext,
  gift: Record<'giftId' | 'creatorId', string> &
    Record<'grossCents' | 'vatCents' | 'feeCents', number> &
    Record<'paidAt' | 'finalAt', Date>,
): Promise<void> {
  const { giftId, creatorId, grossCents, vatCents, feeCents, finalAt } = gift
  const now = sqlTimestamp(gift.paidAt)
  await tx.execute(sql`
    with share as (${shareAt(context, 'GIFTS', sql`${creatorId}::uuid`, now)}), shared as (
      select greatest(0, ${grossCents - vatCents}::int - case when share.deducts_fee then ${feeCents}::int else 0 end) as base from share
    )
    insert into ${earningEntries} (id, creator_id, type, source, cents, gross_cents, vat_cents, fee_cents, base_cents, basis_points,
      gift_id, payable_at, created_at)
    select gen_random_uuid(), ${creatorId}::uuid, 'EARNED', 'GIFTS', ${shareOf(sql`base`)}, ${grossCents}, ${vatCents}, ${feeCents},
      base, share.basis_points, ${giftId}::uuid, greatest(${sqlTimestamp(finalAt)}, ${now}), ${now}
    from shared, share`)
}

/** Takes back the part of earnings whose price went back, as far as they are not payable yet; after that the shop bears it. */
const takeBack = (
  tx: Tx,
  now: Date,
  causeId: string,
  { isOf, backCents, ofCents }: { isOf: SQL; backCents: SQL; ofCents: SQL },
) =>
  tx.execute(sql`
    with earned as (
      select e.*, (select coalesce(-sum(t.cents), 0) from ${earningEntries} t where t.reverses_id = e.id) as taken,
        ${backCents}::bigint as back, ${ofCents}::bigint as whole
      from ${earningEntries} e where e.type = 'EARNED' and ${isOf} and e.payable_at > ${sqlTimestamp(now)}
    ), counted as (
      select earned.*, (cents * least(back, whole) / greatest(whole, 1))::int - taken::int as due from earned
    )
    insert into ${earningEntries} (id, creator_id, type, source, cents, session_id, gift_id, minute_entry_id, lot_id, purchase_id,
      reverses_id, cause_id, payable_at, created_at)
    select gen_random_uuid(), creator_id, 'TAKEN_BACK', source, -due, session_id, gift_id, minute_entry_id, lot_id, purchase_id,
      id, ${causeId}::uuid, payable_at, ${sqlTimestamp(now)}
    from counted where due > 0 order by creator_id, sequence`)

/**
 * Takes back the earnings of played minutes whose price went back before it was final.
 * @param back the cause (a chargeback or refund), and all cents of the purchase's played minutes that went back so far; null for all of them
 */
export async function takeBackMinuteEarnings(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  { purchaseId, causeId, backCents }: { purchaseId: string; causeId: string; backCents: number | null },
): Promise<void> {
  const ofCents = sql`(
    select coalesce(sum(a.value_cents), 0) from ${minuteEntries} o join ${minuteAllocations} a on a.lot_id = o.id
      join ${minuteEntries} s on s.id = a.entry_id and s.kind in ('SPEND', 'SESSION_RETURN')
    where o.purchase_id = ${purchaseId}::uuid and o.kind = 'PURCHASE'
  )`
  await takeBack(tx, now(), causeId, {
    isOf: sql`e.purchase_id = ${purchaseId}::uuid`,
    backCents: backCents === null ? ofCents : sql`${backCents}`,
    ofCents,
  })
}

/** The same of a gift. @param back the cause, and all cents of the gift's price that went back so far */
export async function takeBackGiftEarnings(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  { giftId, causeId, backCents }: { giftId: string; causeId: string; backCents: number },
): Promise<void> {
  await takeBack(tx, now(), causeId, {
    isOf: sql`e.gift_id = ${giftId}::uuid`,
    backCents: sql`${backCents}`,
    ofCents: sql`e.gross_cents`,
  })
}

/**
 * Takes back the earnings of played minutes that are given back, as far as they are not payable yet; the shop bears the others. Of a lot, each
 * minute of the session has the same part of the cents that no chargeback or refund took.
 * @param entryId the minute entry that gives them back, which is booked
 * @returns cents of the creator that are taken back, and that the shop bears
 */
export async function takeBackReturnedMinutes(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  { sessionId, entryId }: { sessionId: string; entryId: string },
): Promise<{ takenBackCents: number; shopCents: number }> {
  const at = sqlTimestamp(now())
  return queryRow(
    tx,
    sql`
    with returned as (
      select a.lot_id, coalesce(-sum(a.minutes) filter (where e.id <> ${entryId}::uuid), 0) as before, -sum(a.minutes) as after,
        bool_or(e.id = ${entryId}::uuid) as is_now
      from ${minuteEntries} e join ${minuteAllocations} a on a.entry_id = e.id
      where e.control_session_id = ${sessionId}::uuid and e.kind = 'SESSION_RETURN' group by 1
    ), earned as (
      select e.*, returned.before, returned.after, e.payable_at > ${at} as is_open, e.cents - t.taken as rest, e.cents - t.otherwise as own
      from ${earningEntries} e join returned on returned.lot_id = e.lot_id and returned.is_now cross join lateral (
        select coalesce(-sum(t.cents), 0) as taken, coalesce(-sum(t.cents) filter (where m.id is null), 0) as otherwise
        from ${earningEntries} t left join ${minuteEntries} m on m.id = t.cause_id where t.reverses_id = e.id
      ) t
      where e.session_id = ${sessionId}::uuid and e.type = 'EARNED'
    ), lots as (
      select lot_id, is_open, case when is_open and max(after) = sum(minutes) then sum(rest)
        else least(sum(rest), div(sum(own) * max(after), sum(minutes)) - div(sum(own) * max(before), sum(minutes))) end as due
      from earned group by lot_id, is_open
    ), counted as (
      select earned.*, least(rest, greatest(0, lots.due - coalesce(sum(rest) over (
        partition by earned.lot_id, earned.is_open order by sequence desc rows between unbounded preceding and 1 preceding
      ), 0)))::int as due
      from earned join lots on lots.lot_id = earned.lot_id and lots.is_open = earned.is_open
    ), taken as (
      insert into ${earningEntries} (id, creator_id, type, source, cents, session_id, minute_entry_id, lot_id, purchase_id,
        reverses_id, cause_id, payable_at, created_at)
      select gen_random_uuid(), creator_id, 'TAKEN_BACK', source, -due, session_id, minute_entry_id, lot_id, purchase_id,
        id, ${entryId}::uuid, payable_at, ${at}
      from counted where due > 0 and is_open order by sequence
    )
    select coalesce(sum(due) filter (where is_open), 0)::int as "takenBackCents",
      coalesce(sum(due) filter (where not is_open), 0)::int as "shopCents" from counted`,
  )
}

/** Every creator who ever earned anything, and since when. */
export const findEarners = (db: Db): Promise<{ creatorId: string; firstEarnedAt: Date }[]> =>
  db
    .select({
      creatorId: earningEntries.creatorId,
      firstEarnedAt: sql`min(${earningEntries.createdAt})`.mapWith(earningEntries.createdAt),
    })
    .from(earningEntries)
    .where(eq(earningEntries.type, 'EARNED'))
    .groupBy(earningEntries.creatorId)

/** Locks a creator's account. @returns cents that may be paid out to her now: the sum that is final, and at most her balance */
export async function payableCents(tx: Tx, creatorId: string, now: Date): Promise<number> {
  const balances = await lockBalances(tx, earningLedger, eq(earningAccounts.id, creatorId))
  const { final } = onlyRow(
    await tx
      .select({ final: sql`coalesce(sum(${earningEntries.cents}), 0)`.mapWith(Number) })
      .from(earningEntries)
      .where(
        and(
          eq(earningEntries.creatorId, creatorId),
          sql`${earningEntries.payableAt} <= ${sqlTimestamp(now)}`,
        ),
      ),
  )
  return Math.max(0, Math.min(balances.get(creatorId) ?? 0, final))
}

/**
 * Locks a creator's account. @returns cents that she has to come, and from when the last of them may be paid out, which is null when all may be
 * or nothing is to come; when she first earned anything
 */
export async function lockEarnings(
  tx: Tx,
  creatorId: string,
  now: Date,
): Promise<{ balanceCents: number; payableCents: number; lastPayableAt: Date | null; firstEarnedAt: Date }> {
  const payable = await payableCents(tx, creatorId, now)
  const dates = await queryRow<{ last: string | null; first: string | null }>(
    tx,
    sql`select min(created_at) as first, (
        select max(payable_at) from (
          select payable_at from ${earningEntries}
          where creator_id = ${creatorId}::uuid and payable_at > ${sqlTimestamp(now)} group by 1 having sum(cents) > 0
        ) later
      ) as last from ${earningEntries} where creator_id = ${creatorId}::uuid`,
  )
  const [account] = await tx.select().from(earningAccounts).where(eq(earningAccounts.id, creatorId))
  return {
    balanceCents: account?.balanceCents ?? 0,
    payableCents: payable,
    lastPayableAt: dates.last === null ? null : new Date(dates.last),
    firstEarnedAt: dates.first === null ? now : new Date(dates.first),
  }
}

interface Payout {
  payoutId: string
  creatorId: string
  /** Above 0. */
  cents: number
}

/** Books a payout, once. @throws Error when it is more than may be paid out */
export async function bookPayout(
  tx: Tx,
  { payoutId, creatorId, cents }: Payout,
  now: Date,
): Promise<boolean> {
  const payable = await payableCents(tx, creatorId, now)
  if (await isBooked(tx, payoutId, 'PAID_OUT')) return false
  if (cents > payable) throw new Error(`a payout of ${cents} cents, of ${payable} that may be paid out`)
  const entry = {
    creatorId,
    type: 'PAID_OUT',
    cents: -cents,
    payoutId,
    payableAt: now,
    createdAt: now,
  } as const
  await appendEntries(tx, earningLedger, [entry])
  return true
}

/** Books a payout that did not arrive, once: it may be paid out again. @throws Error for one that was never booked */
export async function bookPayoutReturn(tx: Tx, payoutId: string, now: Date): Promise<boolean> {
  const [paid] = await tx
    .select()
    .from(earningEntries)
    .where(and(eq(earningEntries.payoutId, payoutId), eq(earningEntries.type, 'PAID_OUT')))
  if (!paid) throw new Error('a payout that was never booked')
  const { creatorId, cents } = paid
  await lockBalances(tx, earningLedger, eq(earningAccounts.id, creatorId))
  if (await isBooked(tx, payoutId, 'RETURNED')) return false
  const entry = {
    creatorId,
    type: 'RETURNED',
    cents: -cents,
    payoutId,
    payableAt: now,
    createdAt: now,
  } as const
  await appendEntries(tx, earningLedger, [entry])
  return true
}

/** Asked under the account's lock, because the chain has no place for an entry that the index refuses silently. */
const isBooked = async (tx: Tx, payoutId: string, type: 'PAID_OUT' | 'RETURNED'): Promise<boolean> =>
  (await tx.$count(
    earningEntries,
    and(eq(earningEntries.payoutId, payoutId), eq(earningEntries.type, type)),
  )) > 0

/**
 * Books the VAT of a self-billed invoice, which the shop pays on top, with the earnings under it; the caller made the invoice in this
 * transaction. VAT that goes back and was paid out is the shop's loss, as with earnings.
 * @param parts signed cents, and from when they may be paid out
 */
export async function bookInvoiceVat(
  tx: Tx,
  invoice: Record<'creatorId' | 'causeId' | 'reason', string> & { createdAt: Date },
  parts: readonly { cents: number; payableAt: Date }[],
): Promise<void> {
  const { creatorId } = invoice
  let balance = (await lockBalances(tx, earningLedger, eq(earningAccounts.id, creatorId))).get(creatorId) ?? 0
  for (const { cents, payableAt } of parts.toSorted((one, other) => other.cents - one.cents)) {
    const booked = Math.max(cents, -balance)
    balance += booked
    const entry = { ...invoice, type: 'ADJUSTED', cents: booked, payableAt } as const
    if (booked !== 0) await appendEntries(tx, earningLedger, [entry])
  }
}
