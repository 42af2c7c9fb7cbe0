import { generateKeyPairSync } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../tests/support/authenticator.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../tests/support/shop.ts'
import { login, readUser, listLoginSessions } from '../accounts/contract.ts'
import { deleteAccount } from '../../backoffice/privacy/contract.ts'
import { deleteExpiredChallenges } from './challenge.service.ts'
import {
  beginTotpSetup,
  confirmTotp,
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './contract.ts'
import { passkeyChallenges } from './table.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time })))
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
const minutes = (count: number) => (time = new Date(time.getTime() + count * 60_000))
const newAuthenticator = () => createAuthenticator(shop.origin)
type Authenticator = ReturnType<typeof newAuthenticator>
type Whims = Parameters<Authenticator['get']>[1]
const refused = { status: 401, body: { code: 'INVALID_PASSKEY' } }

async function add(member: TestUser, device: Authenticator, whims: Whims = {}) {
  const { body } = await member.call(beginPasskeyRegistration)
  return member.call(addPasskey, { name: 'Mijn telefoon', credential: device.create(body, whims) })
}

async function enter(visitor: TestClient, device: Authenticator, whims: Whims = {}) {
  const { body } = await visitor.call(beginPasskeyLogin)
  return visitor.call(loginWithPasskey, { credential: device.get(body, whims) })
}

/** A user with a passkey. */
async function owner() {
  const member = await shop.newUser()
  const device = newAuthenticator()
  const added = await add(member, device)
  expect(added.status).toBe(201)
  return { member, device, passkey: added.body }
}

describe('a passkey', () => {
  it('is added, notified to its owner, and signs in without a password', async () => {
    const { member, device, passkey } = await owner()
    expect(passkey).toMatchObject({ name: 'Mijn telefoon', lastUsedAt: null, isSynced: false })
    expect(await mailsTo(shop, member.user.email)).toEqual(['security'])
    const visitor = shop.newClient()
    const entered = await enter(visitor, device)
    expect(entered).toMatchObject({ status: 200, body: { id: member.user.id } })
    expect((await visitor.call(readUser)).status).toBe(200)
    const { body: list } = await visitor.call(listPasskeys)
    expect(list).toEqual([{ ...passkey, lastUsedAt: time.toISOString() }])
  })

  it('is requested for our own origin from any authenticator', async () => {
    const { body } = await shop.newClient().call(beginPasskeyLogin)
    expect(body).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' })
    expect(body['allowCredentials'] ?? []).toEqual([])
    const elsewhere = { host: 'elders.example', 'x-forwarded-host': 'elders.example' }
    const { body: again } = await shop.newClient().call(beginPasskeyLogin, {}, elsewhere)
    expect(again).toMatchObject({ rpId: '127.0.0.1' })
  })

  it('is the second factor of its own account only', async () => {
    const { member, device } = await owner()
    const { device: foreign } = await owner()
    const { body } = await member.call(beginTotpSetup, { password })
    const code = new TOTP({ secret: body.secret }).generate({ timestamp: time.getTime() })
    await member.call(confirmTotp, { code })
    const visitor = shop.newClient()
    await visitor.call(login, { email: member.user.email, password })
    const { body: options } = await visitor.call(beginPasskeyLogin)
    expect(options['allowCredentials']).toMatchObject([{ id: device.id }])
    expect(await visitor.call(loginWithPasskey, { credential: foreign.get(options) })).toMatchObject(refused)
    expect(await enter(visitor, device)).toMatchObject({ status: 200, body: { id: member.user.id } })
  })

  it('is renamed and removed by its owner only', async () => {
    const { member, device, passkey } = await owner()
    const stranger = await shop.newUser()
    const passkeyId = passkey.id
    expect((await stranger.call(renamePasskey, { passkeyId, name: 'Van mij' })).status).toBe(404)
    expect((await stranger.call(removePasskey, { passkeyId })).status).toBe(404)
    expect((await member.call(renamePasskey, { passkeyId, name: ' Laptop ' })).body).toMatchObject({
      name: 'Laptop',
    })
    expect((await member.call(renamePasskey, { passkeyId, name: '' })).body).toMatchObject({
      fields: { name: 'Geef je passkey een naam.' },
    })
    const other = shop.newClient()
    expect((await enter(other, device)).status).toBe(200)
    expect((await member.call(removePasskey, { passkeyId })).status).toBe(204)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await member.call(readUser)).status).toBe(200)
    expect(await mailsTo(shop, member.user.email)).toEqual(['security', 'security'])
    expect(await enter(shop.newClient(), device)).toMatchObject(refused)
  })

  it('of a closed account is refused', async () => {
    const { member, device } = await owner()
    await member.call(deleteAccount, { password })
    expect(await enter(shop.newClient(), device)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_CLOSED' },
    })
  })
})

