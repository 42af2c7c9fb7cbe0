import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf, qualified, readPage } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { payments, refunds } from '../payments/table.ts'
import type { GiftCardLimiter } from './giftCards/codeLimiter.service.ts'
import type { checkGiftCard, readStoreCredit } from './contract.ts'
import { isGiftCardCode } from './giftCards/code.rules.ts'
import { isStoreCreditOf } from './ledger.service.ts'
import { refuseUnknown } from './plan.rules.ts'
import { digestOf } from './spend.service.ts'
import { creditAccounts, creditEntries } from './table.ts'

type CheckedCard = z.input<typeof checkGiftCard.output>

/** Finds the balance of a card for the holder of its code. @throws Problem NOT_FOUND, RATE_LIMITED */
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

/** Null for an unknown or blocked card, and for a text that can't be a code. */
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

export const entryColumns = {
  ...columnsOf(creditEntries, 'id', 'kind', 'reason', 'createdAt'),
  amount: creditEntries.cents,
  orderNumber,
}

export const newestFirst = [desc(creditEntries.createdAt), desc(creditEntries.id)] as const

export const toEntry = <E extends { orderNumber: string | null }>({ orderNumber: number, ...entry }: E) => ({
  ...entry,
  ...(number !== null && { orderNumber: number }),
})

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
