import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRedisServer, type RedisServer } from '../../../tests/support/redis.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestClient, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db.ts'
import { endOtherLoginSessions, login, logout, readUser } from './contract.ts'
import { loginSessions } from './table.ts'

/** Of `newUser`. */
const PASSWORD = 'een-goed-wachtwoord'

let postgres: SharedPostgres
let redis: RedisServer
let here: TestShop
let elsewhere: TestShop
beforeAll(async () => {
  postgres = openSharedPostgres()
  redis = await openRedisServer()
  const url = await postgres.create()
  const open = async () => openShop({ database: await openPostgres(url), env: { REDIS_URL: redis.url } })
  here = await open()
  elsewhere = await open()
}, 60_000)
afterAll(async () => {
  await Promise.all([here, elsewhere].map(node => node.close()))
  await redis.close()
  await postgres.close()
})

/** The status of a call on the other node with this cookie, whose session is in its cache from then on. */
const statusElsewhere = async (cookie: string) =>
  (await elsewhere.newClient().call(readUser, {}, { cookie })).status

it.each([
  ['signing out', (_: TestUser, browser: TestClient) => browser.call(logout)],
  ['ending it from another browser', (member: TestUser) => member.call(endOtherLoginSessions)],
])('refuses a session on every node as soon as %s ended it', async (_, end) => {
  const member = await here.newUser()
  const browser = here.newClient()
  await browser.call(login, { email: member.user.email, password: PASSWORD })
  const cookie = browser.cookie()
  expect(await statusElsewhere(cookie)).toBe(200)
  const heard = new Promise(resolve => elsewhere.node.platform.bus.subscribe('login.ending', resolve))
  expect((await end(member, browser)).status).toBe(204)
  await heard
  expect(await statusElsewhere(cookie)).toBe(401)
})

it('refuses within a second a session that was ended without a message', async () => {
  const member = await here.newUser()
  expect(await statusElsewhere(member.cookie())).toBe(200)
  await here.node.platform.db.delete(loginSessions).where(eq(loginSessions.userId, member.user.id))
  await expect.poll(() => statusElsewhere(member.cookie()), { timeout: 1500, interval: 100 }).toBe(401)
})
