import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { login, readUser, resetPassword } from '../accounts/contract.ts'
import { users } from '../accounts/table.ts'
import { auditEntries } from '../audit/table.ts'
import { runAdminCommand } from './command.service.ts'
import { createFirstAdmin } from './contract.ts'
import { issueSetupLink } from './service.ts'

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { DEMO: 'off' } })))
afterAll(() => shop.close())
beforeEach(async () => void (await shop.node.platform.db.update(users).set({ role: 'USER' })))

const PASSWORD = 'een-goed-wachtwoord'
let owners = 0
const newAccount = () => ({
  email: `eigenaar-${++owners}@gloed.test`,
  password: PASSWORD,
  displayName: 'Noor',
})
const tokenIn = (text: string | null) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const newToken = async () => tokenIn(await issueSetupLink(shop.node.platform))
const admin = (...args: string[]) => runAdminCommand(shop.node.platform, args)
const actionsOn = async (subjectId: string) => {
  const entries = await shop.node.platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
  return entries.map(({ action, actorId }) => [action, actorId])
}

describe('the link to create the first admin', () => {
  it('makes an admin, who is logged in, once', async () => {
    const link = await issueSetupLink(shop.node.platform)
    expect(link).toMatch(/\/welkom#token=[\w-]{20,}$/)
    const owner = shop.newClient()
    const account = newAccount()
    const { status, body } = await owner.call(createFirstAdmin, { ...account, token: tokenIn(link) })
    expect([status, body]).toEqual([201, expect.objectContaining({ role: 'ADMIN', email: account.email })])
    expect((await owner.call(readUser)).body).toMatchObject({ role: 'ADMIN' })
    expect(await actionsOn((body as { id: string }).id)).toEqual([
      ['ADMIN_ADDED', (body as { id: string }).id],
    ])
    const again = await shop.newClient().call(createFirstAdmin, { ...newAccount(), token: tokenIn(link) })
    expect([again.status, again.body]).toEqual([400, expect.objectContaining({ code: 'TOKEN_INVALID' })])
    expect(await issueSetupLink(shop.node.platform)).toBeNull()
  })

  it('ends after an hour, and when a later start made another', async () => {
    const earlier = await newToken()
    const token = await newToken()
    const tryWith = (used: string) =>
      shop.newClient().call(createFirstAdmin, { ...newAccount(), token: used })
    expect((await tryWith(earlier)).status).toBe(400)
    expect((await tryWith('geraden')).status).toBe(400)
    time = new Date(time.getTime() + 3_600_000)
    expect((await tryWith(token)).status).toBe(400)
  })

  it('stays valid after an error in the form, and says which field it was', async () => {
    const token = await newToken()
    const member = await shop.newUser()
    const taken = { ...newAccount(), email: member.user.email, token }
    expect((await shop.newClient().call(createFirstAdmin, taken)).status).toBe(409)
    const short = await shop.newClient().call(createFirstAdmin, { ...newAccount(), password: 'kort', token })
    expect(short.body).toMatchObject({ fields: { password: 'Kies een wachtwoord van minstens 8 tekens.' } })
    const common = await shop
      .newClient()
      .call(createFirstAdmin, { ...newAccount(), password: 'Welkom123!', token })
    expect(common.body).toMatchObject({ fields: { password: expect.stringContaining('te bekend') } })
    expect((await shop.newClient().call(createFirstAdmin, { ...newAccount(), token })).status).toBe(201)
  })
})

describe('npm run admin', () => {
  it('creates an admin, who chooses a password with the link', async () => {
    const { email } = newAccount()
    const said = await admin('create', email.toUpperCase())
    expect(said).toContain(`${email} is nu administrator.`)
    const chosen = { token: tokenIn(said), password: PASSWORD }
    expect((await shop.newClient().call(resetPassword, chosen)).status).toBe(204)
    const { status, body } = await shop.newClient().call(login, { email, password: PASSWORD })
    expect([status, body]).toEqual([200, expect.objectContaining({ role: 'ADMIN' })])
    expect(await actionsOn((body as { id: string }).id)).toEqual([['ADMIN_ADDED', null]])
    await expect(admin('create', email)).rejects.toThrow('Er is al een account')
  })

  it('promotes a customer, who has to log in again', async () => {
    const member = await shop.newUser()
    const { email, id } = member.user
    expect(await admin('promote', email)).toBe(`${email} is nu administrator, en moet opnieuw inloggen.`)
    expect((await member.call(readUser)).status).toBe(401)
    expect(await actionsOn(id)).toEqual([['USER_ROLE_SET', null]])
    expect(await admin('promote', email)).toBe(`${email} is al administrator.`)
  })

  it('removes the second step of an admin, and ends their sessions', async () => {
    const owner = await shop.newUser('ADMIN')
    const { email, id } = owner.user
    const { db } = shop.node.platform
    await db.update(users).set({ twoFactorAt: time }).where(eq(users.id, id))
    expect(await admin('reset', email)).toContain('/reset-password#token=')
    expect((await owner.call(readUser)).status).toBe(401)
    const { body } = await shop.newClient().call(login, { email, password: PASSWORD })
    expect(body).toMatchObject({ twoFactorAt: null, role: 'ADMIN' })
    expect(await actionsOn(id)).toEqual([['ADMIN_RESET', null]])
    const member = await shop.newUser()
    await expect(admin('reset', member.user.email)).rejects.toThrow('is geen administrator')
  })

  it.each([
    [[], /^Gebruik: npm run admin/],
    [['verwijder', 'a@gloed.test'], /^Gebruik: npm run admin/],
    [['toString', 'a@gloed.test'], /^Gebruik: npm run admin/],
    [['create'], /is geen e-mailadres/],
    [['promote', 'niemand'], /^niemand is geen e-mailadres/],
    [['promote', 'niemand@gloed.test'], /^Er is geen account met niemand@gloed.test/],
    [['create', 'a@gloed.test', 'b@gloed.test'], /^Gebruik: npm run admin/],
  ])('says what is wrong with %j', async (args, message) => {
    await expect(admin(...args)).rejects.toThrow(message)
  })
})
