import { TOTP } from 'otpauth'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser, TestShop, TestClient } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { readUser, resetPassword } from '../accounts/contract.ts'
import { loginSessions } from '../accounts/table.ts'
import { issueToken } from '../accounts/token.service.ts'
import {
  beginTotpSetup,
  confirmTotp,
  confirmWithCode,
  confirmWithPassword,
  loginWithTwoFactorCode,
} from './contract.ts'
import { createPendingLogin } from '../accounts/login/pendingLogin.service.ts'

/** Simultaneous requests, which the embedded database with its one connection can't show. */
let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
/** One fixed time for a test, so that a code does not expire during the test. */
const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at })

async function turnOn(member: TestUser) {
  const { secret } = (await member.call(beginTotpSetup, { password })).body
  const { recoveryCodes } = (await member.call(confirmTotp, { code: codeAt(secret, Date.now()) })).body
  return { secret, recoveryCodes }
}

/** A browser with a pending login, created without checking the password. */
async function halfway({ user }: TestUser): Promise<TestClient> {
  const token = await createPendingLogin(shop.node.platform.db, user.id, user.password, new Date())
  const visitor = shop.newClient()
  const cookie = () => [`gloed_login=${token}`, visitor.cookie()].join('; ')
  return { ...visitor, call: (endpoint, input) => visitor.call(endpoint, input, { cookie: cookie() }) }
}

const sessionsOf = ({ user }: TestUser) =>
  shop.node.platform.db.$count(loginSessions, eq(loginSessions.userId, user.id))

it.each(['app', 'recovery'] as const)(
  'opens one session when one code of the %s is used in twelve browsers at once',
  async kind => {
    for (let round = 0; round < 2; round += 1) {
      const member = await shop.newUser()
      const { secret, recoveryCodes } = await turnOn(member)
      const browsers = await Promise.all(Array.from({ length: 12 }, () => halfway(member)))
      const code = kind === 'app' ? codeAt(secret, Date.now()) : recoveryCodes[0]
      const answers = await Promise.all(
        browsers.map(browser => browser.call(loginWithTwoFactorCode, { code })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter(status => status === 200)).toHaveLength(1)
      expect(statuses.filter(status => status === 401)).toHaveLength(11)
      expect(await sessionsOf(member)).toBe(2)
    }
  },
)

it('opens one session when one login uses four codes at once', async () => {
  const member = await shop.newUser()
  const { recoveryCodes } = await turnOn(member)
  const browser = await halfway(member)
  const answers = await Promise.all(
    recoveryCodes.slice(0, 4).map(code => browser.call(loginWithTwoFactorCode, { code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(member)).toBe(2)
})

it('refuses a second factor of the old password while it is replaced', async () => {
  for (let round = 0; round < 2; round += 1) {
    const member = await shop.newUser()
    const { recoveryCodes } = await turnOn(member)
    const token = await issueToken(shop.node.platform.db, member.user.id, 'RESET_PASSWORD', new Date())
    const browsers = await Promise.all(Array.from({ length: 8 }, () => halfway(member)))
    const [reset] = await Promise.all([
      shop.newClient().call(resetPassword, { token, password: 'een-beter-wachtwoord' }),
      ...browsers.map((browser, at) => browser.call(loginWithTwoFactorCode, { code: recoveryCodes[at] })),
    ])
    expect(reset?.status).toBe(204)
    expect(await sessionsOf(member)).toBe(0)
    for (const browser of browsers) expect((await browser.call(readUser)).status).toBe(401)
  }
})

it('replaces the token once when six tabs confirm at once, and each stays signed in', async () => {
  const member = await shop.newUser()
  const cookie = member.cookie()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.newClient().call(confirmWithPassword, { password }, { cookie })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204))
  const newer = answers.flatMap(({ headers }) => headers.getSetCookie())
  expect(newer).toHaveLength(1)
  for (const sent of [cookie, newer[0]?.split(';')[0] ?? ''])
    expect((await shop.newClient().call(readUser, {}, { cookie: sent })).status).toBe(200)
  expect(await sessionsOf(member)).toBe(1)
})

it('confirms with one code in one of six tabs', async () => {
  const member = await shop.newUser()
  const { secret } = await turnOn(member)
  const cookie = member.cookie()
  const code = codeAt(secret, Date.now())
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.newClient().call(confirmWithCode, { code }, { cookie })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array(5).fill(401)])
})
