import { randomUUIDv7 } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsOf, providerPayments, quickPackage } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { mails } from '../../platform/db/table.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { listMinutePackages, purchaseMinutes } from './contract.ts'
import { addMinuteEntry, getSessionCostCents, spendMinutes } from './service.ts'
import { minuteEntries, minutePurchases } from './table.ts'
import { users } from '../../people/accounts/table.ts'
import { toys } from '../../live/toys/table.ts'

let shop: TestShop
let someone: TestUser
beforeAll(async () => {
  shop = await openShop()
  someone = await shop.newUser()
})
afterAll(() => shop.close())

/** Puts a customer in a session. */
async function inSession(customer: TestUser, status: 'COUNTDOWN' | 'ACTIVE' | 'STOPPED') {
  const { db } = shop.node.platform
  const model = await shop.newUser('MODEL')
  const toyDeviceId = randomUUIDv7()
  await db.insert(toys).values({ id: toyDeviceId, name: 'Lumi', model: 'lush', ownerId: model.user.id })
  const now = new Date()
  await db.insert(toyControlSessions).values({
    userId: customer.user.id,
    toyDeviceId,
    status,
    countdownEndsAt: now,
    heartbeatAt: now,
    ...(status === 'STOPPED' && { stoppedBy: 'USER' as const, stoppedAt: now }),
  })
}

const buy = (customer: TestUser, input: object, key?: string) =>
  customer.call(purchaseMinutes, input, key === undefined ? undefined : { 'idempotency-key': key })

describe('minute packages', () => {
  it('require a session, and cost the normal price', async () => {
    expect(await shop.newClient().call(listMinutePackages)).toMatchObject({ status: 401 })
    const { status, body } = await someone.call(listMinutePackages)
    expect(status).toBe(200)
    expect(body.map(({ id, price, discounted }) => [id, price, discounted])).toEqual([
      ['quick', 1000, false],
      ['extended', 2500, false],
      ['premium', 4500, false],
      ['ultimate', 8000, false],
    ])
  })

  it.each([
    ['COUNTDOWN', true],
    ['ACTIVE', true],
    ['STOPPED', false],
  ] as const)('in a session that is %s cost less: %j', async (status, discounted) => {
    const customer = await shop.newUser()
    await inSession(customer, status)
    const [first] = (await customer.call(listMinutePackages)).body
    expect(first).toMatchObject({ price: discounted ? 800 : 1000, normalPrice: 1000, discounted })
    expect((await someone.call(listMinutePackages)).body[0]).toMatchObject({ price: 1000 })
  })
})

describe('buying minutes', () => {
  it('charges the current price of the package', async () => {
    const customer = await shop.newUser()
    await inSession(customer, 'ACTIVE')
    expect(await buy(customer, quickPackage)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 800, minutes: 5 },
    })
    const { status, body } = await buy(customer, { ...quickPackage, price: 800 })
    expect(status).toBe(201)
    const [payment] = await paymentsOf(shop, body.purchaseId)
    expect(payment).toMatchObject({ kind: 'MINUTES', amountCents: 800, status: 'OPEN' })
    const told = (await providerPayments(shop)).find(({ id }) => id === payment?.providerId)
    expect(told).toMatchObject({ amount: { value: '8.00' }, description: 'Gloed' })
    expect(body.paymentUrl?.endsWith(payment?.providerId as string)).toBe(true)
  })

  it.each([
    [{ ...quickPackage, price: 800 }, 409, 'PRICE_CHANGED'],
    [{ ...quickPackage, price: 0 }, 409, 'PRICE_CHANGED'],
    [{ ...quickPackage, minutes: 500 }, 409, 'PRICE_CHANGED'],
    [{ ...quickPackage, packageId: 'constructor' }, 404, 'NOT_FOUND'],
    [{ ...quickPackage, packageId: 'x'.repeat(41) }, 400, 'INVALID_INPUT'],
    [{ ...quickPackage, price: '1000' }, 400, 'INVALID_INPUT'],
    [{ ...quickPackage, minutes: 5.5 }, 400, 'INVALID_INPUT'],
    [{}, 400, 'INVALID_INPUT'],
  ])('refuses %j with %i', async (input, status, code) => {
    const { db } = shop.node.platform
    const before = await db.$count(minutePurchases)
    expect(await buy(someone, input)).toMatchObject({ status, body: { code } })
    expect(await db.$count(minutePurchases)).toBe(before)
  })

  it('creates one purchase and repeats the answer for the same key', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => buy(someone, quickPackage, 'twice')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await buy(someone, { packageId: 'premium', minutes: 30, price: 4500 }, 'twice')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_REUSED' },
    })
    const other = await shop.newUser()
    expect((await buy(other, quickPackage, 'twice')).body.purchaseId).not.toBe(answers[0]?.body.purchaseId)
    expect((await buy(someone, quickPackage)).body.purchaseId).not.toBe(answers[0]?.body.purchaseId)
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(129)])('refuses %j as a key', async key => {
    expect(await buy(await shop.newUser(), quickPackage, encodeURI(key) === key ? key : 'a b')).toMatchObject(
      {
        status: 400,
      },
    )
  })
})

