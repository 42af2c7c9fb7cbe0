import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { queueMails } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSharedRateLimit } from '../../../platform/http/rateLimit.ts'
import { queryRows, sqlTimestamp } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { sendGiftCard } from '../contract.ts'
import { giftCardMail } from './contract.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { endAfterMove } from './day.rules.ts'
import { giftCardNotFound, lockGiftCard, newCodeColumns } from './service.ts'
import type { CreditAccountRow } from '../ledger.service.ts'
import { canPayWith } from '../plan.rules.ts'
import { creditAccounts } from '../table.ts'

/** Sends the mails of new cards of which the day has come, and leaves the others to the clock. */
export async function sendNewGiftCards(
  tx: Tx,
  platform: Platform,
  cards: readonly CreditAccountRow[],
): Promise<void> {
  const today = toBrusselsDay(platform.now())
  await queueGiftCards(
    tx,
    platform,
    cards.filter(({ deliverOn }) => deliverOn === null || deliverOn <= today),
  )
}

const mailProps = (platform: Platform, card: CreditAccountRow): z.input<typeof giftCardMail.props> => ({
  cardId: card.id,
  valueCents: card.balanceCents,
  expiresAt: card.expiresAt?.toISOString() ?? '',
  recipientName: card.recipientName,
  senderName: card.senderName,
  shopName: platform.settings.current.shopName,
  url: `${platform.origin()}/cadeaubon`,
})

async function queueGiftCards(tx: Tx, platform: Platform, due: readonly CreditAccountRow[]): Promise<void> {
  if (due.length === 0) return
  const today = toBrusselsDay(platform.now())
  // One that is sent late, by us or by an admin who blocked it, is valid from its mail too.
  const cards = due.map(card =>
    card.deliveredAt === null ? { ...card, expiresAt: endOn(platform, card, today) } : card,
  )
  const messages = cards.flatMap(card =>
    card.recipientEmail ? [{ recipient: card.recipientEmail, props: mailProps(platform, card) }] : [],
  )
  await queueMails(tx, platform.jobs, giftCardMail, messages)
  const sent = JSON.stringify(cards.map(({ id, expiresAt }) => ({ id, expiresAt })))
  await tx.execute(sql`
    update ${creditAccounts} a set delivered_at = ${sqlTimestamp(platform.now())}, expires_at = sent."expiresAt"
    from jsonb_to_recordset(${sent}::jsonb) as sent(id uuid, "expiresAt" timestamptz) where a.id = sent.id`)
}

/** When a card that was not mailed yet ends, if that is done on a day. */
const endOn = ({ settings }: Platform, card: CreditAccountRow, day: string): Date =>
  endAfterMove(card, day, settings.current.giftCardMonths)

/** Cards of one transaction. */
const BATCH_SIZE = 200
/** The hour in Brussels from which planned mails are sent. */
const SEND_FROM_HOUR = 9

const hourFormat = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Brussels',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** Sends all planned cards of today, from nine in the morning, and those of days on which it did not run. */
export async function sendDueGiftCards(platform: Platform): Promise<void> {
  const now = platform.now()
  const today = toBrusselsDay(now)
  // Cards of days before are late already.
  const last = Number(hourFormat.format(now)) >= SEND_FROM_HOUR ? today : shiftDay(today, -1)
  const sendBatch = () => platform.db.transaction(async tx => sendBatchUntil(tx, platform, last))
  while ((await sendBatch()) === BATCH_SIZE);
}

/** @returns how many of those that are planned for a day or before */
async function sendBatchUntil(tx: Tx, platform: Platform, last: string): Promise<number> {
  const due = await tx
    .select()
    .from(creditAccounts)
    .where(
      and(
        eq(creditAccounts.kind, 'GIFT_CARD'),
        isNull(creditAccounts.deliveredAt),
        isNull(creditAccounts.blockedAt),
        lte(creditAccounts.deliverOn, last),
      ),
    )
    .orderBy(asc(creditAccounts.deliverOn), asc(creditAccounts.id))
    .limit(BATCH_SIZE)
    .for('no key update', { skipLocked: true })
  await queueGiftCards(tx, platform, due)
  return due.length
}

/** Mails of one card in a day. */
const MAX_SENT_A_DAY = 5

