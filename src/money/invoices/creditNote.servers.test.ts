import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { openTwoNodes, type TwoNodes } from '../../../tests/support/shopOnPostgres.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { invoiceSources } from '../../app/paymentEffects.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { createCreditNote } from './issue.service.ts'
import { calculateInvoiceTotals } from './rules.ts'
import { invoices } from './table.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

/** Several refunds of each of several orders at once, whose credit notes two nodes write. */
let nodes: TwoNodes
let admins: TestUser[]
let crowd: TestCustomer[]
const ROUNDS = 8
beforeAll(async () => {
  nodes = await openTwoNodes({ redis: false })
  admins = await Promise.all([nodes.one.newUser('ADMIN'), nodes.two.newUser('ADMIN')])
  crowd = await createCustomers(nodes.one, ROUNDS)
})
afterAll(() => nodes.close())

const refund = (orderId: string, index: number, amount: number) =>
  (admins[index % 2] as TestUser).call(refundOrder, { orderId, amount })
const platforms = () => [nodes.one.node.platform, nodes.two.node.platform]
const documentsOf = (orderIds: string[]) =>
  nodes.one.node.platform.db.select().from(invoices).where(inArray(invoices.subjectId, orderIds))

/** Orders of 20 euros, paid, of which not all are invoiced yet. */
async function paidOrders(): Promise<string[]> {
  const placed = await Promise.all(crowd.map(buyer => placeOrderFor(nodes.one, buyer)))
  await Promise.all(
    placed.map(async ({ paymentUrl }, index) =>
      crowd[index]?.request('GET', await completePayment(paymentUrl, 'paid')),
    ),
  )
  return placed.map(({ orderId }) => orderId)
}

/** Writes the credit notes of refunds on both nodes, beside the jobs that do it too: of eight at once, for which the connections are enough. */
async function creditAll(refundIds: string[]): Promise<void> {
  for (let index = 0; index < refundIds.length; index += 8)
    await Promise.all(
      refundIds
        .slice(index, index + 8)
        .flatMap(refundId =>
          platforms().flatMap(platform =>
            [0, 1].map(() => createCreditNote(platform, invoiceSources, refundId)),
          ),
        ),
    )
}

const sumOf = (documents: (typeof invoices.$inferSelect)[], name: 'total' | 'vat') =>
  documents.reduce((cents, { content }) => cents + calculateInvoiceTotals(content)[name], 0)

/** Cents; of three times 9 euros, two fit, and the VAT of 3 cents is 1 cent alone and half of one among others. */
const wanted = [900, 3, 900, 3, 900]
const FITTING = 4
const CREDITED = 1806

it('credits each refund once, in numbers without a gap, with the VAT that is left and no more', async () => {
  const orderIds = await paidOrders()
  const answers = await Promise.all(
    orderIds.flatMap(orderId => wanted.map((amount, index) => refund(orderId, index, amount))),
  )
  const refundIds = answers.filter(({ status }) => status === 201).map(({ body }) => body.refundId)
  expect(refundIds).toHaveLength(FITTING * ROUNDS)
  await creditAll(refundIds)
  const notes = (await documentsOf(orderIds)).filter(({ kind }) => kind === 'CREDIT_NOTE')
  expect(notes).toHaveLength(refundIds.length)
  expect(new Set(notes.map(({ refundId }) => refundId))).toEqual(new Set(refundIds))
  const serials = notes.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
  expect(serials).toEqual(Array.from({ length: FITTING * ROUNDS }, (_, index) => index + 1))
  for (const orderId of orderIds) {
    const own = notes.filter(({ subjectId }) => subjectId === orderId)
    // 21 % in 20.00 is 3.47: 3.47 × 18.06 ÷ 20.00 = 3.1334…, in whatever order they came.
    expect([sumOf(own, 'total'), sumOf(own, 'vat')]).toEqual([-CREDITED, -313])
  }

  // The rest, of which one of two fits, and with it all of the VAT.
  const rest = await Promise.all(
    orderIds.flatMap((orderId, index) => [0, 1].map(each => refund(orderId, index + each, 2000 - CREDITED))),
  )
  await creditAll(rest.filter(({ status }) => status === 201).map(({ body }) => body.refundId))
  for (const orderId of orderIds) {
    const documents = await documentsOf([orderId])
    expect(documents).toHaveLength(1 + FITTING + 1)
    expect([sumOf(documents, 'total'), sumOf(documents, 'vat')]).toEqual([0, 0])
  }
  const { db } = nodes.one.node.platform
  const wrong = (await findDiscrepancies(db, new Date())).map(({ check }) => check)
  for (const check of ['invoices.series', 'invoices.vat', 'refunds.credit', 'orders.invoice'])
    expect(wrong).not.toContain(check)
})
