import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailedTokens } from '../../../../tests/support/devMails.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { mails } from '../../../platform/db/table.ts'
import { login, readUser, register, changePassword, forgotPassword, resetPassword } from '../contract.ts'
import { hashPassword } from './passwordHash.service.ts'
import { PASSWORD_RESET_RESPONSE_MS } from './passwordChange.service.ts'
import { createLoginSession } from '../login/session.service.ts'
import { users } from '../table.ts'
import { issueToken } from '../token.service.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

const OLD = 'een-goed-wachtwoord'
const NEW = 'een-beter-wachtwoord'

const forgot = (email: string) => shop.newClient().call(forgotPassword, { email })
const reset = (token: unknown, password = NEW) => shop.newClient().call(resetPassword, { token, password })
const signIn = async (email: string, password: string) =>
  (await shop.newClient().call(login, { email, password })).status
const tokensOf = (email: string) => mailedTokens(shop.origin, email, '/reset-password')
const mailsOf = async (email: string) => {
  const found = await shop.node.platform.db.select().from(mails).where(eq(mails.recipient, email))
  return found.map(({ template }) => template)
}

async function askedFor(member: TestUser): Promise<string> {
  expect((await forgot(member.user.email)).status).toBe(204)
  return vi.waitFor(
    async () => {
      const [newest] = await tokensOf(member.user.email)
      expect(newest).toBeDefined()
      return newest as string
    },
    { timeout: 10_000, interval: 50 },
  )
}
/** The same account in another browser. */
async function elsewhere(member: TestUser) {
  const other = shop.newClient()
  await other.call(login, { email: member.user.email, password: OLD })
  return other
}

