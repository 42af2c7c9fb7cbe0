import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailedToken, mailedTokens } from '../../../tests/support/devMails.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { hashToken } from '../../platform/http/session.ts'
import { mails } from '../../platform/db/table.ts'
import {
  login,
  readUser,
  register,
  removeRegistration,
  sendVerificationMail,
  verifyEmail,
} from './contract.ts'
import { accountTokens, users } from './table.ts'
import { deleteExpiredTokens, issueToken } from './token.service.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

let newcomers = 0
async function newcomer() {
  const email = `welkom-${++newcomers}@gloed.test`
  const visitor = shop.newClient()
  const account = { email, password: PASSWORD, displayName: 'Nieuw' }
  const { body } = await visitor.call(register, account)
  const tokenAt = (count: number) =>
    vi.waitFor(
      async () => {
        const tokens = await mailedTokens(shop.origin, email, '/verify-email')
        expect(tokens).toHaveLength(count)
        return tokens[0] as string
      },
      { timeout: 10_000, interval: 50 },
    )
  return { email, visitor, id: body.id, tokenAt }
}
const PASSWORD = 'goed-wachtwoord'
/** In another browser, with the account's password. */
const verify = (token: unknown) => shop.newClient().call(verifyEmail, { token, password: PASSWORD })
const invalid = { status: 400, body: { code: 'TOKEN_INVALID', message: 'Deze link is niet meer geldig.' } }

describe('e-mail verification', () => {
  it('is requested on registration and completed with the link, once', async () => {
    const { visitor, tokenAt } = await newcomer()
    expect((await visitor.call(readUser)).body.emailVerifiedAt).toBeNull()
    const token = await tokenAt(1)
    expect(await visitor.call(verifyEmail, { token })).toMatchObject({ status: 204, body: '' })
    expect((await visitor.call(readUser)).body.emailVerifiedAt).toBe(time.toISOString())
    expect(await verify(token)).toMatchObject(invalid)
  })

  it('accepts a token once for simultaneous requests', async () => {
    const { tokenAt } = await newcomer()
    const token = await tokenAt(1)
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => verify(token)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array(7).fill(400)])
  })

  it('refuses a token that is unknown, for another purpose, or expired', async () => {
    const { db } = shop.node.platform
    const { id, tokenAt } = await newcomer()
    for (const token of ['x', 'a'.repeat(43), "'; drop table users; --"])
      expect(await verify(token)).toMatchObject(invalid)
    expect(await verify(await issueToken(db, id, 'RESET_PASSWORD', time))).toMatchObject(invalid)
    for (const token of ['', '  ', undefined, 7, ['a']])
      expect(await verify(token)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', message: 'Open de link uit je mail.' },
      })
    const token = await tokenAt(1)
    const start = time
    time = new Date(start.getTime() + 7 * 86_400_000)
    expect(await verify(token)).toMatchObject(invalid)
    await deleteExpiredTokens(db, time)
    expect(await db.$count(accountTokens, eq(accountTokens.userId, id))).toBe(0)
    time = start
  })

  it('stores only a hash of the token, and no mail in the outbox contains it', async () => {
    const { db } = shop.node.platform
    const { email, tokenAt } = await newcomer()
    const token = await tokenAt(1)
    const kept = await db.select().from(accountTokens)
    expect(kept.map(({ tokenHash }) => tokenHash)).toContain(hashToken(token))
    const outbox = await db.select().from(mails).where(eq(mails.recipient, email))
    expect(outbox).toHaveLength(1)
    expect(JSON.stringify([kept, outbox])).not.toContain(token)
  })
})