describe('the waiver of the right to withdraw', () => {
  it.each([
    [{ agreesToImmediateStart: true }, true],
    [{ agreesToImmediateStart: false }, false],
    [{}, false],
  ])('with %j is stored with its time and confirmed by mail: %j', async (input, hasWaived) => {
    const { db } = shop.node.platform
    const customer = await shop.newUser()
    const before = Date.now()
    const { status, body } = await buy(customer, { ...quickPackage, ...input })
    expect(status).toBe(201)
    const [purchase] = await db.select().from(minutePurchases).where(eq(minutePurchases.id, body.purchaseId))
    if (hasWaived) expect(purchase?.waivedAt?.getTime()).toBeGreaterThanOrEqual(before)
    else expect(purchase?.waivedAt).toBeNull()
    expect(purchase?.waivedAt).toEqual(hasWaived ? purchase?.createdAt : null)
    await completePayment(body.paymentUrl as string, 'paid')
    const credited = and(eq(mails.recipient, customer.user.email), eq(mails.template, 'minutes-credited'))
    await expect
      .poll(() => db.select().from(mails).where(credited), { timeout: 10_000 })
      .toMatchObject([{ props: { minutes: 5, hasWaived } }])
  })

  it('is refused when it is neither yes nor no', async () => {
    expect(await buy(someone, { ...quickPackage, agreesToImmediateStart: 'ja' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })
})

describe('minute ledger', () => {
  it('adds up to the balance, which never falls below 0', async () => {
    const { db } = shop.node.platform
    const customer = await shop.newUser()
    const userId = customer.user.id
    const session = randomUUIDv7()
    await db.transaction(tx => addMinuteEntry(tx, { userId, kind: 'GIFT', minutes: 3 }))
    await expect(
      db.transaction(tx => addMinuteEntry(tx, { userId, kind: 'ADJUSTMENT', minutes: -4 })),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_MINUTES' })
    expect(await db.transaction(tx => spendMinutes(tx, userId, session, 2))).toBe(2)
    expect(await db.transaction(tx => spendMinutes(tx, userId, session, 2))).toBe(1)
    expect(await db.transaction(tx => spendMinutes(tx, userId, session, 2))).toBe(0)
    const [user] = await db.select({ balance: users.minutesBalance }).from(users).where(eq(users.id, userId))
    const entries = await db.select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
    expect(user?.balance).toBe(0)
    expect(entries.map(({ minutes }) => minutes).sort((a, b) => a - b)).toEqual([-2, -1, 3])
  })

  it('values the minutes that a session spent, oldest first', async () => {
    const { db } = shop.node.platform
    const { user } = await shop.newUser()
    const [first, second] = [randomUUIDv7(), randomUUIDv7()]
    const entry = { userId: user.id, kind: 'ADJUSTMENT' as const }
    await db.transaction(tx => addMinuteEntry(tx, { ...entry, minutes: 5, valueCents: 1000 }))
    await db.transaction(tx => spendMinutes(tx, user.id, first, 3))
    expect(await getSessionCostCents(db, first)).toBe(600)
    await db.transaction(tx => addMinuteEntry(tx, { ...entry, minutes: 10, valueCents: 800 }))
    await db.transaction(tx => spendMinutes(tx, user.id, second, 4))
    expect(await getSessionCostCents(db, second)).toBe(400 + 160)
  })
})
