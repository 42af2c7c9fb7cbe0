import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedToken } from '../../../../tests/support/devMails.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../../tests/support/shop.ts'
import { login, logout, register, forgotPassword, resetPassword } from '../contract.ts'

let shop: TestShop
const time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' }
  shop = await openShop({ now: () => time, env })
})
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
let addresses = 0
/** Another IP address each time. */
const from = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++addresses / 200)}.${(addresses % 200) + 1}` })
const enter = async (visitor: TestClient, email: string, entered = password, headers = from()) =>
  (await visitor.call(login, { email, password: entered }, headers)).status

/** A user whose device is known, because the password was entered on it. */
async function newUserWithDevice(): Promise<TestUser> {
  const user = await shop.newUser()
  await user.call(login, { email: user.user.email, password })
  return user
}

/** Eleven wrong passwords from eleven addresses. */
async function besiege({ user }: TestUser): Promise<number> {
  let last = 0
  for (let times = 0; times < 11; times += 1) last = await enter(shop.newClient(), user.email, 'gok')
  return last
}

describe('eleven wrong passwords', () => {
  it('limit the account from every address, and no other account', async () => {
    const [victim, other] = [await newUserWithDevice(), await newUserWithDevice()]
    expect(await besiege(victim)).toBe(429)
    const late = await shop.newClient().call(login, { email: victim.user.email, password }, from())
    expect(late).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await enter(shop.newClient(), other.user.email)).toBe(200)
  })

  it('do not lock the owner out on a device used before', async () => {
    const owner = await newUserWithDevice()
    await owner.call(logout)
    expect(await besiege(owner)).toBe(429)
    expect(await enter(owner, owner.user.email)).toBe(200)
  })

  it('on a known device limit that device alone', async () => {
    const owner = await newUserWithDevice()
    const laptop = shop.newClient()
    expect(await enter(laptop, owner.user.email)).toBe(200)
    for (let times = 0; times < 10; times += 1) expect(await enter(owner, owner.user.email, 'gok')).toBe(401)
    expect(await enter(owner, owner.user.email)).toBe(429)
    expect(await enter(laptop, owner.user.email)).toBe(200)
    expect(await enter(shop.newClient(), owner.user.email)).toBe(200)
  })

  it('allow a password reset by mail, which makes the device known', async () => {
    const owner = await newUserWithDevice()
    const { email } = owner.user
    await besiege(owner)
    const phone = shop.newClient()
    await phone.call(forgotPassword, { email })
    await expect
      .poll(() => mailedToken(shop.origin, email, '/reset-password'), { timeout: 10_000 })
      .toBeTruthy()
    const token = await mailedToken(shop.origin, email, '/reset-password')
    await phone.call(resetPassword, { token, password: 'een-beter-wachtwoord' })
    expect(await enter(phone, email, 'een-beter-wachtwoord')).toBe(200)
    expect(await enter(shop.newClient(), email, 'een-beter-wachtwoord')).toBe(429)
  })
})

it('make a device known only for the account that signed in on it, not by a forged cookie', async () => {
  const [owner, thief] = [await newUserWithDevice(), await newUserWithDevice()]
  await besiege(owner)
  expect(await enter(thief, owner.user.email, 'gok')).toBe(429)
  const cookie = `gloed_device=${'a'.repeat(22)}.${'b'.repeat(43)}`
  const forged = await shop
    .newClient()
    .call(login, { email: owner.user.email, password }, { ...from(), cookie })
  expect(forged.status).toBe(429)
  expect(owner.cookie()).toContain('gloed_device=')
  expect(owner.cookie()).not.toContain(owner.user.email)
})

it('for fifty accounts limit their address, and all of an IPv6 network alike', async () => {
  const bystander = await newUserWithDevice()
  const guesses = Array.from({ length: 51 }, (_, at) =>
    enter(shop.newClient(), `reeks-${at}@gloed.test`, 'gok', {
      'x-forwarded-for': `2001:db8:5:6::${at + 1}`,
    }),
  )
  const statuses = await Promise.all(guesses)
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
  const neighbour = { 'x-forwarded-for': '2001:db8:5:6:ffff::1' }
  expect(await enter(shop.newClient(), bystander.user.email, password, neighbour)).toBe(429)
  expect(await enter(bystander, bystander.user.email, password, neighbour)).toBe(200)
  expect(await enter(shop.newClient(), bystander.user.email)).toBe(200)
})

describe('a look-alike address', () => {
  const person = { password, displayName: 'Dubbel' }
  const join = (email: string) => shop.newClient().call(register, { ...person, email }, from())

  it('is the same address when only written differently', async () => {
    expect((await join('dubbel@gloed.test')).status).toBe(201)
    for (const email of [
      'DUBBEL@GLOED.test',
      ' dubbel@gloed.test ',
      'ｄｕｂｂｅｌ@gloed.test',
      'dubbel＠gloed.test',
    ])
      expect(await join(email), email).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect(await enter(shop.newClient(), 'ｄubbel@gloed.test')).toBe(200)
  })

  it('is refused when it has letters of another alphabet', async () => {
    for (const email of [
      'dubbеl@gloed.test',
      'ｄubbél@gloed.test',
      'dubbel@glоed.test',
      'dubbel\u200b@gloed.test',
    ])
      expect(await join(email), email).toMatchObject({
        status: 400,
        body: { fields: { email: 'Dit is geen geldig e-mailadres.' } },
      })
  })
})
