import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addLot, entriesOf, playMinutes } from '../../../tests/support/earnings.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { linkToys } from '../../../tests/support/toys.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { readControlSession, startControl, stopControl } from '../../live/sessions/contract.ts'
import { createLoginSession } from '../../people/accounts/login/session.service.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { bookPayout, takeBackMinuteEarnings } from './service.ts'
import { earningAccounts } from './table.ts'

const TWENTY = Array.from({ length: 20 }, (_, index) => index)
let time = Date.now()
let postgres: SharedPostgres
let nodes: TestShop[]
let creatorId: string
let toyIds: string[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  const open = async () => openShop({ database: await openPostgres(url), now: () => new Date(time) })
  nodes = [await open(), await open()]
  const creator = await node(0).newUser('MODEL')
  creatorId = creator.user.id
  toyIds = await linkToys(node(0), creator)
})
afterAll(async () => {
  await Promise.all(nodes.map(each => each.close()))
  await postgres.close()
})

const node = (index: number) => nodes[index % 2] as TestShop
const db = (index = 0) => node(index).node.platform.db
const sumOf = (entries: { cents: number }[]) => entries.reduce((sum, { cents }) => sum + cents, 0)
const booksAgree = async () => {
  const found = await findDiscrepancies(db(), new Date(0))
  expect(
    found.filter(({ check }) => /^(earnings\.(balance|chain|minutes)|minutes\.balance)/.test(check)),
  ).toEqual([])
}

it('a session that is ended by twenty stops at two nodes is earned once', async () => {
  const [player] = (await createCustomers(node(0), 1)) as [TestCustomer]
  await addLot(node(0), player.userId, { minutes: 5, value: 1000, vat: 174 })
  const cookie = `gloed_session=${await createLoginSession(db(), player.userId, new Date(time))}`
  const visitor = node(1).newClient()
  const there: TestCustomer['call'] = (endpoint, input) => visitor.call(endpoint, input, { cookie })
  const calls = TWENTY.map(index => (index % 2 ? there : player.call))
  const toyDeviceId = toyIds[0]
  await vi.waitFor(
    async () => expect((await player.call(startControl, { toyDeviceId })).status).toBe(201),
    10_000,
  )
  await player.call(readControlSession)
  time += 3000
  await Promise.all(calls.map(call => call(stopControl)))
  expect(await entriesOf(node(0), creatorId)).toMatchObject([
    { type: 'EARNED', minutes: 1, grossCents: 200, cents: 100 },
  ])
  await booksAgree()
})

it('minutes of many players on the toys of one creator are one chain, also while a payment is taken back', async () => {
  const creator = (await node(0).newUser('MODEL')).user.id
  const players = await Promise.all(TWENTY.map(async () => (await node(0).newUser()).user.id))
  const finalAt = new Date(time + 3_600_000)
  const lot = { minutes: 5, value: 1000, vat: 174, finalAt }
  const purchases = await Promise.all(players.map(playerId => addLot(node(0), playerId, lot)))
  const startedAt = new Date(time)
  const sessionIds = players.map(() => randomUUID())
  for (const minutes of [2, 3]) {
    const playing = players.map((playerId, index) =>
      playMinutes(
        node(index),
        { sessionId: sessionIds[index] as string, startedAt, creatorId: creator, playerId },
        minutes,
      ),
    )
    const takenBack = purchases.slice(0, 5).map((purchaseId, index) =>
      db(index).transaction(tx =>
        takeBackMinuteEarnings(tx, node(index).node.platform, {
          purchaseId: purchaseId as string,
          causeId: randomUUID(),
          backCents: null,
        }),
      ),
    )
    await Promise.all([...playing, ...takenBack])
  }
  const entries = await entriesOf(node(0), creator)
  const earned = entries.filter(({ type }) => type === 'EARNED')
  expect([earned.length, sumOf(earned)]).toEqual([40, 20 * 496])
  const [account] = await db().select().from(earningAccounts).where(eq(earningAccounts.id, creator))
  expect(account?.balanceCents).toBe(sumOf(entries))
  await booksAgree()
})

it('payouts at once never pay more than is payable', async () => {
  const creator = (await node(0).newUser('MODEL')).user.id
  const playerId = (await node(0).newUser()).user.id
  await addLot(node(0), playerId, { minutes: 5, value: 1000, vat: 174, finalAt: new Date(time) })
  const session = { sessionId: randomUUID(), startedAt: new Date(time), creatorId: creator, playerId }
  await playMinutes(node(0), session, 5)
  const now = new Date(Date.now() + 60_000)
  const pay = (payoutId: string, index: number) =>
    db(index).transaction(tx => bookPayout(tx, { payoutId, creatorId: creator, cents: 200 }, now))
  const twice = TWENTY.map(index => `00000000-0000-7000-8000-0000000000${10 + Math.floor(index / 2)}`)
  const paid = await Promise.allSettled(twice.map(pay))
  expect(paid.filter(each => each.status === 'fulfilled' && each.value)).toHaveLength(2)
  expect(sumOf(await entriesOf(node(0), creator))).toBe(496 - 400)
  await booksAgree()
})
