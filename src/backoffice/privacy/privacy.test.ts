import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, placeOrderFor } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { login, readUser, register, forgotPassword } from '../../people/accounts/contract.ts'
import { loginSessions, users } from '../../people/accounts/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { mails } from '../../platform/db/table.ts'
import { accountClosedMail, deleteAccount } from './contract.ts'
import { eraseClosedAccounts } from './erase.service.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

const PASSWORD = 'een-goed-wachtwoord'
const DAY = 86_400_000
const close = (member: TestUser, password: unknown = PASSWORD) => member.call(deleteAccount, { password })
const signIn = (email: string, password = PASSWORD) => shop.newClient().call(login, { email, password })
const later = async (days: number, work: () => Promise<unknown>) => {
  const start = time
  time = new Date(start.getTime() + days * DAY)
  await work()
  time = start
}

describe('closing an account', () => {
  it('signs out everywhere, and mails and shows the erasure date', async () => {
    const member = await shop.newUser()
    const other = shop.newClient()
    await other.call(login, { email: member.user.email, password: PASSWORD })
    const closed = await close(member)
    const deleteAfter = new Date(time.getTime() + 27 * DAY).toISOString()
    expect(closed).toMatchObject({ status: 202, body: { deleteAfter } })
    expect(closed.headers.getSetCookie()[0]).toMatch(/^gloed_session=;/)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await member.call(readUser)).status).toBe(401)
    expect(await mailsTo(shop, member.user.email)).toEqual(['account-closed'])
  })

  it('is refused with the same answer unless the password is right', async () => {
    const member = await shop.newUser()
    await close(member)
    expect(await signIn(member.user.email)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_CLOSED' } })
    expect(await signIn(member.user.email, 'verkeerd')).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    })
    expect((await shop.newClient().call(forgotPassword, { email: member.user.email })).status).toBe(204)
    expect(await mailsTo(shop, member.user.email)).toEqual(['account-closed'])
  })

  it('requires the password in the body and is rate limited', async () => {
    const member = await shop.newUser()
    expect(await close(member, '')).toMatchObject({
      status: 400,
      body: { fields: { password: 'Vul je wachtwoord in.' } },
    })
    const inAddress = await member.request('DELETE', `/api/account?password=${PASSWORD}`)
    expect(inAddress.status).toBe(400)
    expect(await close(member, 'verkeerd')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
    for (let times = 0; times < 9; times += 1) await close(member, 'verkeerd')
    expect((await close(member)).status).toBe(429)
    expect((await member.call(readUser)).status).toBe(200)
  })

  it('is refused for the last admin, also when two leave at once', async () => {
    const db = shop.node.platform.db
    const [one, two] = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
    const answers = await Promise.all([close(one), close(two)])
    const refused = answers.find(({ status }) => status === 409)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(refused?.body).toMatchObject({
      code: 'LAST_ADMIN',
      message: 'Je bent de enige administrator. Maak eerst iemand anders administrator.',
    })
    const isOpenAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))
    expect(await db.$count(users, isOpenAdmin)).toBe(1)
    expect((await close(await shop.newUser())).status).toBe(202)
  })

  it('happens once for parallel requests', async () => {
    const member = await shop.newUser()
    const statuses = (await Promise.all([close(member), close(member), close(member)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 401, 401])
    expect(await mailsTo(shop, member.user.email)).toEqual(['account-closed'])
  })
})

describe('erasing an account', () => {
  it('happens on its date; the address is free again and the old password is refused', async () => {
    const member = await shop.newUser()
    const { email } = member.user
    await close(member)
    await later(26.9, () => eraseClosedAccounts(shop.node.platform))
    expect((await signIn(email)).status).toBe(403)
    const again = { email, password: PASSWORD, displayName: 'Opnieuw' }
    expect((await shop.newClient().call(register, again)).status).toBe(409)
    await later(27, () => eraseClosedAccounts(shop.node.platform))
    expect((await signIn(email)).status).toBe(401)
    const { status, body } = await shop.newClient().call(register, again)
    expect(status).toBe(201)
    expect(body.id).not.toBe(member.user.id)
  })

  it('leaves no account to sign in to, mail or erase again', async () => {
    const { platform } = shop.node
    const { db } = platform
    const member = await shop.newUser()
    await close(member)
    await later(27, async () => {
      await Promise.all([eraseClosedAccounts(platform), eraseClosedAccounts(platform)])
    })
    const [row] = await db.select().from(users).where(eq(users.id, member.user.id))
    expect(row).toMatchObject({ displayName: 'Verwijderd account', password: '', role: 'USER' })
    const nobody = row?.email as string
    for (const password of ['x', PASSWORD]) expect((await signIn(nobody, password)).status).toBe(401)
    expect(await db.$count(loginSessions, eq(loginSessions.userId, member.user.id))).toBe(0)
    const props = { deleteAfter: time.toISOString(), retentionYears: 7, shopName: 'Gloed' }
    await db.transaction(tx => queueMail(tx, platform.jobs, accountClosedMail, nobody, props))
    expect(await db.$count(mails, eq(mails.recipient, nobody))).toBe(0)
  })

  it('keeps the address of an order until it is delivered, cancelled, or was sent long ago', async () => {
    const { platform } = shop.node
    const { db } = platform
    const member = await shop.newUser()
    const { orderId } = await placeOrderFor(shop, member)
    const set = (order: Partial<typeof orders.$inferInsert>) =>
      db.update(orders).set(order).where(eq(orders.id, orderId))
    const address = async () => {
      await eraseClosedAccounts(platform)
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
      return order?.shippingStreet ?? null
    }
    await close(member)
    await set({ status: 'PROCESSING', comments: 'Bel aan.' })
    await later(27, async () => {
      expect(await address()).toBe('Lindelaan')
      await set({ status: 'SHIPPED', shippedAt: time })
      expect(await address()).toBe('Lindelaan')
    })
    await later(27 + 28, async () => expect(await address()).toBe('Lindelaan'))
    await later(27 + 29, async () => expect(await address()).toBeNull())
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ comments: null, shippingLastName: null, shippingCountry: 'Nederland' })
  })

  it('leaves other accounts unchanged', async () => {
    const member = await shop.newUser()
    await later(400, () => eraseClosedAccounts(shop.node.platform))
    const { db } = shop.node.platform
    const [row] = await db.select().from(users).where(eq(users.id, member.user.id))
    expect(row).toEqual(member.user)
  })
})
