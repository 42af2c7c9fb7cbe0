import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../../tests/support/customers.ts'
import { buyQuickMinutes, paymentsOf, refundsOf } from '../../../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../../../tests/support/shop.ts'
import {
  controlVerotel,
  minutesOverVerotel,
  payAtVerotel,
  sendPostback,
} from '../../../../../tests/support/verotel.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import { readUser } from '../../../../people/accounts/contract.ts'
import { openPostgres } from '../../../../platform/db/postgres/openPostgres.ts'
import { refundMinutes } from '../../../minutes/admin/contract.ts'
import { resolveRefund } from '../../admin/contract.ts'

/** Reports of Verotel, returns and admins at the same time, each on a connection of its own. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), env: minutesOverVerotel })
  admin = await shop.newUser('ADMIN')
  crowd = await createCustomers(shop, 7)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const bought = async (buyer: TestCustomer, how: object = {}) => {
  const purchase = await buyQuickMinutes(shop, buyer)
  return { ...purchase, sale: await payAtVerotel(shop, purchase, how) }
}
const booksAgree = () =>
  until(async () =>
    expect(await findDiscrepancies(shop.node.platform.db, new Date(Date.now() + 3_600_000))).toEqual([]),
  )

it('credits a purchase once when its postback and its return come thirty times at once', async () => {
  const buyer = crowd[0] as TestCustomer
  const { payment, purchaseId, sale } = await bought(buyer, { postback: 'lost' })
  const answers = await Promise.all([
    times(30, () => sendPostback(shop, sale.transactions[0] ?? {})),
    times(10, () => buyer.request('GET', `/api/payments/return?payment=${payment.id}`)),
  ])
  expect(new Set(answers[0].map(({ body }) => body))).toEqual(new Set(['OK']))
  await until(async () => expect((await paymentsOf(shop, purchaseId))[0]?.status).toBe('PAID'))
  expect((await buyer.call(readUser)).body?.minutesBalance).toBe(5)
  await booksAgree()
})

it('counts a refund once, whether its credit or the note of an admin comes first', async () => {
  for (const buyer of crowd.slice(1)) {
    const { payment, purchaseId } = await bought(buyer)
    await until(async () => expect((await paymentsOf(shop, purchaseId))[0]?.status).toBe('PAID'))
    const { body } = await admin.call(refundMinutes, { purchaseId })
    const refundId = body.refundId
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ failedAt: expect.any(Date) }]),
    )
    const [noted] = await Promise.all([
      admin.call(resolveRefund, { refundId, how: 'BY_HAND' }),
      controlVerotel(shop, 'credit', { referenceID: payment.providerId, postback: 'five' }),
    ])
    expect([200, 409]).toContain(noted.status)
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ providerId: expect.any(String) }]),
    )
  }
  await booksAgree()
})
