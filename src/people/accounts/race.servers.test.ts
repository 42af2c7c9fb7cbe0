import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestShop } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { login, readUser, register, changePassword, resetPassword } from './contract.ts'
import { loginSessions } from './table.ts'
import { issueToken } from './token.service.ts'

/** Simultaneous requests, which the embedded database with its one connection can't show. */
let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

const OLD = 'een-goed-wachtwoord'
const NEW = 'een-beter-wachtwoord'
const db = () => shop.node.platform.db
const resetToken = (userId: string) => issueToken(db(), userId, 'RESET_PASSWORD', new Date())
const many = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

it('creates one account for 12 simultaneous registrations of one address, however it is written', async () => {
  const written = ['samen@gloed.test', 'SAMEN@gloed.test', ' Samen@Gloed.Test', 'ｓａｍｅｎ@gloed.test']
  const answers = await many(12, at =>
    shop.newClient().call(register, { email: written[at % 4], password: OLD, displayName: 'Samen' }),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array<number>(11).fill(409)])
})

it('accepts a token once for 20 simultaneous uses', async () => {
  const { user } = await shop.newUser()
  const token = await resetToken(user.id)
  const answers = await many(20, at =>
    shop.newClient().call(resetPassword, { token, password: `wachtwoord-${at}` }),
  )
  const done = answers.flatMap(({ status }, at) => (status === 204 ? [at] : []))
  expect(done).toHaveLength(1)
  const signIn = { email: user.email, password: `wachtwoord-${done[0]}` }
  expect((await shop.newClient().call(login, signIn)).status).toBe(200)
})

it('accepts one of several tokens of a user that are used at once, and refuses the others without a deadlock', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { user } = await shop.newUser()
    const tokens = await many(6, () => resetToken(user.id))
    const answers = await Promise.all(
      tokens.map(token => shop.newClient().call(resetPassword, { token, password: NEW })),
    )
    const refused = answers.filter(({ status }) => status !== 204)
    expect(refused.map(({ body }) => (body as unknown as { code: string }).code)).toEqual(
      Array<string>(5).fill('TOKEN_INVALID'),
    )
  }
})

it('leaves no session of the old password, however many sign in during the change', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { user } = await shop.newUser()
    const token = await resetToken(user.id)
    const visitors = Array.from({ length: 12 }, () => shop.newClient())
    const signIns = visitors.map(visitor => visitor.call(login, { email: user.email, password: OLD }))
    const [reset] = await Promise.all([
      shop.newClient().call(resetPassword, { token, password: NEW }),
      ...signIns,
    ])
    expect(reset?.status).toBe(204)
    expect(await db().$count(loginSessions, eq(loginSessions.userId, user.id))).toBe(0)
    for (const visitor of visitors) expect((await visitor.call(readUser)).status).toBe(401)
  }
})

it('ends with at most one of two browsers signed in when both change the password at once', async () => {
  const member = await shop.newUser()
  const other = shop.newClient()
  await other.call(login, { email: member.user.email, password: OLD })
  await Promise.all([
    member.call(changePassword, { password: OLD, newPassword: 'het-eerste-nieuwe' }),
    other.call(changePassword, { password: OLD, newPassword: 'het-tweede-nieuwe' }),
  ])
  expect(await db().$count(loginSessions, eq(loginSessions.userId, member.user.id))).toBeLessThan(2)
})