describe('refused credentials', () => {
  it.each([
    ['of another site', { origin: 'https://elders.example' }],
    ['made for another site', { rpId: 'elders.example' }],
    ['without making sure of its owner', { isVerified: false }],
  ] satisfies [string, Whims][])('a signature %s, and a passkey likewise', async (_, whims) => {
    const { device } = await owner()
    const visitor = shop.newClient()
    expect(await enter(visitor, device, whims)).toMatchObject(refused)
    expect(visitor.cookie()).toBe('')
    const member = await shop.newUser()
    expect(await add(member, newAuthenticator(), whims)).toMatchObject(refused)
    expect((await member.call(listPasskeys)).body).toEqual([])
  })

  it('a signature by another key', async () => {
    const { device } = await owner()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(await enter(shop.newClient(), device, { key: privateKey })).toMatchObject(refused)
  })

  it('an unknown passkey', async () => {
    expect(await enter(shop.newClient(), newAuthenticator())).toMatchObject(refused)
  })

  it('a challenge that was used, expired, was made for another purpose, or is unknown', async () => {
    const { member, device } = await owner()
    const visitor = shop.newClient()
    const { body: options } = await visitor.call(beginPasskeyLogin)
    const credential = device.get(options)
    expect((await visitor.call(loginWithPasskey, { credential })).status).toBe(200)
    expect(await shop.newClient().call(loginWithPasskey, { credential })).toMatchObject(refused)
    const { body: late } = await visitor.call(beginPasskeyLogin)
    minutes(5)
    expect(await visitor.call(loginWithPasskey, { credential: device.get(late) })).toMatchObject(refused)
    const { body: toRegister } = await member.call(beginPasskeyRegistration, { password })
    expect(await visitor.call(loginWithPasskey, { credential: device.get(toRegister) })).toMatchObject(
      refused,
    )
    for (const challenge of ['zelfverzonnen', undefined])
      expect(await visitor.call(loginWithPasskey, { credential: device.get({ challenge }) })).toMatchObject(
        refused,
      )
  })

  it('a registration with another user’s challenge, or of an existing passkey', async () => {
    const { device } = await owner()
    const [member, thief] = [await shop.newUser(), await shop.newUser()]
    const { body: options } = await member.call(beginPasskeyRegistration)
    const credential = newAuthenticator().create(options)
    expect(await thief.call(addPasskey, { name: 'Gestolen', credential })).toMatchObject(refused)
    expect(await add(thief, device)).toMatchObject(refused)
  })

  it('a counter that does not increase, as after a copy of the authenticator', async () => {
    const { device } = await owner()
    expect((await enter(shop.newClient(), device, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0])
      expect(await enter(shop.newClient(), device, { counter })).toMatchObject(refused)
    expect((await enter(shop.newClient(), device, { counter: 8 })).status).toBe(200)
  })

  it('an invalid credential, as bad input', async () => {
    const visitor = shop.newClient()
    for (const credential of [undefined, {}, { id: 'x' }, 'niets'])
      expect((await visitor.call(loginWithPasskey, { credential })).status).toBe(400)
    const empty = { clientDataJSON: '', authenticatorData: '', signature: '' }
    const credential = { id: '', rawId: '', type: 'public-key', clientExtensionResults: {}, response: empty }
    expect(await visitor.call(loginWithPasskey, { credential })).toMatchObject(refused)
  })
})

it('opens one session when one answer arrives many times at once', async () => {
  const { member, device } = await owner()
  const { body: options } = await shop.newClient().call(beginPasskeyLogin)
  const credential = device.get(options)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.newClient().call(loginWithPasskey, { credential })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await member.call(listLoginSessions)).body).toHaveLength(2)
})

it('deletes unused challenges and keeps the others', async () => {
  const { db } = shop.node.platform
  await db.delete(passkeyChallenges)
  await shop.newClient().call(beginPasskeyLogin)
  minutes(3)
  await shop.newClient().call(beginPasskeyLogin)
  minutes(3)
  await deleteExpiredChallenges(db, time)
  expect(await db.$count(passkeyChallenges)).toBe(1)
})
