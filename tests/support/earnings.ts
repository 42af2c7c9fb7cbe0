import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { bookMinuteEarnings } from '../../src/money/earnings/service.ts'
import { earningEntries, earningShares } from '../../src/money/earnings/table.ts'
import type { EarningSource, ShareTerms } from '../../src/money/earnings/contract.ts'
import { addMinuteEntry, spendMinutes } from '../../src/money/minutes/service.ts'
import { minuteEntries, minuteLots, minutePurchases } from '../../src/money/minutes/table.ts'
import { sessions, toyControlSessions } from '../../src/live/sessions/table.ts'
import { toys } from '../../src/live/toys/table.ts'
import type { TestShop, TestUser } from './shop.ts'

/** Minutes with their price, its VAT and its fee in cents; a price of 0 is of free ones. */
export interface TestLot {
  minutes: number
  value: number
  vat?: number
  fee?: number
  finalAt?: Date
}

/** Adds minutes to a user. @returns the id of their purchase; null for free ones */
export async function addLot(shop: TestShop, userId: string, { minutes, value, ...terms }: TestLot) {
  const { vat: vatCents = 0, fee: feeCents = 0, finalAt = new Date() } = terms
  const { db } = shop.node.platform
  if (value === 0) {
    await db.transaction(tx => addMinuteEntry(tx, { userId, kind: 'GIFT', minutes, orderId: randomUUID() }))
    return null
  }
  const bought = { userId, packageId: 'quick', packageName: 'Kort', minutes, price: value } as const
  const [{ id: purchaseId } = { id: '' }] = await db.insert(minutePurchases).values(bought).returning()
  await db.transaction(tx =>
    addMinuteEntry(tx, { userId, kind: 'PURCHASE', minutes, valueCents: value, purchaseId }),
  )
  const [entry] = await db.select().from(minuteEntries).where(eq(minuteEntries.purchaseId, purchaseId))
  await db
    .update(minuteLots)
    .set({ vatCents, feeCents, finalAt })
    .where(eq(minuteLots.id, entry?.id ?? ''))
  return purchaseId
}

/** Notes a share; of everyone without a creator. */
export async function addTestShare(
  shop: TestShop,
  byUserId: string,
  creatorId: string | null,
  terms: Partial<ShareTerms> & { source?: EarningSource; startsAt?: Date; createdAt?: Date },
) {
  const createdAt = terms.createdAt ?? terms.startsAt ?? new Date()
  await shop.node.platform.db.insert(earningShares).values({
    byUserId,
    creatorId,
    source: 'MINUTES',
    basisPoints: 6000,
    deductsFee: false,
    freeMinuteCents: null,
    startsAt: createdAt,
    ...terms,
    createdAt,
  })
}

/** Spends minutes in a session, as its meter does. */
export const playMinutes = (
  shop: TestShop,
  session: { sessionId: string; startedAt: Date; creatorId: string; playerId: string },
  minutes: number,
) =>
  shop.node.platform.db.transaction(async tx => {
    await spendMinutes(tx, session.playerId, session.sessionId, minutes)
    await bookMinuteEarnings(tx, shop.node.platform, session)
  })

export const entriesOf = (shop: TestShop, creatorId: string) =>
  shop.node.platform.db
    .select()
    .from(earningEntries)
    .where(eq(earningEntries.creatorId, creatorId))
    .orderBy(asc(earningEntries.sequence))

/**
 * An ended session of one creator and player, whose minutes are each spent by a statement of their own, as its meter does; a lot of five
 * minutes for 10 euros by default.
 */
export async function playSession(
  shop: TestShop,
  creator: TestUser,
  player: TestUser,
  {
    minutes = 3,
    lots = [{ minutes: 5, value: 1000, vat: 174 }],
  }: { minutes?: number; lots?: TestLot[] } = {},
): Promise<string> {
  const { db } = shop.node.platform
  for (const lot of lots) await addLot(shop, player.user.id, lot)
  const [toyId, sessionId, startedAt] = [randomUUID(), randomUUID(), new Date()]
  const [creatorId, playerId] = [creator.user.id, player.user.id]
  const model = { id: toyId, ownerId: creatorId, name: 'Lush', model: 'Lush', type: 'lush' }
  await db.insert(toys).values(model)
  const control = { id: sessionId, userId: playerId, toyDeviceId: toyId, status: 'STOPPED' } as const
  const ended = { stoppedBy: 'USER', stoppedAt: startedAt, countdownEndsAt: startedAt } as const
  await db
    .insert(toyControlSessions)
    .values({ ...control, ...ended, minutesUsed: minutes, heartbeatAt: startedAt })
  for (let played = 0; played < minutes; played += 1)
    await playMinutes(shop, { sessionId, startedAt, creatorId, playerId }, 1)
  const past = {
    id: sessionId,
    userId: playerId,
    toyId,
    minutesPurchased: minutes,
    cost: 0,
    startTime: startedAt,
  }
  await db.insert(sessions).values(past)
  return sessionId
}
