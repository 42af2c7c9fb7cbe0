import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../../../tests/support/authenticator.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import {
  createTestClient,
  openShop,
  type TestClient,
  type TestShop,
  type TestUser,
} from '../../../tests/support/shop.ts'
import { adjustMinutes } from '../../backoffice/customers/contract.ts'
import { SESSION_COOKIE } from '../../platform/http/session.ts'
import type { Role } from '../../wire/roles.ts'
import { changePassword, listLoginSessions, login, readUser } from '../accounts/contract.ts'
import {
  addPasskey,
  beginPasskeyConfirmation,
  beginPasskeyLogin,
  beginPasskeyRegistration,
  beginTotpSetup,
  confirmTotp,
  confirmWithCode,
  confirmWithPasskey,
  confirmWithPassword,
  disableTotp,
  loginWithTwoFactorCode,
  removePasskey,
} from './contract.ts'

let shop: TestShop
let time = new Date('2026-11-24T12:00:00Z')
const statements: string[] = []
beforeAll(async () => {
  shop = await openShop({ now: () => time, onStatement: statement => void statements.push(statement) })
})
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
const later = (minutes: number) => (time = new Date(time.getTime() + minutes * 60_000))
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: time.getTime() })
const needed = (...methods: string[]) => ({ status: 403, body: { code: 'CONFIRMATION_NEEDED', methods } })

/** Signed in with a password, as in a browser. */
async function signedIn(role: Role = 'USER'): Promise<TestUser> {
  const { user } = await shop.newUser(role)
  const client = shop.newClient()
  expect((await client.call(login, { email: user.email, password })).status).toBe(200)
  return { ...client, user }
}

async function withCodes(member: TestUser): Promise<string> {
  const { body } = await member.call(beginTotpSetup, { password })
  expect((await member.call(confirmTotp, { code: codeOf(body.secret) })).status).toBe(200)
  return body.secret
}

async function withPasskey(member: TestUser) {
  const device = createAuthenticator(shop.origin)
  const { body } = await member.call(beginPasskeyRegistration)
  const added = await member.call(addPasskey, { name: 'Sleutel', credential: device.create(body) })
  expect(added.status).toBe(201)
  return { device, passkeyId: added.body.id }
}

const sessionCookie = (client: TestClient) =>
  client
    .cookie()
    .split('; ')
    .find(pair => pair.startsWith(`${SESSION_COOKIE}=`)) ?? ''
/** Another holder of the same cookie. */
const thiefOf = (client: TestClient) =>
  createTestClient(shop.origin, new Map([[SESSION_COOKIE, sessionCookie(client).split('=')[1] ?? '']]))

describe('an admin who moves money', () => {
  const give = (admin: TestClient, customer: TestUser) =>
    admin.call(adjustMinutes, { userId: customer.user.id, minutes: 5, reason: 'Goedgemaakt' })

  it('confirms again after a quarter of an hour, and nothing is done before', async () => {
    const [admin, customer] = [await signedIn('ADMIN'), await signedIn()]
    expect((await give(admin, customer)).status).toBe(201)
    later(15)
    expect(await give(admin, customer)).toMatchObject(needed('PASSWORD'))
    expect((await customer.call(readUser)).body).toMatchObject({ minutesBalance: 5 })
    expect(await admin.call(confirmWithPassword, { password: 'gok' })).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    })
    expect(await give(admin, customer)).toMatchObject(needed('PASSWORD'))
    expect((await admin.call(confirmWithPassword, { password })).status).toBe(204)
    expect((await give(admin, customer)).status).toBe(201)
  })

  it('does so with the second step, once there is one, and a code works once', async () => {
    const [admin, customer] = [await signedIn('ADMIN'), await signedIn()]
    const secret = await withCodes(admin)
    expect((await give(admin, customer)).status).toBe(201)
    later(16)
    expect(await give(admin, customer)).toMatchObject(needed('CODE'))
    await admin.call(confirmWithPassword, { password })
    expect(await give(admin, customer)).toMatchObject(needed('CODE'))
    const code = codeOf(secret)
    expect((await admin.call(confirmWithCode, { code })).status).toBe(204)
    expect((await give(admin, customer)).status).toBe(201)
    const again = await admin.call(confirmWithCode, { code })
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
  })

  it('has done so by signing in with a code', async () => {
    const [admin, customer] = [await signedIn('ADMIN'), await signedIn()]
    const secret = await withCodes(admin)
    later(60)
    const elsewhere = shop.newClient()
    await elsewhere.call(login, { email: admin.user.email, password })
    expect((await elsewhere.call(loginWithTwoFactorCode, { code: codeOf(secret) })).status).toBe(200)
    expect((await give(elsewhere, customer)).status).toBe(201)
  })

  it('is asked for a passkey as soon as there is one', async () => {
    const [admin, customer] = [await signedIn('ADMIN'), await signedIn()]
    const { device } = await withPasskey(admin)
    expect(await give(admin, customer)).toMatchObject(needed('PASSKEY'))
    const { body } = await admin.call(beginPasskeyConfirmation)
    expect(body['allowCredentials']).toMatchObject([{ id: device.id }])
    const credential = device.get(body)
    expect((await admin.call(confirmWithPasskey, { credential })).status).toBe(204)
    expect((await give(admin, customer)).status).toBe(201)
    const again = await admin.call(confirmWithPasskey, { credential })
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_PASSKEY' } })
  })

  it('does not confirm with the passkey of another, nor with a challenge of a login', async () => {
    const [admin, other] = [await signedIn('ADMIN'), await signedIn()]
    const { device } = await withPasskey(admin)
    const { device: foreign } = await withPasskey(other)
    for (const credential of [
      foreign.get((await admin.call(beginPasskeyConfirmation)).body),
      foreign.get((await other.call(beginPasskeyConfirmation)).body),
      device.get((await shop.newClient().call(beginPasskeyLogin)).body),
    ])
      expect(await admin.call(confirmWithPasskey, { credential })).toMatchObject({
        status: 401,
        body: { code: 'INVALID_PASSKEY' },
      })
  })

  it('does not turn the second step off with the password alone', async () => {
    const admin = await signedIn('ADMIN')
    await withCodes(admin)
    later(16)
    expect(await admin.call(disableTotp, { password })).toMatchObject(needed('CODE'))
    const newPassword = 'een-ander-wachtwoord'
    expect(await admin.call(changePassword, { password, newPassword })).toMatchObject(needed('CODE'))
  })
})

