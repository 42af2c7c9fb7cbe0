import { randomUUIDv7 } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAnyOf, queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import type { ClassCents } from '../../wire/vat.ts'
import type { PaymentSubject } from '../payments/effects.service.ts'
import { type ClaimedRefund, createRefund } from '../payments/refund.service.ts'
import { refunds } from '../payments/table.ts'
import { endOfGuestCard } from './giftCards/day.rules.ts'
import { appendEntries } from '../ledger/service.ts'
import { creditLedger, lockStoreCredit } from './ledger.service.ts'
import { type RefundPart, splitRefund } from './refund.rules.ts'
import { creditAccounts, creditEntries } from './table.ts'

export interface PurchaseRefund {
  amountCents: number
  reason: string
  /** Cents of it that were paid for gift cards. */
  voucherCents?: number
  /** Cents of the rest by tax class, when it is of certain lines. */
  classCents?: ClassCents | null
  /** Not for a guest, who has none to spend. */
  asStoreCredit?: boolean | undefined
  /** The buyer, whose store credit gets the part that no card can. */
  userId: string
  subject: PaymentSubject
}

/**
 * Writes a refund of a purchase, a row for each payment that it is taken from: back where it came from, or all to store credit. The part
 * for a card or store credit is there at once. Accounts are locked last: call it after everything else was locked.
 * @returns the ids of the refunds, of which the first is that of the request
 */
export async function refundPurchase(
  tx: Tx,
  platform: Platform,
  { requestId, payments }: Pick<ClaimedRefund, 'requestId' | 'payments'>,
  { userId, subject, reason, ...refund }: PurchaseRefund,
): Promise<string[]> {
  const parts = splitRefund(payments, refund).map((part, index) => ({
    ...part,
    id: index === 0 ? requestId : randomUUIDv7(),
    requestId,
    reason,
    credits: true,
  }))
  for (const { destination, ...part } of parts)
    if (destination === 'PAYMENT') await createRefund(tx, platform, part, subject)
  const toCredit = parts.filter(({ destination }) => destination === 'CREDIT')
  if (toCredit.length > 0)
    await refundToCredit(tx, toCredit, userId, refund.asStoreCredit === true, platform.now())
  return parts.map(({ id }) => id)
}

type NumberedPart = RefundPart & { id: string; requestId: string; reason: string; credits: boolean }

async function refundToCredit(
  tx: Tx,
  parts: NumberedPart[],
  userId: string,
  isAllToStoreCredit: boolean,
  now: Date,
): Promise<void> {
  await lockAccounts(tx, { paymentIds: parts.map(({ paymentId }) => paymentId), itemIds: [], userId })
  const found = isAllToStoreCredit ? [] : await findAccountsToRefund(tx, parts, userId, now)
  const accounts = new Map(found.map(({ paymentId, accountId }) => [paymentId, accountId]))
  const needsStoreCredit = parts.some(({ paymentId }) => !accounts.has(paymentId))
  const storeCredit = needsStoreCredit ? (await lockStoreCredit(tx, userId)).id : ''
  const entries = parts.map(({ id: refundId, paymentId, amountCents: cents }) => ({
    id: randomUUIDv7(),
    accountId: accounts.get(paymentId) ?? storeCredit,
    cents,
    kind: 'REFUND' as const,
    refundId,
  }))
  // It is there at once: its entry is the receipt that a provider would give.
  await tx
    .insert(refunds)
    .values(
      parts.map((part, index) => ({ ...part, providerId: entries[index]?.id as string, createdAt: now })),
    )
  await appendEntries(tx, creditLedger, entries)
  const expired = found.filter(({ isExpired }) => isExpired).map(({ accountId }) => accountId)
  if (expired.length > 0)
    await tx
      .update(creditAccounts)
      .set({ expiresAt: endOfGuestCard(now) })
      .where(isAnyOf(creditAccounts.id, expired))
}

/**
 * Locks the accounts that a refund may touch in id order, to avoid deadlock: those that payments were made with, the cards of order lines,
 * and the buyer's store credit.
 */
export async function lockAccounts(
  tx: Tx,
  { paymentIds, itemIds, userId }: { paymentIds: string[]; itemIds: string[]; userId: string },
): Promise<void> {
  await tx.execute(sql`
    select a.id from ${creditAccounts} a
    where a.id in (
      select e.account_id from ${creditEntries} e where ${isAnyIn(sql`e.payment_id`, paymentIds)}
      union select card.id from ${creditAccounts} card where ${isAnyIn(sql`card.order_item_id`, itemIds)}
      union select own.id from ${creditAccounts} own where own.kind = 'STORE_CREDIT' and own.user_id = ${userId}::uuid
    )
    order by a.id for no key update`)
}

const isAnyIn = (column: SQL, ids: readonly string[]): SQL =>
  sql`${column} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

/**
 * The accounts that payments were made with, as far as money can go back to them: a payment by an expired or blocked card goes to its
 * payer's store credit. A guest has none to spend, so the card gets it; an expired one then lasts again, and a blocked one keeps it for an
 * admin to decide.
 */
const findAccountsToRefund = (
  tx: Tx,
  parts: readonly Pick<RefundPart, 'paymentId'>[],
  userId: string,
  now: Date,
): Promise<{ paymentId: string; accountId: string; isExpired: boolean }[]> =>
  queryRows(
    tx,
    sql`
    select e.payment_id as "paymentId", a.id as "accountId", expiry.is_over as "isExpired"
    from ${creditEntries} e join ${creditAccounts} a on a.id = e.account_id
      cross join lateral (select coalesce(a.expires_at <= ${sqlTimestamp(now)}, false) as is_over) expiry
    where e.kind = 'SPEND' and ${isAnyIn(
      sql`e.payment_id`,
      parts.map(({ paymentId }) => paymentId),
    )}
      and (not expiry.is_over and a.blocked_at is null
        or exists (select from ${users} where id = ${userId}::uuid and role = 'GUEST'))`,
  )
