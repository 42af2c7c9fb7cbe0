import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../platform/db/db.ts'
import { precompileStatement } from '../../platform/db/preparedStatements.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { formatCents } from '../../wire/money.ts'
import { Problem } from '../../wire/problem.ts'
import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER, type PaymentKind } from '../payments/contract.ts'
import { payments } from '../payments/table.ts'
import { type CreditInput, usesCredit } from './choice.rules.ts'
import type { CreditPayment, RefusedCard } from './contract.ts'
import { type CreditAccount, listRefusedCards, planCredit, toCreditPayments } from './plan.rules.ts'
import { creditAccounts, creditEntries } from './table.ts'

const { placeholder } = sql

export const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** The codes with their digests. A text that can't be a code has a digest that no card has: it costs the same look-up. */
const toWanted = (codes: readonly string[] = []) => codes.map(code => ({ code, digest: digestOf(code) }))

interface FoundAccount extends CreditAccount {
  place: number
}

const accountColumns = (
  now: ReturnType<typeof sql>,
) => sql`a.id, a.kind, a.code_digest as "codeDigest", a.last_four as "lastFour",
  a.balance_cents as "balanceCents", a.blocked_at is not null as "isBlocked",
  coalesce(a.expires_at <= ${now}, false) as "isExpired"`

/** The ways in which a purchase is paid: the summary before it. */
export interface CreditSummary {
  due: number
  creditPayments: CreditPayment[]
  refusedCards: RefusedCard[]
  storeCredit: number
}

/**
 * The amounts that cards and store credit would pay now, in one statement; it changes nothing.
 * @param payableCents the part of the total that they can pay: no gift cards
 */
export async function quoteCredit(
  db: Db,
  { userId, totalCents, payableCents, now, ...choice }: CreditInput & SpendingPurchase,
): Promise<CreditSummary> {
  const wanted = toWanted(choice.giftCards)
  const found = await queryRows<FoundAccount>(
    db,
    sql`
    select ${accountColumns(sqlTimestamp(now))}, coalesce(w.place, ${MAX_PLACE})::int as place
    from ${creditAccounts} a left join jsonb_array_elements_text(${JSON.stringify(wanted.map(({ digest }) => digest))}::jsonb)
      with ordinality as w(digest, place) on w.digest = a.code_digest
    where a.id in (
      select id from ${creditAccounts} where code_digest in (
        select jsonb_array_elements_text(${JSON.stringify(wanted.map(({ digest }) => digest))}::jsonb)
      )
      union select id from ${creditAccounts} where kind = 'STORE_CREDIT' and user_id = ${userId}::uuid
    )
    order by place`,
  )
  const storeCredit = found.find(({ kind }) => kind === 'STORE_CREDIT')?.balanceCents ?? 0
  const chosen = found.filter(({ kind }) => kind === 'GIFT_CARD' || choice.useStoreCredit)
  const shares = planCredit(chosen, payableCents)
  return { ...summarise(wanted, shares, totalCents, payableCents), storeCredit }
}

/** Store credit comes after all cards. */
const MAX_PLACE = 1000

type Share = { account: CreditAccount; cents: number }

const summarise = (
  wanted: ReturnType<typeof toWanted>,
  shares: Share[],
  totalCents: number,
  payableCents: number,
) => ({
  due: totalCents - shares.reduce((sum, { cents }) => sum + cents, 0),
  creditPayments: toCreditPayments(shares),
  refusedCards: listRefusedCards(wanted, shares, payableCents),
})

interface SpendingPurchase {
  userId: string
  totalCents: number
  payableCents: number
  now: Date
}

export type SpendStatement = ReturnType<typeof createSpendStatement>

/**
 * The statement that pays as much of a purchase as its cards and its buyer's store credit have: the accounts are locked in id order, to
 * avoid deadlock, and counted from the locked rows. Whatever else a transaction locks, it locks accounts last.
 * @param purchases the table of the purchase, with the columns `id` and `credit_cents`
 */
