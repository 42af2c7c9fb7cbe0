import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { hashToken } from '../../platform/http/session.ts'
import { login, logout, readUser, register } from './contract.ts'
import { deleteExpiredLoginSessions } from './login/session.service.ts'
import { expiryFrom } from './login/sessionLifetime.rules.ts'
import { loginSessions, users } from './table.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

const newcomer = (email: string) => ({ email, password: 'goed-wachtwoord', displayName: 'Nieuw' })

describe('registration', () => {
  it('signs in, records the 18+ statement and never returns the password', async () => {
    const visitor = shop.newClient()
    const sent = {
      ...newcomer('Nieuw@Gloed.test'),
      role: 'ADMIN',
      minutesBalance: 500,
      dateOfBirth: '1990-01-02',
    }
    const { status, body } = await visitor.call(register, sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ email: 'nieuw@gloed.test', role: 'USER', minutesBalance: 0, credits: 100 })
    expect(JSON.stringify(body)).not.toMatch(/password|argon/i)
    expect((await visitor.call(readUser)).body.id).toBe(body.id)
    const [row] = await shop.node.platform.db.select().from(users).where(eq(users.id, body.id))
    expect(row).toMatchObject({ policyVersion: '1.0', adultStatementAt: time })
    expect(row?.password).toMatch(/^argon2id\$/)
  })

  it('refuses a known address in any case, and anyone under 18', async () => {
    await shop.newClient().call(register, newcomer('bekend@gloed.test'))
    const again = await shop.newClient().call(register, newcomer('BEKEND@gloed.test'))
    expect(again).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    const young = await shop
      .newClient()
      .call(register, { ...newcomer('jong@gloed.test'), dateOfBirth: '2008-11-22' })
    expect(young).toMatchObject({ status: 422, body: { code: 'UNDER_AGE' } })
  })

  it('reports each invalid field, missing or empty alike', async () => {
    const expected = {
      displayName: 'Display name must be at least 2 characters',
      email: 'Vul je e-mailadres in.',
      password: 'Kies een wachtwoord van minstens 8 tekens.',
    }
    const missing = await shop.newClient().call(register, {})
    expect(missing).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', fields: expected } })
    const empty = await shop.newClient().call(register, { email: '', password: '', displayName: ' a ' })
    expect(empty.body).toMatchObject({ fields: expected })
  })

  it('removes text-direction characters from a name', async () => {
    const turned = { ...newcomer('omgekeerd@gloed.test'), displayName: 'Sam\u202e\n 👩\u200d🚀' }
    const { status, body } = await shop.newClient().call(register, turned)
    expect({ status, name: body.displayName }).toEqual({ status: 201, name: 'Sam 👩\u200d🚀' })
  })

  it('creates one account for parallel requests', async () => {
    const tries = Array.from({ length: 5 }, () =>
      shop.newClient().call(register, newcomer('tegelijk@gloed.test')),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })
})

describe('a session', () => {
  it('ends at sign-out, and its cookie is HttpOnly and SameSite', async () => {
    const member = await shop.newUser()
    expect((await member.call(readUser)).status).toBe(200)
    const cookie = member.cookie()
    const out = await member.call(logout)
    expect(out.status).toBe(204)
    expect((await shop.newClient().request('GET', '/api/user', undefined, { cookie })).status).toBe(401)
    const { headers } = await shop
      .newClient()
      .call(login, { email: member.user.email, password: 'een-goed-wachtwoord' })
    expect(headers.getSetCookie()[0]).toMatch(/^gloed_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
  })

  it('ends with the first request of a browser that signed out without a connection', async () => {
    const member = await shop.newUser()
    const cookie = `${member.cookie()}; gloed_signed_out=1`
    const next = await shop.newClient().request('GET', '/api/user', undefined, { cookie })
    expect(next.status).toBe(401)
    expect(next.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^gloed_session=; .*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^gloed_signed_out=; .*Expires=Thu, 01 Jan 1970/),
    ])
    expect((await member.call(readUser)).status).toBe(401)
    const { email } = member.user
    const back = await shop
      .newClient()
      .request('POST', '/api/login', { email, password: 'een-goed-wachtwoord' }, { cookie })
    expect(back.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^gloed_session=[\w-]{43}; /))
  })

  it('gets a new id at sign-in, against session fixation', async () => {
    const member = await shop.newUser()
    const planted = member.cookie()
    await member.call(login, { email: member.user.email, password: 'een-goed-wachtwoord' })
    expect(member.cookie()).not.toBe(planted)
    expect((await shop.newClient().request('GET', '/api/user', undefined, { cookie: planted })).status).toBe(
      401,
    )
  })

  it('is extended by use, and expires after 30 days without use', async () => {
    const member = await shop.newUser()
    const start = time
    time = new Date(start.getTime() + 29 * 86_400_000)
    expect((await member.call(readUser)).status).toBe(200)
    time = new Date(start.getTime() + 58 * 86_400_000)
    expect((await member.call(readUser)).status).toBe(200)
    time = new Date(start.getTime() + 89 * 86_400_000)
    expect((await member.call(readUser)).status).toBe(401)
    time = start
  })

  it('ends after 180 days, however much it is used', async () => {
    const member = await shop.newUser()
    const start = time
    for (const day of [29, 58, 87, 116, 145, 174, 179]) {
      time = new Date(start.getTime() + day * 86_400_000)
      expect((await member.call(readUser)).status).toBe(200)
    }
    time = new Date(start.getTime() + 180 * 86_400_000)
    expect((await member.call(readUser)).status).toBe(401)
    time = start
  })

  it.each([
    ['after 12 hours without use', [11, 22, 33], 45.5],
    ['after 7 days, however much it is used', Array.from({ length: 15 }, (_, at) => 11 * (at + 1)), 168],
  ])('of an admin ends %s', async (_, usedAfterHours, endsAfterHours) => {
    const admin = await shop.newUser('ADMIN')
    const start = time
    await shop.node.platform.db
      .update(loginSessions)
      .set({ createdAt: start, expiresAt: expiryFrom(start) })
      .where(eq(loginSessions.userId, admin.user.id))
    const at = (hours: number) => void (time = new Date(start.getTime() + hours * 3_600_000))
    for (const hours of usedAfterHours) {
      at(hours)
      expect((await admin.call(readUser)).status).toBe(200)
    }
    at(endsAfterHours)
    expect((await admin.call(readUser)).status).toBe(401)
    time = start
  })

  it('answers each of many simultaneous readers with their own account', async () => {
    const members = await Promise.all([shop.newUser(), shop.newUser(), shop.newUser()])
    const read = await Promise.all(members.map(async member => (await member.call(readUser)).body))
    expect(read.map(({ id, email }) => [id, email])).toEqual(members.map(({ user }) => [user.id, user.email]))
  })

  it('is stored only as a hash', async () => {
    const member = await shop.newUser()
    const token = /gloed_session=([\w-]+)/.exec(member.cookie())?.[1] as string
    const kept = await shop.node.platform.db.select().from(loginSessions)
    expect(kept.map(row => row.tokenHash)).toContain(hashToken(token))
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})

