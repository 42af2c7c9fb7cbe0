import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { addAddressFor, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { addresses } from '../../people/addresses/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { purchaseMinutes } from '../../money/minutes/contract.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { users } from '../../people/accounts/table.ts'
import { deleteAccount } from './contract.ts'
import { eraseClosedAccounts } from './erase.service.ts'
import { anonymizeInvoices } from './eraseInvoices.service.ts'

/** Several nodes erase at the same time, each on its own connection. */
let postgres: SharedPostgres
let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), now: () => time })
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const atOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: 4 }, work))

it('erases once when four jobs run at once, and reconciliation finds nothing', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => shop.newUser()))
  const ids = members.map(({ user }) => user.id)
  for (const member of members) {
    await addAddressFor(member)
    const { body } = await member.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
    await member.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  }
  const own = inArray(invoices.userId, ids)
  await vi.waitFor(async () => expect(await db().$count(invoices, own)).toBe(6), { timeout: 20_000 })
  const buyer = members[0]?.user.email as string
  const closed = await Promise.all(
    members.map(member => member.call(deleteAccount, { password: 'een-goed-wachtwoord' })),
  )
  expect(closed.map(({ status }) => status)).toEqual(Array(6).fill(202))
  expect(await mailsTo(shop, buyer)).toContain('account-closed')

  time = new Date('2026-12-19T12:00:00Z')
  await atOnce(() => eraseClosedAccounts(shop.node.platform))
  const left = await db().select().from(users).where(inArray(users.id, ids))
  for (const user of left) expect(user).toMatchObject({ erasedAt: time, email: `${user.id}@erased.invalid` })
  expect(await db().$count(addresses, inArray(addresses.userId, ids))).toBe(0)
  expect(await mailsTo(shop, buyer)).toEqual([])

  time = new Date('2034-01-01T12:00:00Z')
  await atOnce(() => anonymizeInvoices(shop.node.platform))
  const kept = await db().select().from(invoices).where(own)
  expect(kept).toHaveLength(6)
  expect(kept.flatMap(({ content }) => content.buyer)).toEqual([])
  expect(await findDiscrepancies(db(), time)).toEqual([])
})

it('refuses one of the last two admins who close at once', async () => {
  const [, ...rest] = await Promise.all([1, 2, 3, 4].map(() => shop.newUser('ADMIN')))
  const closed = await Promise.all(
    rest.map(member => member.call(deleteAccount, { password: 'een-goed-wachtwoord' })),
  )
  expect(closed.map(({ status }) => status)).toEqual([202, 202, 202])
  let [last] = await db().select().from(users).where(isOpenAdmin)
  for (let round = 0; round < 6; round += 1) {
    const newcomers = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
    await db()
      .update(users)
      .set({ role: 'USER' })
      .where(eq(users.id, last?.id ?? ''))
    const answers = await Promise.all(
      newcomers.map(member => member.call(deleteAccount, { password: 'een-goed-wachtwoord' })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    const left = await db().select().from(users).where(isOpenAdmin)
    expect(left).toHaveLength(1)
    last = left[0]
  }
})

const isOpenAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))

it('leaves the invoices of other users unchanged', async () => {
  const member = await shop.newUser()
  const { body } = await member.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
  await member.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const own = eq(invoices.userId, member.user.id)
  await vi.waitFor(async () => expect(await db().$count(invoices, own)).toBe(1), { timeout: 20_000 })
  await expect(db().update(invoices).set({ totalCents: 1 }).where(own)).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: 'invoices is append-only' }) }),
  )
})
