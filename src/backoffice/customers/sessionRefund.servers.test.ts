import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entriesOf, playMinutes, playSession } from '../../../tests/support/earnings.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { takeBackMinuteEarnings } from '../../money/earnings/service.ts'
import { countSessionMinutes } from '../../money/minutes/service.ts'
import { minuteLots } from '../../money/minutes/table.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { previewSessionRefund, refundSession } from './contract.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

it('gives each minute back once, while other admins, previews, sessions and a chargeback do the same', async () => {
  const { db } = shop.node.platform
  const [one, two] = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
  for (let round = 0; round < 4; round += 1) {
    const [creator, player] = [await shop.newUser('MODEL'), await shop.newUser()]
    const finalAt = new Date(Date.now() + 86_400_000)
    const lots = [
      { minutes: 7, value: 1000, vat: 174, finalAt },
      { minutes: 9, value: 1300, finalAt },
    ]
    const sessionId = await playSession(shop, creator, player, { minutes: 10, lots })
    const [creatorId, playerId] = [creator.user.id, player.user.id]
    const purchaseId = (await entriesOf(shop, creatorId))[0]?.purchaseId as string
    const back = { purchaseId, causeId: randomUUID(), backCents: 500 }
    const refunds = [4, 10, 4, 7, 10, 1].map((backMinutes, index) =>
      (index % 2 ? one : two).call(refundSession, { sessionId, backMinutes, reason: 'Storing' }),
    )
    const [given] = await Promise.all([
      Promise.all(refunds),
      Promise.all([1, 2].map(() => one.call(previewSessionRefund, { sessionId }))),
      ...[1, 2, 3].map(minutes =>
        playMinutes(shop, { sessionId: randomUUID(), startedAt: new Date(), creatorId, playerId }, minutes),
      ),
      db.transaction(tx => takeBackMinuteEarnings(tx, shop.node.platform, back)),
    ])
    expect(given.map(answer => answer.status)).toEqual(given.map(() => 200))
    expect(given.reduce((sum, answer) => sum + answer.body.minutes, 0)).toBe(10)
    expect(await countSessionMinutes(db, sessionId)).toEqual({ played: 10, back: 10 })
    const [user] = await db.select().from(users).where(eq(users.id, playerId))
    const rows = await db.select().from(minuteLots).where(eq(minuteLots.userId, playerId))
    expect(user?.minutesBalance).toBe(16 - 6)
    expect(rows.reduce((sum, { spent }) => sum + spent, 0)).toBe(6)
    const own = (await entriesOf(shop, creatorId)).filter(entry => entry.sessionId === sessionId)
    expect(own.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  }
  const found = await findDiscrepancies(db, new Date(0))
  expect(found.filter(({ check }) => /^(earnings|minutes\.balance)/.test(check))).toEqual([])
})