/** The two ways in which customers and admins have a card mailed again. */
export function createGiftCardSender(platform: Platform) {
  const limit = createSharedRateLimit(
    platform,
    'gift-card-send',
    Math.ceil(MAX_SENT_A_DAY * platform.config.rateLimitFactor),
    24 * 3_600_000,
  )
  return {
    /**
     * Mails a card that one bought again, also to another address, or plans it for another day.
     * @throws Problem NOT_FOUND, also for another's card; RATE_LIMITED; GIFT_CARD_ENDED; GIFT_CARD_USED for a new address of a card that was
     * spent from; INVALID_INPUT for a day that is over
     */
    async sendOwn(userId: string, { cardId, ...change }: z.output<typeof sendGiftCard.input>): Promise<null> {
      const now = platform.now()
      await assertOwnCard(platform, userId, cardId)
      await limit.consume(cardId)
      await platform.db.transaction(async tx => {
        const card = await lockGiftCard(tx, cardId)
        assertSendable(card, now)
        await changeDelivery(tx, platform, card, change)
      })
      return null
    },
    /** @throws Problem NOT_FOUND, GIFT_CARD_ENDED, RATE_LIMITED */
    async sendAsAdmin(by: string, cardId: string): Promise<null> {
      await limit.consume(cardId)
      await platform.db.transaction(async tx => {
        const card = await lockGiftCard(tx, cardId)
        assertSendable(card, platform.now())
        await sendAgain(tx, platform, card)
        await recordAuditEntry(tx, { by, action: 'GIFT_CARD_SENT', subjectId: cardId, details: {} })
      })
      return null
    },
  }
}

async function assertOwnCard({ db }: Platform, userId: string, cardId: string): Promise<void> {
  const found = await queryRows(
    db,
    sql`select a.id from ${creditAccounts} a
      join order_items i on i.id = a.order_item_id join orders o on o.id = i.order_id
      where a.id::text = ${cardId} and o.user_id = ${userId}::uuid`,
  )
  if (found.length === 0) throw giftCardNotFound()
}

function assertSendable(card: CreditAccountRow, now: Date): void {
  const isExpired = card.deliveredAt !== null && card.expiresAt !== null && card.expiresAt <= now
  if (!canPayWith({ isBlocked: card.blockedAt !== null, isExpired }) || card.balanceCents === 0)
    throw new Problem('GIFT_CARD_ENDED')
}

async function changeDelivery(
  tx: Tx,
  platform: Platform,
  card: CreditAccountRow,
  { recipientEmail, deliverOn }: { recipientEmail?: string | undefined; deliverOn?: string | undefined },
): Promise<void> {
  const today = toBrusselsDay(platform.now())
  if (deliverOn !== undefined && (deliverOn < today || deliverOn > shiftDay(today, 366)))
    throw new Problem('INVALID_INPUT', {
      fields: { deliverOn: 'Kies een dag van vandaag tot over een jaar.' },
    })
  const isMoved = recipientEmail !== undefined && recipientEmail !== card.recipientEmail
  if (isMoved && card.balanceCents !== card.initialCents)
    throw new Problem('GIFT_CARD_USED', { message: 'Met deze bon is al betaald: het adres ligt vast.' })
  const isPlanned = deliverOn !== undefined && deliverOn > today
  if (isPlanned && card.deliveredAt !== null)
    throw new Problem('INVALID_INPUT', { fields: { deliverOn: 'Deze bon is al verstuurd.' } })
  // The recipient of the mail before must not be able to spend a card that is someone else's now.
  const code = isMoved && card.deliveredAt !== null ? await newCodeColumns(platform, tx, card.id) : {}
  const changes = {
    ...code,
    ...(isMoved && { recipientEmail }),
    ...(deliverOn !== undefined &&
      card.deliveredAt === null && { deliverOn, expiresAt: endOn(platform, card, deliverOn) }),
  }
  const changed = await update(tx, card, changes)
  if (!isPlanned) await sendAgain(tx, platform, changed)
}

/** Mails a card now; one whose code was erased gets a new one, and the old one is unknown from then on. */
async function sendAgain(tx: Tx, platform: Platform, card: CreditAccountRow): Promise<void> {
  const code = card.encrypted === null ? await newCodeColumns(platform, tx, card.id) : {}
  await queueGiftCards(tx, platform, [await update(tx, card, code)])
}

async function update(
  tx: Tx,
  card: CreditAccountRow,
  changes: Partial<CreditAccountRow>,
): Promise<CreditAccountRow> {
  if (Object.keys(changes).length === 0) return card
  await tx.update(creditAccounts).set(changes).where(eq(creditAccounts.id, card.id))
  return { ...card, ...changes }
}
