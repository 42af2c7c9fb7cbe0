import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { tracesInTables } from '../../../tests/support/personalDataTraces.ts'
import { login, readUser, changePassword } from '../accounts/contract.ts'
import { users } from '../accounts/table.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'
import { totpSecrets } from './table.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
const STEP = 30_000
const later = (ms: number) => (time = new Date(time.getTime() + ms))
/** The code that the app shows this number of steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: time.getTime() + steps * STEP })

async function turnOn(member: TestUser) {
  const { body } = await member.call(beginTotpSetup, { password })
  const { body: confirmed } = await member.call(confirmTotp, { code: codeOf(body.secret) })
  return { secret: body.secret, recoveryCodes: confirmed.recoveryCodes }
}

/** A browser with a pending login. */
async function halfway({ user }: TestUser) {
  const visitor = shop.newClient()
  const answer = await visitor.call(login, { email: user.email, password })
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRequired: true } })
  return visitor
}

describe('enabling TOTP', () => {
  it('requires the password, returns a secret, and is on after a code from the app', async () => {
    const member = await shop.newUser()
    expect(await member.call(beginTotpSetup, { password: 'verkeerd' })).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    })
    const { status, body } = await member.call(beginTotpSetup, { password })
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(body.otpauthUrl)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
    expect(body.otpauthUrl).toContain(body.secret)
    expect(body.qrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await member.call(readUser)).body.twoFactorAt).toBeNull()
    for (const wrong of [codeOf(body.secret, 5), '!é€12é'])
      expect(await member.call(confirmTotp, { code: wrong })).toMatchObject({
        status: 401,
        body: { code: 'INVALID_CODE' },
      })
    const on = await member.call(confirmTotp, { code: codeOf(body.secret) })
    expect(on.status).toBe(200)
    expect(new Set(on.body.recoveryCodes).size).toBe(10)
    expect((await member.call(readUser)).body.twoFactorAt).toBe(time.toISOString())
    expect((await member.call(readTwoFactor)).body).toMatchObject({ recoveryCodesLeft: 10 })
    expect(await member.call(beginTotpSetup, { password })).toMatchObject({
      status: 409,
      body: { code: 'TWO_FACTOR_ON' },
    })
    expect(await mailsTo(shop, member.user.email)).toEqual(['security'])
  })

  it('ends the sessions opened without it, and no others', async () => {
    const member = await shop.newUser()
    const elsewhere = shop.newClient()
    await elsewhere.call(login, { email: member.user.email, password })
    await turnOn(member)
    expect((await elsewhere.call(readUser)).status).toBe(401)
    expect((await member.call(readUser)).status).toBe(200)
  })

  it('stores neither the secret nor a code in plain text in any table', async () => {
    const { secret, recoveryCodes } = await turnOn(await shop.newUser())
    const bare = recoveryCodes.map(code => code.replace('-', ''))
    expect(await tracesInTables(shop.node.platform.db, [secret, ...recoveryCodes, ...bare])).toEqual([])
  })
})

describe('signing in', () => {
  it('opens no session for the password alone, and one for the code', async () => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    const visitor = await halfway(member)
    expect(visitor.cookie()).toMatch(/^gloed_login=[\w-]{43}$/)
    expect((await visitor.call(readUser)).status).toBe(401)
    const done = await visitor.call(loginWithTwoFactorCode, { code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { id: member.user.id } })
    expect((await visitor.call(readUser)).status).toBe(200)
    expect(visitor.cookie()).not.toContain('gloed_login')
  })

  it('accepts a code of a clock that is 30 s off, and no more', async () => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    later(10 * STEP)
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      const visitor = await halfway(member)
      const answer = await visitor.call(loginWithTwoFactorCode, { code: codeOf(secret, steps) })
      expect(answer.status, String(steps)).toBe(status)
    }
  })

  it('refuses a code used before, and any earlier code', async () => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    later(10 * STEP)
    const code = codeOf(secret)
    expect((await (await halfway(member)).call(loginWithTwoFactorCode, { code })).status).toBe(200)
    for (const used of [code, codeOf(secret, -1)]) {
      const again = await (await halfway(member)).call(loginWithTwoFactorCode, { code: used })
      expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
    }
  })

  it('accepts a recovery code once, however it is written, and notifies its owner', async () => {
    const member = await shop.newUser()
    const { recoveryCodes } = await turnOn(member)
    const [code = ''] = recoveryCodes
    const spaced = ` ${code.toLowerCase().replace('-', ' ')} `
    expect((await (await halfway(member)).call(loginWithTwoFactorCode, { code: spaced })).status).toBe(200)
    const again = await (await halfway(member)).call(loginWithTwoFactorCode, { code })
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
    expect((await member.call(readTwoFactor)).body.recoveryCodesLeft).toBe(9)
    expect(await mailsTo(shop, member.user.email)).toEqual(['security', 'security'])
  })

  it('accepts five codes a login, within five minutes, in the browser that gave the password', async () => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    later(10 * STEP)
    const guessing = await halfway(member)
    for (let times = 0; times < 5; times += 1)
      expect((await guessing.call(loginWithTwoFactorCode, { code: '000000' })).body).toMatchObject({
        code: 'INVALID_CODE',
      })
    const right = { code: codeOf(secret) }
    const expired = { status: 401, body: { code: 'LOGIN_EXPIRED' } }
    expect(await guessing.call(loginWithTwoFactorCode, right)).toMatchObject(expired)
    expect(await shop.newClient().call(loginWithTwoFactorCode, right)).toMatchObject(expired)
    const slow = await halfway(member)
    later(5 * 60_000)
    expect(await slow.call(loginWithTwoFactorCode, { code: codeOf(secret) })).toMatchObject(expired)
  })

  it('limits wrong codes over successive logins with the right password', async () => {
    const member = await shop.newUser()
    await turnOn(member)
    const statuses: number[] = []
    for (let logins = 0; logins < 5; logins += 1) {
      const visitor = await halfway(member)
      for (let times = 0; times < 5; times += 1)
        statuses.push((await visitor.call(loginWithTwoFactorCode, { code: '000000' })).status)
    }
    expect(statuses.filter(status => status === 401)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual(Array(5).fill(429))
    later(15 * 60_000)
  })

  it('is refused when the password changed in between', async () => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    const visitor = await halfway(member)
    await member.call(changePassword, { password, newPassword: 'een-beter-wachtwoord' })
    expect(await visitor.call(loginWithTwoFactorCode, { code: codeOf(secret) })).toMatchObject({
      status: 401,
      body: { code: 'LOGIN_EXPIRED' },
    })
  })
})