describe('a customer', () => {
  it('changes passkeys after an older login with the password, a code or another passkey', async () => {
    const member = await signedIn()
    const { device, passkeyId } = await withPasskey(member)
    later(15)
    expect(await member.call(removePasskey, { passkeyId })).toMatchObject(needed('PASSKEY', 'PASSWORD'))
    expect(await member.call(beginPasskeyRegistration)).toMatchObject(needed('PASSKEY', 'PASSWORD'))
    const { body } = await member.call(beginPasskeyConfirmation)
    await member.call(confirmWithPasskey, { credential: device.get(body) })
    expect((await member.call(beginPasskeyRegistration)).status).toBe(200)
    later(15)
    await member.call(confirmWithPassword, { password })
    expect((await member.call(removePasskey, { passkeyId })).status).toBe(204)
  })

  it('gives the password where it is asked each time, and needs nothing else', async () => {
    const member = await signedIn()
    await withCodes(member)
    later(600)
    expect((await member.call(disableTotp, { password })).status).toBe(204)
  })
})

describe('a confirmation', () => {
  it('replaces the token, keeps the session, and is of no use to an owner of the old token', async () => {
    const member = await signedIn()
    const { passkeyId } = await withPasskey(member)
    later(20)
    const { body: before } = await member.call(listLoginSessions)
    const thief = thiefOf(member)
    await member.call(confirmWithPassword, { password })
    const { body: after } = await member.call(listLoginSessions)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    // For half a minute, for the calls that were under way.
    expect((await thief.call(readUser)).status).toBe(200)
    expect(await thief.call(removePasskey, { passkeyId })).toMatchObject(needed('PASSKEY', 'PASSWORD'))
    later(1)
    expect((await thief.call(readUser)).status).toBe(401)
    expect((await member.call(removePasskey, { passkeyId })).status).toBe(204)
  })

  it('keeps the sockets that were opened with the old token', async () => {
    const member = await signedIn()
    const socket = await openSocketClient(shop.origin, { cookie: member.cookie() })
    await member.call(confirmWithPassword, { password })
    const nextCheck = (table: string) => {
      statements.length = 0
      return vi.waitFor(() => expect(statements.join()).toContain(`from "${table}"`), { timeout: 15_000 })
    }
    await nextCheck('replaced_tokens')
    later(1)
    await nextCheck('login_sessions')
    await nextCheck('login_sessions')
    expect(await Promise.race([socket.closed, Promise.resolve('open')])).toBe('open')
    socket.close()
  })

  it('is counted while it fails: ten in a quarter of an hour', async () => {
    const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    const member = await strict.newUser()
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await member.call(confirmWithPassword, { password: 'gok' })).status).toBe(403)
    expect((await member.call(confirmWithPassword, { password })).status).toBe(429)
    await strict.close()
  })
})