export const createSpendStatement = (purchases: PgTable) =>
  precompileStatement<'wanted' | 'useStoreCredit' | 'userId' | 'subjectId' | 'kind' | 'payable' | 'now'>(sql`
  with wanted as materialized (
    select * from jsonb_to_recordset(${placeholder('wanted')}::jsonb)
      as wanted(digest text, place int, payment uuid, entry uuid)
  ), locked as materialized (
    select ${accountColumns(sql`${placeholder('now')}::timestamptz`)} from ${creditAccounts} a
    where a.id in (
      select id from ${creditAccounts} where code_digest in (select digest from wanted)
      union
      select id from ${creditAccounts}
      where kind = 'STORE_CREDIT' and user_id = ${placeholder('userId')}::uuid and ${placeholder('useStoreCredit')}::boolean
    )
    order by a.id for no key update
  ), usable as materialized (
    select locked.id, locked.kind, locked."balanceCents", w.place, w.payment, w.entry
    from locked join wanted w on coalesce(locked."codeDigest", '') = w.digest
    where not locked."isBlocked" and not locked."isExpired" and locked."balanceCents" > 0
  ), counted as materialized (
    select *, ${placeholder('payable')}::int - coalesce(sum("balanceCents") over (
      order by place rows between unbounded preceding and 1 preceding
    ), 0) as due
    from usable
  ), taken as materialized (
    select id, kind, payment, entry, "balanceCents", least("balanceCents", due)::int as cents from counted where due > 0
  ), paid as (
    insert into ${payments} (id, kind, subject_id, user_id, provider, amount_cents, status, poll_at)
    select payment, ${placeholder('kind')}, ${placeholder('subjectId')}::uuid, ${placeholder('userId')}::uuid,
      case kind when 'GIFT_CARD' then '${sql.raw(GIFT_CARD_PROVIDER)}' else '${sql.raw(STORE_CREDIT_PROVIDER)}' end,
      cents, 'AUTHORIZED', null
    from taken
  ), booked as (
    insert into ${creditEntries} (id, account_id, cents, kind, payment_id)
    select entry, id, -cents, 'SPEND', payment from taken
  ), noted as (
    update ${purchases} set credit_cents = (select coalesce(sum(cents), 0) from taken)
    where id = ${placeholder('subjectId')}::uuid and exists (select from taken)
  )
  select locked.*, coalesce(taken.cents, 0) as cents from locked left join taken on taken.id = locked.id`)

/**
 * Pays for a purchase that was just written, in its transaction.
 * @returns cents that are left for the provider
 * @throws Problem CREDIT_CHANGED with `due` and `refusedCards`; the transaction must roll back, and nothing is spent
 */
export async function spendCredit(
  tx: Tx,
  statement: SpendStatement,
  purchase: SpendingPurchase &
    CreditInput & { kind: PaymentKind; subjectId: string; expectedDue?: number | null | undefined },
): Promise<number> {
  const { giftCards, useStoreCredit = false, totalCents, payableCents, expectedDue } = purchase
  const due = totalCents
  const wanted = toWanted(giftCards)
  let result = { due, creditPayments: [] as CreditPayment[], refusedCards: [] as RefusedCard[] }
  if (usesCredit(purchase)) {
    // In the order of use: a refund goes back the other way.
    const ids = Array.from({ length: 2 * wanted.length + 2 }, () => randomUUIDv7()).sort()
    const places = [...wanted.map(({ digest }) => digest), ''].map((digest, place) => ({
      digest,
      place,
      payment: ids[place],
      entry: ids[wanted.length + 1 + place],
    }))
    const { userId, subjectId, kind, now } = purchase
    const shares = await queryRows<CreditAccount & { cents: number }>(
      tx,
      statement({
        wanted: JSON.stringify(places),
        useStoreCredit,
        userId,
        subjectId,
        kind,
        payable: payableCents,
        now: now.toISOString(),
      }),
    )
    const all = shares.map(({ cents, ...account }) => ({ account, cents }))
    result = summarise(wanted, all, totalCents, payableCents)
  }
  if (isOtherDue(result, expectedDue)) throw creditChanged(result)
  return result.due
}

/** Whether the customer would be charged something else than was shown, or without having been shown anything a card pays nothing. */
const isOtherDue = (
  { due, refusedCards }: Pick<CreditSummary, 'due' | 'refusedCards'>,
  expectedDue: number | null | undefined,
): boolean => (typeof expectedDue === 'number' ? due !== expectedDue : refusedCards.length > 0)

function creditChanged({ due, refusedCards }: Pick<CreditSummary, 'due' | 'refusedCards'>): Problem {
  const messages = refusedCards.map(({ message }) => message)
  const message = [...messages, `Je betaalt nu nog ${formatCents(due)}. Bevestig opnieuw.`].join(' ')
  return new Problem('CREDIT_CHANGED', { due, refusedCards, message })
}

/** The credit payments of a purchase become paid with it. */
export async function settleCredit(tx: Tx, subjectId: string, paidAt: Date | null): Promise<void> {
  await tx.execute(sql`
    update ${payments} set status = 'PAID', settled_at = ${paidAt === null ? sql`now()` : sqlTimestamp(paidAt)}
    where subject_id = ${subjectId}::uuid and status = 'AUTHORIZED' and ${isCreditPaymentSql}`)
}

/** In terms of the table of payments under its own name. */
export const isCreditPaymentSql = sql.raw(`provider in ('${GIFT_CARD_PROVIDER}', '${STORE_CREDIT_PROVIDER}')`)

/** The amounts that cards and store credit pay, or paid, of a purchase, in the order of use. */
export async function findCreditPayments(db: Db, subjectId: string): Promise<CreditPayment[]> {
  const found = await queryRows<{ kind: CreditAccount['kind']; lastFour: string | null; cents: number }>(
    db,
    sql`
    select a.kind, a.last_four as "lastFour", p.amount_cents as cents
    from ${payments} p join ${creditEntries} e on e.payment_id = p.id and e.kind = 'SPEND'
      join ${creditAccounts} a on a.id = e.account_id
    where p.subject_id = ${subjectId}::uuid and p.status in ('AUTHORIZED', 'PAID')
    order by p.id`,
  )
  return toCreditPayments(found.map(({ cents, ...account }) => ({ account, cents })))
}