describe('afterwards', () => {
  it('new recovery codes replace the earlier ones', async () => {
    const member = await shop.newUser()
    expect(await member.call(renewRecoveryCodes, { password })).toMatchObject({ status: 404 })
    const { recoveryCodes } = await turnOn(member)
    expect((await member.call(renewRecoveryCodes, { password: 'gok' })).status).toBe(403)
    const { body } = await member.call(renewRecoveryCodes, { password })
    expect(body.recoveryCodes).toHaveLength(10)
    const enter = async (code = '') =>
      (await (await halfway(member)).call(loginWithTwoFactorCode, { code })).status
    expect(await enter(recoveryCodes[3])).toBe(401)
    expect(await enter(body.recoveryCodes[3])).toBe(200)
  })

  it('is disabled with the password, and a password alone signs in again', async () => {
    const member = await shop.newUser()
    await turnOn(member)
    expect(await member.call(disableTotp, { password: 'gok' })).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    })
    expect((await member.call(disableTotp, { password })).status).toBe(204)
    expect((await member.call(disableTotp, { password })).status).toBe(404)
    const { body } = await shop.newClient().call(login, { email: member.user.email, password })
    expect(body).toMatchObject({ id: member.user.id, twoFactorAt: null })
  })

  it.each([
    ['switched off', (member: TestUser) => member.call(disableTotp, { password })],
    ['with new recovery codes', (member: TestUser) => member.call(renewRecoveryCodes, { password })],
  ])('%s ends the other sessions, and mails the owner', async (_, alter) => {
    const member = await shop.newUser()
    const { secret } = await turnOn(member)
    const other = await halfway(member)
    expect((await other.call(loginWithTwoFactorCode, { code: codeOf(secret) })).status).toBe(200)
    const before = (await mailsTo(shop, member.user.email)).length
    expect((await alter(member)).status).toBeLessThan(300)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await member.call(readUser)).status).toBe(200)
    expect((await mailsTo(shop, member.user.email)).slice(before)).toEqual(['security'])
  })

  it('refuses a secret moved to another account', async () => {
    const { db } = shop.node.platform
    const [owner, thief] = [await shop.newUser(), await shop.newUser()]
    const { secret } = await turnOn(owner)
    await turnOn(thief)
    const [theirs] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, owner.user.id))
    await db
      .update(totpSecrets)
      .set({ secret: theirs?.secret ?? '' })
      .where(eq(totpSecrets.userId, thief.user.id))
    const answer = await (await halfway(thief)).call(loginWithTwoFactorCode, { code: codeOf(secret) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
  })
})

describe('an admin who must use a second factor', () => {
  let strict: TestShop
  beforeAll(async () => void (strict = await openShop({ env: { REQUIRE_ADMIN_TOTP: 'true' } })))
  afterAll(() => strict.close())

  it('is a customer until it is enabled, and an admin from then on', async () => {
    const admin = await strict.newUser('ADMIN')
    const refused = await admin.request('GET', '/api/admin/orders')
    expect(refused).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } })
    expect(await admin.request('GET', '/api/studio')).toMatchObject({
      status: 403,
      body: { code: 'TWO_FACTOR_REQUIRED' },
    })
    const model = await strict.newUser('MODEL')
    expect(await model.request('GET', '/api/admin/orders')).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    time = new Date()
    await turnOn(admin)
    expect((await admin.request('GET', '/api/admin/orders')).status).toBe(200)
    await strict.node.platform.db.update(users).set({ twoFactorAt: null }).where(eq(users.id, admin.user.id))
    expect((await admin.request('GET', '/api/admin/orders')).status).toBe(403)
  })
})
