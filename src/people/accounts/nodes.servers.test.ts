import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTwoNodes, type TwoNodes } from '../../../tests/support/shopOnPostgres.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import type { TestClient, TestUser } from '../../../tests/support/shop.ts'
import { endOtherLoginSessions, login, logout, readUser } from './contract.ts'
import { loginSessions } from './table.ts'

/** Of `newUser`. */
const PASSWORD = 'een-goed-wachtwoord'

let nodes: TwoNodes
beforeAll(async () => void (nodes = await openTwoNodes()), 60_000)
afterAll(() => nodes.close())

/** The status of a call on the other node with this cookie, whose session is in its cache from then on. */
const statusElsewhere = async (cookie: string) =>
  (await nodes.two.newClient().call(readUser, {}, { cookie })).status

it.each([
  ['signing out', (_: TestUser, browser: TestClient) => browser.call(logout)],
  ['ending it from another browser', (member: TestUser) => member.call(endOtherLoginSessions)],
])('refuses a session on every node as soon as %s ended it', async (_, end) => {
  const member = await nodes.one.newUser()
  const browser = nodes.one.newClient()
  await browser.call(login, { email: member.user.email, password: PASSWORD })
  const cookie = browser.cookie()
  expect(await statusElsewhere(cookie)).toBe(200)
  const heard = new Promise(resolve => nodes.two.node.platform.bus.subscribe('login.ending', resolve))
  expect((await end(member, browser)).status).toBe(204)
  await heard
  expect(await statusElsewhere(cookie)).toBe(401)
})

it('refuses within a second a session that was ended without a message', async () => {
  const member = await nodes.one.newUser()
  expect(await statusElsewhere(member.cookie())).toBe(200)
  await nodes.one.node.platform.db.delete(loginSessions).where(eq(loginSessions.userId, member.user.id))
  await expect.poll(() => statusElsewhere(member.cookie()), { timeout: 1500, interval: 100 }).toBe(401)
})

it('closes within a second the socket of a session that was ended without a message, and no other', async () => {
  const [member, other] = [await nodes.one.newUser(), await nodes.one.newUser()]
  const [tab, open] = await Promise.all(
    [member, other].map(user => openSocketClient(nodes.two.origin, { cookie: user.cookie() })),
  )
  await nodes.one.node.platform.db.delete(loginSessions).where(eq(loginSessions.userId, member.user.id))
  const codes: number[] = []
  for (const each of [tab, open]) void each?.closed.then(code => codes.push(code))
  await expect.poll(() => codes, { timeout: 1500, interval: 100 }).toEqual([4401])
})