describe('a forgotten password', () => {
  it('is replaced with the link once, ends every session, and notifies the owner', async () => {
    const member = await shop.newUser()
    const bystander = await shop.newUser()
    const other = await elsewhere(member)
    const tab = await openSocketClient(shop.origin, { cookie: other.cookie() })
    const token = await askedFor(member)
    expect(await reset(token)).toMatchObject({ status: 204, body: '' })
    expect(await tab.closed, 'the sockets go with the login').toBe(4401)
    expect((await member.call(readUser)).status).toBe(401)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await bystander.call(readUser)).status).toBe(200)
    expect(await signIn(member.user.email, OLD)).toBe(401)
    expect(await signIn(member.user.email, NEW)).toBe(200)
    expect(await reset(token, 'nog-een-wachtwoord')).toMatchObject({
      status: 400,
      body: { code: 'TOKEN_INVALID' },
    })
    expect(await mailsOf(member.user.email)).toEqual(['password-reset', 'password-changed'])
    const { db } = shop.node.platform
    const [row] = await db.select().from(users).where(eq(users.id, member.user.id))
    expect(row?.emailVerifiedAt, 'who reads its mail owns the address').toEqual(time)
  })

  it('link works for an hour, in any case of the address, and reports an invalid password', async () => {
    const member = await shop.newUser()
    await forgot(member.user.email.toUpperCase())
    const token = await askedFor(member)
    expect((await reset(token, 'kort')).body).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { password: 'Kies een wachtwoord van minstens 8 tekens.' },
    })
    const start = time
    time = new Date(start.getTime() + 3_600_000)
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
    expect(await signIn(member.user.email, OLD)).toBe(200)
    time = start
    expect((await reset(token)).status).toBe(204)
  })

  it('link used many times at once sets one password', async () => {
    const member = await shop.newUser()
    const token = await askedFor(member)
    const tries = ['a', 'b', 'c', 'd'].map(each => reset(token, `wachtwoord-${each}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400, 400, 400])
  })

  it('request returns the same answer, as late, whether or not the account exists', async () => {
    const member = await shop.newUser()
    const took = async (email: string) => {
      const start = performance.now()
      expect(await forgot(email)).toMatchObject({ status: 204, body: '' })
      return performance.now() - start
    }
    // Both responses take the minimum time, so that the work for one of them does not show.
    for (let times = 0; times < 3; times += 1) {
      expect(await took(member.user.email)).toBeGreaterThanOrEqual(PASSWORD_RESET_RESPONSE_MS - 1)
      expect(await took(`niemand-${times}@gloed.test`)).toBeGreaterThanOrEqual(PASSWORD_RESET_RESPONSE_MS - 1)
    }
    expect(await mailsOf('niemand-1@gloed.test')).toEqual([])
  })

  it('request sends at most five mails an hour, with the same answer', async () => {
    const member = await shop.newUser()
    const asked = await Promise.all(Array.from({ length: 8 }, () => forgot(member.user.email)))
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(204))
    expect(await mailsOf(member.user.email)).toHaveLength(5)
  })

  it('can be requested at most 50 times a quarter from one address', async () => {
    const tries = await Promise.all(Array.from({ length: 51 }, (_, at) => forgot(`reeks-${at}@gloed.test`)))
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a password change', () => {
  it('ends every session except its own, and notifies the owner', async () => {
    const member = await shop.newUser()
    const other = await elsewhere(member)
    const changed = await member.call(changePassword, { password: OLD, newPassword: NEW })
    expect(changed).toMatchObject({ status: 204, body: '' })
    expect((await member.call(readUser)).status).toBe(200)
    expect((await other.call(readUser)).status).toBe(401)
    expect(await signIn(member.user.email, OLD)).toBe(401)
    expect(await signIn(member.user.email, NEW)).toBe(200)
    expect(await mailsOf(member.user.email)).toEqual(['password-changed'])
  })

  it('requires the present password and is rate limited', async () => {
    const member = await shop.newUser()
    const guess = () => member.call(changePassword, { password: 'gok', newPassword: NEW })
    expect(await guess()).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', fields: { password: 'Dit wachtwoord klopt niet.' } },
    })
    expect((await member.call(changePassword, {})).body).toMatchObject({
      fields: {
        password: 'Vul je wachtwoord in.',
        newPassword: 'Kies een wachtwoord van minstens 8 tekens.',
      },
    })
    for (let times = 0; times < 9; times += 1) await guess()
    expect((await guess()).status).toBe(429)
    expect(await signIn(member.user.email, OLD)).toBe(200)
  })

  it('ends a login that checked the old password just before', async () => {
    const { db } = shop.node.platform
    const { user } = await shop.newUser()
    await db
      .update(users)
      .set({ password: await hashPassword(NEW) })
      .where(eq(users.id, user.id))
    await expect(
      createLoginSession(db, user.id, time, { checkedPassword: user.password }),
    ).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  })
})

describe('a password that everybody tries', () => {
  const refused = (field: string) => ({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { [field]: expect.stringContaining('te bekend') } },
  })

  it('is refused at registration, at a change and at a reset, and the link stays valid', async () => {
    const account = { email: 'veelgebruikt@gloed.test', displayName: 'Robin' }
    const visitor = shop.newClient()
    expect(await visitor.call(register, { ...account, password: 'Welkom123!' })).toMatchObject(
      refused('password'),
    )
    expect(await visitor.call(register, { ...account, password: OLD })).toMatchObject({ status: 201 })

    const member = await shop.newUser()
    const change = { password: OLD, newPassword: 'P@ssw0rd1' }
    expect(await member.call(changePassword, change)).toMatchObject(refused('newPassword'))
    const token = await issueToken(shop.node.platform.db, member.user.id, 'RESET_PASSWORD', time)
    expect(await reset(token, 'wachtwoord1')).toMatchObject(refused('password'))
    expect((await reset(token)).status).toBe(204)
  })

  it('still signs in a user who has it', async () => {
    const member = await shop.newUser()
    const password = await hashPassword('welkom01')
    await shop.node.platform.db.update(users).set({ password }).where(eq(users.id, member.user.id))
    expect(await signIn(member.user.email, 'welkom01')).toBe(200)
  })
})
