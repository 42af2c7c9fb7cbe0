import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { EncryptedField } from '../../../platform/crypto/dataCipher.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { encryptOptionalText } from '../../../platform/crypto/optionalText.ts'
import type { Platform } from '../../../platform/platform.ts'
import { columnsOf, isAnyOf, qualified, sqlTimestamp } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { buildGiftCardCode, CODE_RANDOM_LENGTH } from './code.rules.ts'
import { endOfValidity } from './day.rules.ts'
import { startOfBrusselsDay, toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { giftCardMessage } from './giftMessage.service.ts'
import { appendEntries, lockBalances } from '../../ledger/service.ts'
import { creditLedger, type CreditAccountRow } from '../ledger.service.ts'
import { digestOf } from '../spend.service.ts'
import { creditAccounts, creditEntries } from '../table.ts'

/** The code of a card; it is never there in plain text. */
export const giftCardCodeText: EncryptedField<'encrypted'> = { table: creditAccounts, name: 'encrypted' }

/** The columns of a new code of a card: its digest, to find it, and itself encrypted, to send it. */
export async function newCodeColumns({ dataCipher }: Pick<Platform, 'dataCipher'>, tx: Tx, cardId: string) {
  const code = buildGiftCardCode(randomBytes(CODE_RANDOM_LENGTH))
  const stored = await dataCipher.encrypt(tx, giftCardCodeText, cardId, code)
  return { ...stored, codeDigest: digestOf(code), lastFour: code.slice(-4) }
}

export interface NewGiftCard {
  id?: string
  valueCents: number
  orderItemId: string | null
  piece: number | null
  recipientEmail: string
  recipientName?: string | null | undefined
  senderName?: string | null | undefined
  message?: string | null | undefined
  /** A Brussels day; today or before: at once. */
  deliverOn?: string | null | undefined
  /** Of an admin who gives it. */
  reason?: string
  byUserId?: string
}

/**
 * Makes gift cards with their value. Their mails are sent by the caller, or by the clock on their day.
 * @returns them, in the same order
 */
export async function createGiftCards(
  tx: Tx,
  platform: Platform,
  cards: readonly NewGiftCard[],
): Promise<CreditAccountRow[]> {
  const now = platform.now()
  const { giftCardMonths } = platform.settings.current
  const today = toBrusselsDay(now)
  const rows: CreditAccountRow[] = []
  for (const {
    id = randomUUIDv7(),
    valueCents,
    deliverOn,
    reason: _reason,
    byUserId: _byUserId,
    message,
    ...card
  } of cards) {
    const code = await newCodeColumns(platform, tx, id)
    const words = await encryptOptionalText(platform.dataCipher, tx, giftCardMessage, { id, text: message })
    const day = deliverOn && deliverOn > today ? deliverOn : today
    const [row] = await tx
      .insert(creditAccounts)
      .values({
        ...card,
        ...code,
        ...words,
        id,
        kind: 'GIFT_CARD',
        initialCents: valueCents,
        deliverOn: day,
        // Whoever gets it has the whole time to spend it.
        expiresAt: endOfValidity(startOfBrusselsDay(day), giftCardMonths),
      })
      .returning()
    if (row) rows.push(row)
  }
  const entries = rows.map(({ id: accountId, initialCents: cents }, index) => {
    const { reason = null, byUserId = null } = cards[index] ?? {}
    return { accountId, cents, kind: 'ISSUE' as const, reason, byUserId }
  })
  await appendEntries(tx, creditLedger, entries)
  return rows.map(row => ({ ...row, balanceCents: row.initialCents }))
}

/** A card of an order line; a cancelled one has had its money given back. */
export type CardOfLine = CreditAccountRow & { isCancelled: boolean }

const isCancelled = sql<boolean>`exists (
  select from ${creditEntries} cancelled where cancelled.account_id = ${qualified(creditAccounts.id)} and cancelled.kind = 'CANCEL'
)`

const cardColumns = { ...getTableColumns(creditAccounts), isCancelled }

/** The cards of order lines, in the order of their pieces. */
export const findCardsOfLines = (db: Db, itemIds: readonly string[]): Promise<CardOfLine[]> =>
  db
    .select(cardColumns)
    .from(creditAccounts)
    .where(isAnyOf(creditAccounts.orderItemId, itemIds))
    .orderBy(asc(creditAccounts.orderItemId), asc(creditAccounts.piece))

/** Cards of a line that are taken back. */
export interface CardsToCancel {
  itemId: string
  quantity: number
  /** All that are left of the line. */
  isWhole: boolean
}

/**
 * Cancels cards whose money goes back: their balance is taken off, and they are blocked. Only those that nothing was spent of; the last
 * pieces first. Locks them: a card is either spent or taken back.
 * @throws Problem GIFT_CARD_USED when there are too few; the caller's transaction must roll back
 */
export async function cancelGiftCards(tx: Tx, lines: readonly CardsToCancel[], now: Date): Promise<void> {
  const cards = await lockCardsOfLines(
    tx,
    lines.map(({ itemId }) => itemId),
  )
  const cancelled = lines.flatMap(({ itemId, quantity, isWhole }) => {
    const left = cards.filter(card => card.orderItemId === itemId && !card.isCancelled)
    const untouched = left.filter(card => card.balanceCents === card.initialCents).toReversed()
    const count = isWhole ? left.length : Math.min(quantity, left.length)
    if (untouched.length < count) throw new Problem('GIFT_CARD_USED', { message: usedMessage })
    return untouched.slice(0, count)
  })
  await takeOff(tx, cancelled, now)
}

const usedMessage =
  'Met een cadeaubon van deze bestelling is al betaald. Alleen een bon waarvan nog niets gebruikt is, kan terug.'

/** Takes the balance off the cards of lines whose money went back without asking us. */
export async function voidGiftCards(tx: Tx, lines: readonly CardsToCancel[], now: Date): Promise<void> {
  const itemIds = lines.map(({ itemId }) => itemId)
  await takeOff(tx, await lockCardsOfLines(tx, itemIds), now)
}

async function takeOff(tx: Tx, cards: readonly CreditAccountRow[], now: Date): Promise<void> {
  if (cards.length === 0) return
  await appendEntries(
    tx,
    creditLedger,
    cards
      .filter(({ balanceCents }) => balanceCents > 0)
      .map(({ id: accountId, balanceCents }) => ({
        accountId,
        cents: -balanceCents,
        kind: 'CANCEL' as const,
      })),
  )
  await blockCards(
    tx,
    cards.map(({ id }) => id),
    now,
  )
}

async function lockCardsOfLines(tx: Tx, itemIds: readonly string[]): Promise<CardOfLine[]> {
  if (itemIds.length === 0) return []
  await lockBalances(tx, creditLedger, isAnyOf(creditAccounts.orderItemId, itemIds))
  // Read after the lock: another cancellation may have committed meanwhile.
  return findCardsOfLines(tx, itemIds)
}

const blockCards = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .update(creditAccounts)
    .set({ blockedAt: now })
    .where(and(isAnyOf(creditAccounts.id, ids), isNull(creditAccounts.blockedAt)))

/** Blocks the cards of lines whose payment was charged back: their balance is kept, for an admin to decide. @returns how many */
export async function blockCardsOfLines(tx: Tx, itemIds: readonly string[], now: Date): Promise<number> {
  const cards = await lockCardsOfLines(tx, itemIds)
  const open = cards.filter(({ blockedAt }) => blockedAt === null)
  await blockCards(
    tx,
    open.map(({ id }) => id),
    now,
  )
  for (const { id: subjectId } of open)
    await recordAuditEntry(tx, {
      by: null,
      action: 'GIFT_CARD_BLOCKED',
      subjectId,
      details: { reason: 'charged back' },
    })
  return open.length
}

/** @throws Problem NOT_FOUND */
export async function lockGiftCard(tx: Tx, cardId: string): Promise<CreditAccountRow> {
  const [card] = await tx
    .select()
    .from(creditAccounts)
    .where(and(eq(creditAccounts.id, cardId), eq(creditAccounts.kind, 'GIFT_CARD')))
    .for('no key update')
  if (!card) throw giftCardNotFound()
  return card
}

export const giftCardNotFound = () => new Problem('NOT_FOUND', { message: 'Deze cadeaubon bestaat niet.' })

/** The code of a card, to print it in its mail; null once it was erased. */
export async function readGiftCardCode(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  cardId: string,
) {
  const [card] = await db
    .select(columnsOf(creditAccounts, 'id', 'encrypted', 'keyId'))
    .from(creditAccounts)
    .where(eq(creditAccounts.id, cardId))
  if (!card || card.encrypted === null || card.keyId === null) return null
  return dataCipher.decrypt(db, giftCardCodeText, {
    id: card.id,
    encrypted: card.encrypted,
    keyId: card.keyId,
  })
}

/** Days after its mail in which the code of a card can be read to send it again. */
const READABLE_DAYS = 30

/** Erases the codes of cards that were mailed long ago: from then on only the owner of the mail knows them. */
export async function eraseDeliveredCodes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - READABLE_DAYS * 24 * 3_600_000)
  await db
    .update(creditAccounts)
    .set({ encrypted: null, keyId: null })
    .where(
      sql`${creditAccounts.deliveredAt} < ${before.toISOString()}::timestamptz and ${creditAccounts.encrypted} is not null`,
    )
}

/**
 * Takes the balance off the cards that expired, in one statement; a card that is being spent is left to the next run. One that nobody
 * got yet is valid from its mail.
 */
export async function expireGiftCards(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with due as materialized (
      select a.id, a.balance_cents from ${creditAccounts} a
      where a.kind = 'GIFT_CARD' and a.balance_cents > 0 and a.delivered_at is not null and a.expires_at <= ${sqlTimestamp(now)}
      order by a.id for no key update skip locked
    )
    insert into ${creditEntries} (id, account_id, cents, kind)
    select gen_random_uuid(), id, -balance_cents, 'EXPIRE' from due`)
}