it.each([
  ['the shop', 'Gloed2026!'],
  ['its owner', 'Roosmarijn1'],
  ['its address', 'nieuweling-1'],
])('a password that is little more than the name of %s is refused', async (_, chosen) => {
  const person = { email: 'nieuweling@gloed.test', displayName: 'Roosmarijn', password: chosen }
  expect(await shop.newClient().call(register, person)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { password: expect.stringContaining('je naam') } },
  })
})

describe('wrong passwords', () => {
  it('return the same answer for known and unknown addresses', async () => {
    const member = await shop.newUser()
    const known = await shop.newClient().call(login, { email: member.user.email, password: 'verkeerd' })
    const unknown = await shop.newClient().call(login, { email: 'niemand@gloed.test', password: 'verkeerd' })
    expect(known.status).toBe(401)
    expect(unknown.body).toEqual(known.body)
  })

  it('limit that account alone, for a quarter of an hour', async () => {
    const [victim, other] = [await shop.newUser(), await shop.newUser()]
    const wrong = () => shop.newClient().call(login, { email: victim.user.email, password: 'verkeerd' })
    const tries = await Promise.all(Array.from({ length: 12 }, wrong))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
    const right = () =>
      shop.newClient().call(login, { email: other.user.email, password: 'een-goed-wachtwoord' })
    expect((await right()).status).toBe(200)
    const start = time
    time = new Date(start.getTime() + 15 * 60_000 + 1000)
    expect((await wrong()).status).toBe(401)
    time = start
  })

  it('are not counted when the password is right', async () => {
    const member = await shop.newUser()
    for (let times = 0; times < 12; times += 1) {
      const { status } = await shop
        .newClient()
        .call(login, { email: member.user.email, password: 'een-goed-wachtwoord' })
      expect(status).toBe(200)
    }
  })
})

describe('scheduled clean-up', () => {
  it('deletes expired sessions and keeps the others', async () => {
    const { db } = shop.node.platform
    const [stale, fresh] = [await shop.newUser(), await shop.newUser()]
    const [idleAdmin, oldAdmin, admin] = await Promise.all([1, 2, 3].map(() => shop.newUser('ADMIN')))
    const set = (member: TestUser | undefined, age: number, idle: number) => {
      const ago = (hours: number) => new Date(time.getTime() - hours * 3_600_000)
      const lifetime = { createdAt: ago(age), expiresAt: expiryFrom(ago(idle)) }
      return db
        .update(loginSessions)
        .set(lifetime)
        .where(eq(loginSessions.userId, member?.user.id ?? ''))
    }
    await set(idleAdmin, 13, 13)
    await set(oldAdmin, 7 * 24, 1)
    await set(admin, 6 * 24, 11)
    await db
      .update(loginSessions)
      .set({ expiresAt: new Date(time.getTime() - 1) })
      .where(eq(loginSessions.userId, stale.user.id))
    await deleteExpiredLoginSessions(db, time)
    const kept = await db.select({ userId: loginSessions.userId }).from(loginSessions)
    expect(kept).toContainEqual({ userId: fresh.user.id })
    expect(kept).toContainEqual({ userId: admin?.user.id })
    for (const gone of [stale, idleAdmin, oldAdmin])
      expect(kept).not.toContainEqual({ userId: gone?.user.id })
  })
})
