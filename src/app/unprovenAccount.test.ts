import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, buyProduct } from '../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../tests/support/shop.ts'
import { addTestMinutes } from '../../tests/support/toys.ts'
import { eraseClosedAccounts } from '../backoffice/privacy/erase.service.ts'
import { creditLedger, lockStoreCredit } from '../money/credit/ledger.service.ts'
import { appendEntries } from '../money/ledger/service.ts'
import { readUser, removeRegistration } from '../people/accounts/contract.ts'
import { users } from '../people/accounts/table.ts'
import { issueToken } from '../people/accounts/token.service.ts'
import { auditEntries } from '../people/audit/table.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const db = () => shop.node.platform.db
/** By whoever reads the mailbox of its address. */
async function refuse({ user }: TestUser) {
  const token = await issueToken(db(), user.id, 'VERIFY_EMAIL', new Date())
  return shop.newClient().call(removeRegistration, { token })
}
const rowOf = async ({ user }: TestUser) =>
  (await db().select().from(users).where(eq(users.id, user.id)))[0] as typeof users.$inferSelect

const holding: Record<string, () => Promise<TestUser>> = {
  minutes: async () => {
    const member = await shop.newUser()
    await addTestMinutes(shop, member.user.id, 60)
    return member
  },
  'store credit': async () => {
    const member = await shop.newUser()
    await db().transaction(async tx => {
      const { id: accountId } = await lockStoreCredit(tx, member.user.id)
      const reason = { reason: 'Een test', byUserId: member.user.id }
      await appendEntries(tx, creditLedger, [{ accountId, cents: 500, kind: 'GRANT', ...reason }])
    })
    return member
  },
  'a paid order': async () => {
    const member = await shop.newUser()
    await buyProduct(member, (await addProduct(shop)).id, 'paid')
    return member
  },
  'the rights of a creator': () => shop.newUser('MODEL'),
  'the rights of an admin': () => shop.newUser('ADMIN'),
}

it.each(Object.keys(holding))(
  'an account with %s is not closed by the reader of its mail, who is told what to do',
  async what => {
    const member = (await holding[what]?.()) as TestUser
    expect(await refuse(member)).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_IN_USE', message: expect.stringContaining('Neem contact met ons op') },
    })
    expect(await rowOf(member)).toMatchObject({ deleteAfter: null, emailVerifiedAt: null })
    expect((await member.call(readUser)).status).toBe(200)
    expect((await refuse(member)).status, 'the link says so again').toBe(409)
  },
)

it('another one is closed as any account is: with its four weeks, and in the audit log', async () => {
  const member = await shop.newUser()
  await buyProduct(member, (await addProduct(shop)).id, null)
  expect((await refuse(member)).status).toBe(204)
  expect((await member.call(readUser)).status).toBe(401)
  const days = ((await rowOf(member)).deleteAfter as Date).getTime() - Date.now()
  expect(Math.round(days / 86_400_000)).toBe(27)
  await eraseClosedAccounts(shop.node.platform)
  expect((await rowOf(member)).erasedAt).toBeNull()
  const isClosing = and(eq(auditEntries.subjectId, member.user.id), eq(auditEntries.action, 'ACCOUNT_CLOSED'))
  expect(await db().$count(auditEntries, isClosing)).toBe(1)
})
