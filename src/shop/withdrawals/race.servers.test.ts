import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { placeOrderFor, payWithoutWebhook, callWebhook } from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readAdminOrder } from '../orders/admin/contract.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { requestWithdrawal } from './contract.ts'
import { decideLines } from './admin/contract.ts'

/** Simultaneous withdrawals of the same units, and decisions about them. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admin: TestUser
const ROUNDS = 6
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  crowd = await createCustomers(shop, ROUNDS)
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body

async function placePaid(buyer: TestCustomer) {
  const { orderId, paymentUrl, payment } = await placeOrderFor(shop, buyer)
  await payWithoutWebhook(shop, paymentUrl)
  await callWebhook(shop, payment.providerId)
  const { number, items, customer } = await read(orderId)
  const [line] = items
  if (!line) throw new Error('an order has a line')
  return { orderId, number, line, email: customer.email }
}

it('cover each unit once, however many arrive at once, and are decided for no more than was bought', async () => {
  for (const buyer of crowd) {
    const { orderId, number, line, email } = await placePaid(buyer)
    const one = { name: 'Robin', email, orderNumber: number }
    const said = [
      ...Array.from({ length: 4 }, () => ({ ...one, quantities: [{ itemId: line.id, quantity: 1 }] })),
      one,
      { ...one, itemIds: [line.id] },
      { ...one, remark: 'Alles.' },
    ]
    const answers = await Promise.all(said.map(input => shop.newClient().call(requestWithdrawal, input)))
    expect(answers.map(({ status }) => status)).toEqual(said.map(() => 202))
    const { withdrawals } = await read(orderId)
    const named = withdrawals.filter(({ remark }) => remark === null)
    const units = named.flatMap(({ lines }) => lines.map(({ quantity }) => quantity))
    expect(units.reduce((sum, quantity) => sum + quantity, 0)).toBe(line.quantity)
    const open = withdrawals.filter(({ lines }) => lines.length > 0)
    await Promise.all(
      open.map(({ id: withdrawalId }) =>
        admin.call(decideLines, { withdrawalId, lines: [{ itemId: line.id, accepted: true }] }),
      ),
    )
    const decided = (await read(orderId)).withdrawals.flatMap(({ lines }) => lines)
    const taken = decided.reduce((sum, { acceptedQuantity }) => sum + (acceptedQuantity ?? 0), 0)
    expect(taken).toBe(line.quantity)
  }
})
