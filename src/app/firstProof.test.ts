import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '../../tests/support/authenticator.ts'
import { openFakePushService } from '../../tests/support/fakePushService.ts'
import { addAddressFor } from '../../tests/support/fixtures.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../tests/support/shop.ts'
import { login, readUser, resetPassword, verifyEmail } from '../people/accounts/contract.ts'
import { loginSessions, users } from '../people/accounts/table.ts'
import { issueToken } from '../people/accounts/token.service.ts'
import { listAddresses } from '../people/addresses/contract.ts'
import { subscribeToPush } from '../people/notifications/contract.ts'
import { pushSubscriptions } from '../people/notifications/table.ts'
import {
  addPasskey,
  beginPasskeyLogin,
  beginPasskeyRegistration,
  beginTotpSetup,
  confirmTotp,
  loginWithPasskey,
} from '../people/security/contract.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../people/security/table.ts'
import { updateProfile } from './profile/contract.ts'

let shop: TestShop
let service: Awaited<ReturnType<typeof openFakePushService>>
const time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  service = await openFakePushService()
  shop = await openShop({ now: () => time })
})
afterAll(async () => {
  await shop.close()
  await service.close()
})

const NEW = 'een-beter-wachtwoord'
const db = () => shop.node.platform.db
const tokenFor = ({ user }: TestUser, purpose: 'RESET_PASSWORD' | 'VERIFY_EMAIL') =>
  issueToken(db(), user.id, purpose, time)
const reset = async (member: TestUser, password = NEW) =>
  shop.newClient().call(resetPassword, { token: await tokenFor(member, 'RESET_PASSWORD'), password })

/** An account of an address that nobody proved, with everything that lets its maker in again or passes for its owner's. */
async function planted() {
  const member = await shop.newUser()
  const device = createAuthenticator(shop.origin)
  const { body } = await member.call(beginPasskeyRegistration)
  const added = await member.call(addPasskey, { name: 'Telefoon', credential: device.create(body) })
  expect(added.status).toBe(201)
  const { secret } = (await member.call(beginTotpSetup, { password: PASSWORD })).body
  const code = new TOTP({ secret }).generate({ timestamp: time.getTime() })
  expect((await member.call(confirmTotp, { code })).status).toBe(200)
  expect((await member.call(subscribeToPush, service.subscription())).status).toBe(204)
  await addAddressFor(member)
  const profile = {
    displayName: 'Ander',
    firstName: 'Sam',
    lastName: 'de Wit',
    bio: 'Hallo',
    phone: '+31612345678',
  }
  const saved = await member.call(updateProfile, profile)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return { member, device }
}

const ways = [passkeys, totpSecrets, recoveryCodes, pushSubscriptions]
const countWays = ({ user }: TestUser) =>
  Promise.all(ways.map(table => db().$count(table, eq(table.userId, user.id))))

async function enterWithPasskey(device: ReturnType<typeof createAuthenticator>): Promise<number> {
  const visitor = shop.newClient()
  const { body } = await visitor.call(beginPasskeyLogin)
  return (await visitor.call(loginWithPasskey, { credential: device.get(body) })).status
}

it('a reset that proves an address for the first time leaves nothing of the person who registered it', async () => {
  const { member, device } = await planted()
  expect(await countWays(member)).toEqual([1, 1, 10, 1])
  expect((await reset(member)).status).toBe(204)
  expect(await countWays(member)).toEqual([0, 0, 0, 0])
  expect((await member.call(readUser)).status).toBe(401)
  expect(await enterWithPasskey(device)).toBe(401)
  const owner = shop.newClient()
  const { status, body } = await owner.call(login, { email: member.user.email, password: NEW })
  expect({ status, body }, 'without a second factor').toMatchObject({
    status: 200,
    body: { id: member.user.id, displayName: 'Klant' },
  })
  expect((await owner.call(listAddresses)).body).toEqual([])
  const [row] = await db().select().from(users).where(eq(users.id, member.user.id))
  const { firstName, lastName, bio, phone, twoFactorAt } = row ?? {}
  expect([firstName, lastName, bio, phone, twoFactorAt]).toEqual(Array(5).fill(null))
})

it('a reset of an address that was proven keeps the passkey, the second factor and the profile', async () => {
  const { member, device } = await planted()
  await db().update(users).set({ emailVerifiedAt: time }).where(eq(users.id, member.user.id))
  expect((await reset(member)).status).toBe(204)
  expect(await countWays(member), 'the subscription goes with its session').toEqual([1, 1, 10, 0])
  expect(await enterWithPasskey(device)).toBe(200)
  const { body } = await shop.newClient().call(login, { email: member.user.email, password: NEW })
  expect(body).toEqual({ twoFactorRequired: true })
})

it('a link that is opened with the account’s session keeps that session and the profile alone', async () => {
  const { member, device } = await planted()
  const token = await tokenFor(member, 'VERIFY_EMAIL')
  expect((await member.call(verifyEmail, { token })).status).toBe(204)
  expect(await countWays(member)).toEqual([0, 0, 0, 1])
  expect(await enterWithPasskey(device)).toBe(401)
  expect((await member.call(readUser)).body).toMatchObject({ displayName: 'Ander', twoFactorAt: null })
  expect((await member.call(listAddresses)).body).toHaveLength(1)
})

it('a link that is opened with the password leaves no push subscription', async () => {
  const { member } = await planted()
  const token = await tokenFor(member, 'VERIFY_EMAIL')
  expect((await shop.newClient().call(verifyEmail, { token, password: PASSWORD })).status).toBe(204)
  expect(await countWays(member)).toEqual([0, 0, 0, 0])
})

it('a session that ended while its request was under way adds no passkey and no second factor', async () => {
  const member = await shop.newUser()
  const device = createAuthenticator(shop.origin)
  const { body } = await member.call(beginPasskeyRegistration)
  const { secret } = (await member.call(beginTotpSetup, { password: PASSWORD })).body
  await db().delete(loginSessions).where(eq(loginSessions.userId, member.user.id))
  const code = new TOTP({ secret }).generate({ timestamp: time.getTime() })
  const answers = await Promise.all([
    member.call(addPasskey, { name: 'Telefoon', credential: device.create(body) }),
    member.call(confirmTotp, { code }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401])
  expect((await countWays(member)).slice(0, 3)).toEqual([0, 1, 0])
})
