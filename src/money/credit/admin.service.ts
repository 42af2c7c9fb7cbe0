import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db.ts'
import { type IdempotencyKey, runOnce } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/sql.ts'
import { formatCents } from '../../wire/money.ts'
import { Problem } from '../../wire/problem.ts'
import type {
  AdminGiftCard,
  AdminStoreCredit,
  blockGiftCard,
  changeUserCredit,
  createGiftCard,
} from './contract.ts'
import { createGiftCards, lockGiftCard } from './giftCards.service.ts'
import { addCreditEntries, lockStoreCredit } from './ledger.service.ts'
import { sendNewGiftCards } from './send.service.ts'
import { findUserCredit, getAdminGiftCard } from './service.ts'
import { creditAccounts } from './table.ts'

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

/** Blocks a card, or lets it pay again; what it is already changes nothing. The audit entry omits the reason, which may name a person. @throws Problem NOT_FOUND, CONFLICT */
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
      await addCreditEntries(tx, [{ id, accountId, cents, kind, reason, byUserId: by }])
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
