import { and, eq, isNull, sql, type SQL, isNotNull, lte, gt, or, count, desc } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Tx, Db } from '../../../platform/db/db.ts'
import { type IdempotencyKey, runOnce } from '../../../platform/db/idempotency.ts'
import type { Platform } from '../../../platform/platform.ts'
import { columnsOf, qualified, escapeLike, readPage, queryRow, onlyRow } from '../../../platform/db/sql.ts'
import { formatCents } from '../../../wire/money.ts'
import { Problem } from '../../../wire/problem.ts'
import type {
  AdminGiftCard,
  AdminStoreCredit,
  AdminCreditEntry,
  GiftCardState,
  AdminGiftCardDetail,
} from '../contract.ts'
import { createGiftCards, lockGiftCard, giftCardNotFound } from '../giftCards/service.ts'
import { appendEntries } from '../../ledger/service.ts'
import { creditLedger, isStoreCreditOf, lockStoreCredit, type CreditAccountRow } from '../ledger.service.ts'
import { sendNewGiftCards } from '../giftCards/send.service.ts'
import { entryColumns, newestFirst, toEntry } from '../service.ts'
import { creditAccounts, creditEntries } from '../table.ts'
import type { blockGiftCard, changeUserCredit, createGiftCard, listGiftCards } from './contract.ts'
import { assertAccountExists } from '../../../people/accounts/service.ts'
import { giftCardState } from '../state.rules.ts'
import { decryptOptionalTexts } from '../../../platform/crypto/optionalText.ts'
import { giftCardMessage } from '../giftCards/giftMessage.service.ts'

type AdminGiftCardData = z.input<typeof AdminGiftCard>

/** Gives someone a gift card and mails it, once per key. The audit entry omits the reason, which may name a person. */
export const giveGiftCard = (
  platform: Platform,
  { value: valueCents, ...card }: z.output<typeof createGiftCard.input>,
  key: IdempotencyKey,
): Promise<AdminGiftCardData> =>
  platform.db.transaction(async tx => {
    const { userId: byUserId } = key
    const id = await runOnce(tx, key, async cardId => {
      const made = { ...card, id: cardId, valueCents, orderItemId: null, piece: null, byUserId }
      await sendNewGiftCards(tx, platform, await createGiftCards(tx, platform, [made]))
      const details = { cents: valueCents }
      await recordAuditEntry(tx, { by: byUserId, action: 'GIFT_CARD_ADDED', subjectId: cardId, details })
    })
    return getAdminGiftCard(tx, id, platform.now())
  })

/**
 * Blocks a card, or lets it pay again; a card in that state already stays as it is. The audit entry omits the reason, which may name a
 * person. @throws Problem NOT_FOUND, CONFLICT
 */
export const setGiftCardBlocked = (
  platform: Platform,
  by: string,
  { cardId, reason }: z.output<typeof blockGiftCard.input>,
  isBlocked: boolean,
): Promise<AdminGiftCardData> =>
  platform.db.transaction(async tx => {
    const now = platform.now()
    const card = await lockGiftCard(tx, cardId)
    if ((card.blockedAt !== null) !== isBlocked) {
      await tx
        .update(creditAccounts)
        .set({ blockedAt: isBlocked ? now : null, blockReason: reason })
        .where(eq(creditAccounts.id, cardId))
      const action = isBlocked ? 'GIFT_CARD_BLOCKED' : 'GIFT_CARD_UNBLOCKED'
      await recordAuditEntry(tx, { by, action, subjectId: cardId, details: {} })
    }
    return getAdminGiftCard(tx, cardId, now)
  })

/**
 * Gives someone store credit or takes it back, once per key.
 * @throws Problem NOT_FOUND; CONFLICT for a closed account; NO_STORE_CREDIT for a gift to a guest; CREDIT_TOO_LOW with `available`
 */
export const changeStoreCredit = (
  { db }: Pick<Platform, 'db'>,
  { userId, amount: cents, reason }: z.output<typeof changeUserCredit.input>,
  key: IdempotencyKey,
): Promise<z.input<typeof AdminStoreCredit>> =>
  db.transaction(async tx => {
    const { userId: by } = key
    await runOnce(tx, key, async id => {
      const { role } = await getOpenAccount(tx, userId)
      if (role === 'GUEST' && cents > 0)
        throw new Problem('NO_STORE_CREDIT', {
          message: 'Een gast heeft geen account, en kan tegoed niet besteden.',
        })
      const { id: accountId, balanceCents } = await lockStoreCredit(tx, userId)
      if (balanceCents + cents < 0) throw tooLow(balanceCents)
      const kind = cents > 0 ? 'GRANT' : 'ADJUST'
      await appendEntries(tx, creditLedger, [{ id, accountId, cents, kind, reason, byUserId: by }])
      await recordAuditEntry(tx, {
        by,
        action: 'STORE_CREDIT_CHANGED',
        subjectId: userId,
        details: { cents },
      })
    })
    return findUserCredit(tx, userId)
  })

async function getOpenAccount(tx: Tx, userId: string) {
  const [user] = await tx
    .select(columnsOf(users, 'role', 'deleteAfter'))
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  if (!user) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  if (user.deleteAfter) throw new Problem('CONFLICT', { message: 'Dit account is gesloten.' })
  return user
}

function tooLow(available: number): Problem {
  const message = `Het tegoed is ${formatCents(available)}. Meer kun je er niet af halen.`
  return new Problem('CREDIT_TOO_LOW', { message, fields: { amount: message }, available })
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

/** The decision of `giftCardState` in SQL. */
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
