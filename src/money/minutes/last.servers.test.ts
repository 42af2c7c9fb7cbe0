import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { createLoginSession } from '../../people/accounts/login/session.service.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { readControlSession, sendCommand, startControl, stopControl } from '../../live/sessions/contract.ts'
import { sessions } from '../../live/sessions/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { addMinuteEntry, spendMinutes } from './service.ts'
import { minuteEntries } from './table.ts'

/** Twenty simultaneous requests for a user's last minute, at two nodes on one PostgreSQL. */
const TWENTY = Array.from({ length: 20 }, (_, index) => index)
const ROUNDS = 10
let time = Date.parse('2026-11-20T20:00:00Z')
let postgres: SharedPostgres
let nodes: TestShop[]
let toyIds: string[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  const open = async () => openShop({ database: await openPostgres(url), now: () => new Date(time) })
  nodes = [await open(), await open()]
  toyIds = await linkToys(node(0), await node(0).newUser('MODEL'))
})
afterAll(async () => {
  await Promise.all(nodes.map(each => each.close()))
  await postgres.close()
})

const node = (index: number) => nodes[index % 2] as TestShop
const db = (index = 0) => node(index).node.platform.db

async function withMinutes(minutes: number): Promise<TestCustomer> {
  const [buyer] = (await createCustomers(node(0), 1)) as [TestCustomer]
  await addTestMinutes(node(0), buyer.userId, minutes)
  return buyer
}

/** The balance, and the minutes that the ledger has deducted. */
async function left({ userId }: TestCustomer) {
  const [user] = await db().select().from(users).where(eq(users.id, userId))
  const entries = await db().select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
  return { balance: user?.minutesBalance, out: entries.map(entry => entry.minutes).filter(each => each < 0) }
}
const booksAgree = async () => expect(await findDiscrepancies(db(), new Date(0))).toEqual([])

it('spent by twenty sessions, is charged to one, and the others report no balance', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const buyer = await withMinutes(1)
    const spent = await Promise.all(
      TWENTY.map(index =>
        db(index).transaction(tx => spendMinutes(tx, buyer.userId, crypto.randomUUID(), 1)),
      ),
    )
    expect(spent.toSorted((a, b) => a - b)).toEqual([...TWENTY.slice(1).map(() => 0), 1])
    expect(await left(buyer)).toEqual({ balance: 0, out: [-1] })
  }
  await booksAgree()
})

it('requested whole by twenty, goes to one and is refused to the others', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const buyer = await withMinutes(1)
    const take = { userId: buyer.userId, kind: 'ADJUSTMENT', minutes: -1 } as const
    const answers = await Promise.allSettled(
      TWENTY.map(index => db(index).transaction(tx => addMinuteEntry(tx, take))),
    )
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(answers.filter(answer => answer.status === 'fulfilled').map(({ value }) => value)).toEqual([0])
    expect(refused.map(({ reason }) => reason.code)).toEqual(
      TWENTY.slice(1).map(() => 'INSUFFICIENT_MINUTES'),
    )
    expect(await left(buyer)).toEqual({ balance: 0, out: [-1] })
  }
  await booksAgree()
})

it('is charged once by twenty stops, and the rest starts no session', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const buyer = await withMinutes(3)
    const cookie = `gloed_session=${await createLoginSession(db(), buyer.userId, new Date(time))}`
    const visitor = node(1).newClient()
    const there: TestCustomer['call'] = (endpoint, input) => visitor.call(endpoint, input, { cookie })
    const calls = TWENTY.map(index => (index % 2 ? there : buyer.call))
    const toyDeviceId = toyIds[round % toyIds.length]
    await vi.waitFor(
      async () => expect((await buyer.call(startControl, { toyDeviceId })).status).toBe(201),
      10_000,
    )
    await buyer.call(readControlSession)
    time += 3000
    for (const { status } of await Promise.all(calls.map(call => call(stopControl))))
      expect([200, 204]).toContain(status)
    expect(await left(buyer)).toEqual({ balance: 2, out: [-1] })
    const history = await db().select().from(sessions).where(eq(sessions.userId, buyer.userId))
    expect(history).toMatchObject([{ minutesPurchased: 1, cost: 200 }])
    const starts = await Promise.all(calls.map(call => call(startControl, { toyDeviceId })))
    expect(codesOf(starts)).toEqual(new Set(['402 INSUFFICIENT_MINUTES']))
    const command = { toyDeviceId, command: 'vibrate', intensity: 5 }
    const commands = await Promise.all(calls.map(call => call(sendCommand, command)))
    expect(codesOf(commands)).toEqual(new Set(['409 NO_ACTIVE_SESSION']))
  }
  await booksAgree()
})

const codesOf = (answers: { status: number; body: unknown }[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code}`))
