import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../../tests/support/payments.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../../tests/support/shop.ts'
import { login, readUser, endOtherLoginSessions, endLoginSession, listLoginSessions } from '../contract.ts'
import { deleteLoginSessions } from './session.service.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time, env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => shop.close())

const password = 'een-goed-wachtwoord'
const later = (minutes: number) => (time = new Date(time.getTime() + minutes * 60_000))
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'

/** The same account on another device. */
async function elsewhere({ user }: TestUser, headers: Record<string, string> = {}): Promise<TestClient> {
  const visitor = shop.newClient()
  expect((await visitor.call(login, { email: user.email, password }, headers)).status).toBe(200)
  return visitor
}

describe('session list', () => {
  it('shows device, part of the network and times, the current session first, and no other user’s', async () => {
    const member = await shop.newUser()
    await shop.newUser()
    const other = await elsewhere(member, { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' })
    const openedAt = time
    later(7)
    await other.call(readUser, {}, { 'user-agent': firefox })
    const { status, body } = await member.call(listLoginSessions)
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    expect(body[0]).toMatchObject({ isCurrent: true })
    expect(body[1]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      browser: 'Firefox',
      system: 'Windows',
      place: '203.0.113.0/24',
      createdAt: openedAt.toISOString(),
      lastSeenAt: time.toISOString(),
      isCurrent: false,
    })
    expect(JSON.stringify(body)).not.toContain('203.0.113.77')
  })

  it('is updated when a session is used, and again only after five minutes', async () => {
    const member = await shop.newUser()
    const seen = async () => (await member.call(listLoginSessions)).body[0]?.lastSeenAt
    const first = time.toISOString()
    expect(await seen()).toBe(first)
    later(4)
    expect(await seen()).toBe(first)
    later(2)
    expect(await seen()).toBe(time.toISOString())
  })
})

describe('ending sessions', () => {
  it('closes the sockets of that session only', async () => {
    const member = await shop.newUser()
    const other = await elsewhere(member)
    const third = await elsewhere(member)
    const tab = await openSocketClient(shop.origin, { cookie: other.cookie() })
    const { body } = await other.call(listLoginSessions)
    const id = body.find(({ isCurrent }) => isCurrent)?.id
    expect((await member.call(endLoginSession, { sessionId: id })).status).toBe(204)
    expect(await tab.closed).toBe(4401)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await third.call(readUser)).status).toBe(200)
    expect((await member.call(endLoginSession, { sessionId: id })).status).toBe(404)
  })

  it('returns 404 for another user’s session and keeps it', async () => {
    const [member, stranger] = [await shop.newUser(), await shop.newUser()]
    const id = (await member.call(listLoginSessions)).body[0]?.id
    expect((await stranger.call(endLoginSession, { sessionId: id })).status).toBe(404)
    expect((await stranger.call(endLoginSession, { sessionId: 'niets' })).status).toBe(404)
    expect((await member.call(readUser)).status).toBe(200)
  })

  it('signs out the current session and clears the cookie', async () => {
    const member = await shop.newUser()
    const id = (await member.call(listLoginSessions)).body[0]?.id
    const { headers } = await member.call(endLoginSession, { sessionId: id })
    expect(headers.getSetCookie()[0]).toMatch(/^gloed_session=;/)
    expect((await member.call(readUser)).status).toBe(401)
  })

  it('ends all others, except the current one and those of other users', async () => {
    const [member, bystander] = [await shop.newUser(), await shop.newUser()]
    const others = [await elsewhere(member), await elsewhere(member)]
    // Just used, so that they are in the cache.
    for (const other of others) expect((await other.call(readUser)).status).toBe(200)
    expect((await member.call(endOtherLoginSessions)).status).toBe(204)
    for (const other of others) expect((await other.call(readUser)).status).toBe(401)
    expect((await member.call(readUser)).status).toBe(200)
    expect((await bystander.call(readUser)).status).toBe(200)
  })

  it('ends all sessions of an account, as a role change does', async () => {
    const member = await shop.newUser()
    const tab = await openSocketClient(shop.origin, { cookie: member.cookie() })
    const { db, bus } = shop.node.platform
    await db.transaction(tx => deleteLoginSessions(tx, bus, member.user.id))
    expect(await tab.closed).toBe(4401)
    expect((await member.call(readUser)).status).toBe(401)
  })
})

describe('a planted cookie', () => {
  let secure: TestShop
  beforeAll(async () => {
    secure = await openShop({ env: { PUBLIC_URL: 'https://gloed.example' } })
  })
  afterAll(() => secure.close())

  it('is replaced at sign-in, and its session is not ended', async () => {
    const member = await shop.newUser()
    const made = 'gloed_session=zelfverzonnenzelfverzonnenzelfverzonnenzel1'
    const { headers } = await shop
      .newClient()
      .call(login, { email: member.user.email, password }, { cookie: made })
    const [set = ''] = headers.getSetCookie()
    expect(set).toMatch(/^gloed_session=[\w-]{43};/)
    expect(set).not.toContain('zelfverzonnen')
    expect((await shop.newClient().request('GET', '/api/user', undefined, { cookie: made })).status).toBe(401)
  })

  it('is ignored over HTTPS without the __Host- prefix', async () => {
    const { app } = secure.node
    const payload = { email: 'veilig@gloed.test', password, displayName: 'Veilig' }
    const answered = await app.inject({ method: 'POST', url: '/api/register', payload })
    const set = String([answered.headers['set-cookie']].flat()[0])
    expect(set).toMatch(/^__Host-gloed_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    const token = /=([\w-]+)/.exec(set)?.[1]
    const ask = async (name: string) =>
      (await app.inject({ url: '/api/user', headers: { cookie: `${name}=${token}` } })).statusCode
    expect(await ask('__Host-gloed_session')).toBe(200)
    expect(await ask('gloed_session')).toBe(401)
  })
})

describe('a session of one browser', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
  const read = async (visitor: TestClient, userAgent: string) =>
    (await visitor.call(readUser, {}, { 'user-agent': userAgent })).status

  it('stays through its updates, on another network and system, and for the players of a phone', async () => {
    const visitor = await elsewhere(await shop.newUser(), { 'user-agent': firefox })
    for (const same of [
      firefox.replaceAll('150.0', '151.0'),
      firefox.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'),
      'AppleCoreMedia/1.0.0.23A341 (iPhone; U; CPU OS 26_0 like Mac OS X; nl_nl)',
    ])
      expect(await read(visitor, same), same).toBe(200)
    const other = { 'user-agent': firefox, 'x-forwarded-for': '198.51.100.9' }
    expect((await visitor.call(readUser, {}, other)).status).toBe(200)
  })

  it.each([
    ['another browser', chrome],
    ['a program', 'curl/8.5.0'],
    ['something that does not say what it is', ''],
  ])('ends when %s uses its token, and its owner gets a mail', async (_, userAgent) => {
    const member = await shop.newUser()
    const visitor = await elsewhere(member, { 'user-agent': firefox })
    // A node has just read it.
    expect(await read(visitor, firefox)).toBe(200)
    expect(await read(visitor, userAgent)).toBe(401)
    expect(await read(visitor, firefox)).toBe(401)
    expect(await mailsTo(shop, member.user.email)).toEqual(['security'])
    expect((await member.call(listLoginSessions)).body).toHaveLength(1)
  })
})