describe('a verification link that is opened in another browser', () => {
  const needed = { status: 403, body: { code: 'ACCOUNT_PROOF_NEEDED' } }

  it('verifies with the session of that account, or with its password', async () => {
    const { visitor, tokenAt } = await newcomer()
    const token = await tokenAt(1)
    const stranger = await shop.newUser()
    expect(await shop.newClient().call(verifyEmail, { token })).toMatchObject(needed)
    expect(await stranger.call(verifyEmail, { token })).toMatchObject(needed)
    expect(await shop.newClient().call(verifyEmail, { token, password: 'gok' })).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', fields: { password: 'Dit wachtwoord klopt niet.' } },
    })
    expect((await visitor.call(readUser)).body.emailVerifiedAt).toBeNull()
    expect((await verify(token)).status).toBe(204)
    expect((await visitor.call(readUser)).status, 'no session but that of who proved it stays').toBe(401)
  })

  it('keeps the session that verifies and the texts of its user, and ends the others', async () => {
    const { email, visitor, tokenAt } = await newcomer()
    const other = shop.newClient()
    await other.call(login, { email, password: PASSWORD })
    expect((await visitor.call(verifyEmail, { token: await tokenAt(1) })).status).toBe(204)
    expect((await visitor.call(readUser)).body).toMatchObject({ email, displayName: 'Nieuw' })
    expect((await other.call(readUser)).status).toBe(401)
  })

  it('lets nobody guess the password', async () => {
    const { tokenAt } = await newcomer()
    const token = await tokenAt(1)
    const guess = () => shop.newClient().call(verifyEmail, { token, password: 'gok' })
    const guesses = await Promise.all(Array.from({ length: 11 }, guess))
    const statuses = guesses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(403), 429])
    expect((await verify(token)).status, 'the right one is a guess too').toBe(429)
  })

  it('closes an account that its reader did not make, once, and never one that was verified', async () => {
    const { db } = shop.node.platform
    const { email, visitor, id, tokenAt } = await newcomer()
    const token = await tokenAt(1)
    const refuse = () => shop.newClient().call(removeRegistration, { token })
    expect(await refuse()).toMatchObject({ status: 204, body: '' })
    expect((await visitor.call(readUser)).status).toBe(401)
    const { status, body } = await shop.newClient().call(login, { email, password: PASSWORD })
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'ACCOUNT_CLOSED' } })
    expect(await refuse()).toMatchObject(invalid)
    expect(await verify(token)).toMatchObject(invalid)
    const [row] = await db.select().from(users).where(eq(users.id, id))
    const deleteAfter = new Date(time.getTime() + 27 * 86_400_000)
    expect(row).toMatchObject({ deleteAfter, emailVerifiedAt: null })

    const proven = await shop.newUser()
    await db.update(users).set({ emailVerifiedAt: time }).where(eq(users.id, proven.user.id))
    const late = await issueToken(db, proven.user.id, 'VERIFY_EMAIL', time)
    expect(await shop.newClient().call(removeRegistration, { token: late })).toMatchObject(invalid)
  })
})

describe('requesting the link again', () => {
  it('mails another; using either invalidates both, and then none is mailed', async () => {
    const { email, visitor, tokenAt } = await newcomer()
    const first = await tokenAt(1)
    expect((await visitor.call(sendVerificationMail)).status).toBe(204)
    const second = await tokenAt(2)
    expect(second).not.toBe(first)
    expect((await visitor.call(verifyEmail, { token: first })).status).toBe(204)
    expect(await verify(second)).toMatchObject(invalid)
    expect((await visitor.call(sendVerificationMail)).status).toBe(204)
    const { db } = shop.node.platform
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(2)
    expect(await mailedToken(shop.origin, email, '/verify-email')).toBe(second)
  })

  it('is rate limited, so that nobody can flood a mailbox', async () => {
    const { visitor } = await newcomer()
    const asked = []
    for (let times = 0; times < 6; times += 1) asked.push((await visitor.call(sendVerificationMail)).status)
    expect(asked).toEqual([204, 204, 204, 204, 204, 429])
  })

  it('refuses a token whose account is gone', async () => {
    const { db } = shop.node.platform
    const { id, tokenAt } = await newcomer()
    const token = await tokenAt(1)
    await db.update(users).set({ deleteAfter: time }).where(eq(users.id, id))
    expect(await verify(token)).toMatchObject(invalid)
  })
})
