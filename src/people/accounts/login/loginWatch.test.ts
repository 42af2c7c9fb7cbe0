import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '../../../platform/http/session.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { createLoginWatch, findLoginsToRead } from './loginWatch.service.ts'
import { createSessionLookup } from './sessionLookup.service.ts'
import { loginSessions, users } from '../table.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time })))
afterAll(() => shop.close())

const later = (minutes: number) => (time = new Date(time.getTime() + minutes * 60_000))
const onOtherBrowser = () => Promise.reject(new Error('the same browser'))

/** The login of a new member, watched as a socket's is. */
async function watched() {
  const member = await shop.newUser()
  const [, token = ''] = member.cookie().split('=')
  const findSession = createSessionLookup(shop.node.platform, onOtherBrowser)
  return { member, login: createLoginWatch(findSession, hashToken(token), undefined) }
}

const toRead = (...logins: Awaited<ReturnType<typeof watched>>['login'][]) =>
  findLoginsToRead(shop.node.platform.db, logins, time)

const change = ({ user }: TestUser, values: Partial<typeof loginSessions.$inferInsert>) =>
  shop.node.platform.db.update(loginSessions).set(values).where(eq(loginSessions.userId, user.id))

it('of open logins only those are read that ended, or have another token', async () => {
  const [open, ended, renewed] = [await watched(), await watched(), await watched()]
  const logins = [open, ended, renewed].map(({ login }) => login)
  expect(await toRead(...logins)).toEqual([])
  await shop.node.platform.db.delete(loginSessions).where(eq(loginSessions.userId, ended.member.user.id))
  await change(renewed.member, { tokenHash: hashToken('another') })
  expect(await toRead(...logins)).toEqual([ended.login, renewed.login])
  expect(await ended.login.readUser()).toBeNull()
})

it('a login is read after five minutes, which extends it', async () => {
  const { member, login } = await watched()
  later(5)
  expect(await toRead(login)).toEqual([login])
  expect(await login.readUser()).toMatchObject({ userId: member.user.id })
  expect(await toRead(login)).toEqual([])
})

it('a login that is too old is read, however recently it was used', async () => {
  const { member, login } = await watched()
  await change(member, { createdAt: new Date(time.getTime() - 180 * 24 * 3_600_000) })
  expect(await toRead(login)).toEqual([login])
  expect(await login.readUser()).toBeNull()
})

it('the logins of admins are read each time', async () => {
  const { member, login } = await watched()
  await shop.node.platform.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, member.user.id))
  expect(await toRead(login)).toEqual([login])
})

it('a watch without a cookie is nobody’s', async () => {
  const login = createLoginWatch(
    createSessionLookup(shop.node.platform, onOtherBrowser),
    undefined,
    undefined,
  )
  expect(await toRead(login)).toEqual([login])
  expect(await login.readUser()).toBeNull()
})
