import { and, count, desc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { assertAccountExists } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import { decryptOptionalTexts } from '../../platform/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, escapeLike, onlyRow, qualified, queryRow, readPage } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { payments, refunds } from '../payments/table.ts'
import type { GiftCardLimiter } from './codeLimiter.service.ts'
import type {
  AdminCreditEntry,
  AdminGiftCard,
  AdminGiftCardDetail,
  AdminStoreCredit,
  checkGiftCard,
  GiftCardState,
  listGiftCards,
  readStoreCredit,
} from './contract.ts'
import { isGiftCardCode } from './code.rules.ts'
import { giftCardNotFound } from './giftCards.service.ts'
import { giftCardMessage } from './giftMessage.service.ts'
import type { CreditAccountRow } from './ledger.service.ts'
import { refuseUnknown } from './plan.rules.ts'
import { digestOf } from './spend.service.ts'
import { giftCardState } from './state.rules.ts'
import { creditAccounts, creditEntries } from './table.ts'

type CheckedCard = z.input<typeof checkGiftCard.output>

/** What is on a card, for whoever has its code. @throws Problem NOT_FOUND, RATE_LIMITED */
export async function checkCode(
  db: Db,
  limiter: GiftCardLimiter,
  { code, ...attempt }: { request: FastifyRequest; userId: string | null; code: string },
): Promise<CheckedCard> {
  const refused = refuseUnknown(code)
  const card = await limiter.count(
    { ...attempt, codes: [code] },
    () => findGiftCardByCode(db, code),
    found => (found ? [] : [refused]),
  )
  if (!card) throw new Problem('NOT_FOUND', { message: refused.message })
  return card
}

/** Null for an unknown or blocked card, and for what can't be a code. */
async function findGiftCardByCode(db: Db, code: string): Promise<CheckedCard | null> {
  const [card] = await db
    .select()
    .from(creditAccounts)
    .where(and(eq(creditAccounts.codeDigest, digestOf(code)), isNull(creditAccounts.blockedAt)))
  if (!isGiftCardCode(code) || !card?.expiresAt) return null
  return { lastFour: card.lastFour ?? '', balance: card.balanceCents, expiresAt: card.expiresAt }
}

/** Orders are named in text, because they import this slice. */
const orderNumber = sql<string | null>`(
  select o.number from orders o where o.id = coalesce(
    (select p.subject_id from ${payments} p where p.id = ${qualified(creditEntries.paymentId)}),
    (select p.subject_id from ${refunds} r join ${payments} p on p.id = r.payment_id where r.id = ${qualified(creditEntries.refundId)})
  )
)`

const entryColumns = {
  ...columnsOf(creditEntries, 'id', 'kind', 'reason', 'createdAt'),
  amount: creditEntries.cents,
  orderNumber,
}

const newestFirst = [desc(creditEntries.createdAt), desc(creditEntries.id)] as const

const toEntry = <E extends { orderNumber: string | null }>({ orderNumber: number, ...entry }: E) => ({
  ...entry,
  ...(number !== null && { orderNumber: number }),
})

const isStoreCreditOf = (userId: string) =>
  and(eq(creditAccounts.kind, 'STORE_CREDIT'), eq(creditAccounts.userId, userId))

const PAGE_SIZE = 20

/** One's own store credit; reasons of admins included, for which they are written. */
export async function findStoreCredit(
  db: Db,
  userId: string,
  page: number,
): Promise<z.input<typeof readStoreCredit.output>> {
  const [account] = await db.select().from(creditAccounts).where(isStoreCreditOf(userId))
  if (!account) return { balance: 0, entries: [], total: 0 }
  const own = eq(creditEntries.accountId, account.id)
  const rows = db
    .select(entryColumns)
    .from(creditEntries)
    .where(own)
    .orderBy(...newestFirst)
  const { items, total } = await readPage(rows, db.$count(creditEntries, own), { page, pageSize: PAGE_SIZE })
  return { balance: account.balanceCents, entries: items.map(toEntry), total }
}

/** Entries of an account that an admin sees. */
const MAX_ENTRIES = 100

async function findAdminEntries(db: Db, accountId: string): Promise<z.input<typeof AdminCreditEntry>[]> {
  const found = await db
    .select({ ...entryColumns, by: users.displayName })
    .from(creditEntries)
    .leftJoin(users, eq(users.id, creditEntries.byUserId))
    .where(eq(creditEntries.accountId, accountId))
    .orderBy(...newestFirst)
    .limit(MAX_ENTRIES)
  return found.map(toEntry)
}

/** @throws Problem NOT_FOUND for an unknown user */
export async function findUserCredit(db: Db, userId: string): Promise<z.input<typeof AdminStoreCredit>> {
  const [account] = await db.select().from(creditAccounts).where(isStoreCreditOf(userId))
  if (account) return { balance: account.balanceCents, entries: await findAdminEntries(db, account.id) }
  await assertAccountExists(db, userId)
  return { balance: 0, entries: [] }
}

const orderOf = (column: 'id' | 'number') => sql<string | null>`(
  select o.${sql.raw(column)} from order_items i join orders o on o.id = i.order_id where i.id = ${qualified(creditAccounts.orderItemId)}
)`

type FoundCard = CreditAccountRow & { orderId: string | null; orderNumber: string | null }

const cardRows = (db: Db, where: SQL | undefined) =>
  db
    .select({ card: creditAccounts, orderId: orderOf('id'), orderNumber: orderOf('number') })
    .from(creditAccounts)
    .where(and(eq(creditAccounts.kind, 'GIFT_CARD'), where))

/** A card as admins see it; never its code. */
function toAdminCard(card: FoundCard, now: Date): z.input<typeof AdminGiftCard> {
  const { id, lastFour, initialCents: value, balanceCents: balance, deliverOn, expiresAt } = card
  const { recipientEmail, recipientName, deliveredAt, orderId, orderNumber: number, createdAt } = card
  if (lastFour === null || deliverOn === null || expiresAt === null) throw new Error(`${id} is no gift card`)
  const state = giftCardState(card, now)
  const recipient = { recipientEmail, recipientName, deliverOn, deliveredAt }
  return {
    id,
    lastFour,
    value,
    balance,
    state,
    ...recipient,
    orderId,
    orderNumber: number,
    createdAt,
    expiresAt,
  }
}

/** In SQL what `giftCardState` decides. */
function isInState(state: GiftCardState, now: Date): SQL | undefined {
  const { blockedAt, expiresAt, balanceCents, deliveredAt } = creditAccounts
  if (state === 'BLOCKED') return isNotNull(blockedAt)
  const isOpen = isNull(blockedAt)
  if (state === 'EXPIRED') return and(isOpen, lte(expiresAt, now))
  const isValid = and(isOpen, gt(expiresAt, now))
  if (state === 'SPENT') return and(isValid, eq(balanceCents, 0))
  return and(isValid, gt(balanceCents, 0), state === 'ACTIVE' ? isNotNull(deliveredAt) : isNull(deliveredAt))
}

/** By the end of the code, the recipient or the order. */
function matches(q: string): SQL | undefined {
  if (q === '') return undefined
  const part = `%${escapeLike(q.toLowerCase())}%`
  return or(
    eq(creditAccounts.lastFour, q.toUpperCase().slice(-4)),
    sql`${creditAccounts.recipientEmail} like ${part}`,
    sql`lower(${creditAccounts.recipientName}) like ${part}`,
    sql`exists (
      select from order_items i join orders o on o.id = i.order_id
      where i.id = ${qualified(creditAccounts.orderItemId)} and o.number = ${q}
    )`,
  )
}

export async function findGiftCards(
  db: Db,
  { q, state, ...page }: z.output<typeof listGiftCards.input>,
  now: Date,
): Promise<z.input<typeof listGiftCards.output>> {
  const where = and(matches(q), state && isInState(state, now))
  const counted = db
    .select({ total: count() })
    .from(creditAccounts)
    .where(and(eq(creditAccounts.kind, 'GIFT_CARD'), where))
    .then(([found]) => found?.total ?? 0)
  const rows = cardRows(db, where).orderBy(desc(creditAccounts.createdAt), desc(creditAccounts.id))
  const { items, ...rest } = await readPage(rows, counted, page)
  const { owed } = await queryRow<{ owed: number }>(
    db,
    sql`select coalesce(sum(balance_cents), 0)::float8 as owed from ${creditAccounts} where kind = 'GIFT_CARD'`,
  )
  return { ...rest, items: items.map(({ card, ...order }) => toAdminCard({ ...card, ...order }, now)), owed }
}

/** @throws Problem NOT_FOUND */
export async function getAdminGiftCard(
  db: Db,
  cardId: string,
  now: Date,
): Promise<z.input<typeof AdminGiftCard>> {
  const [found] = await cardRows(db, eq(creditAccounts.id, cardId))
  if (!found) throw giftCardNotFound()
  return toAdminCard({ ...found.card, ...found }, now)
}

/** @throws Problem NOT_FOUND */
export async function findGiftCardDetail(
  { db, dataCipher, now }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  cardId: string,
): Promise<z.input<typeof AdminGiftCardDetail>> {
  const [found] = await cardRows(db, eq(creditAccounts.id, cardId))
  if (!found) throw giftCardNotFound()
  const { senderName, blockReason } = found.card
  const { message } = onlyRow(await decryptOptionalTexts(dataCipher, db, giftCardMessage, [found.card]))
  const entries = await findAdminEntries(db, cardId)
  return { ...toAdminCard({ ...found.card, ...found }, now()), senderName, message, blockReason, entries }
}
