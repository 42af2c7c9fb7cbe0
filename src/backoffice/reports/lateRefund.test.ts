import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { completePayment, addProduct, someAddress } from '../../../tests/support/fixtures.ts'
import { answerOfVies, sellWhileViesIsAway, UNANSWERED_NUMBER } from '../../../tests/support/business.ts'
import { buyQuickMinutes } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import * as endpoints from './contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { correctVat } from '../vatCorrections/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-11-30T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(clock.at),
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
  admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, vatScheme: 'OSS', shipsTo: ['NL', 'BE'], version })
})
afterAll(() => shop.close())

const soon = { timeout: 20_000, interval: 50 }
const countInvoices = () => shop.node.platform.db.$count(invoices)
const untilIssued = (count: number) => vi.waitFor(async () => expect(await countInvoices()).toBe(count), soon)
const rowsOf = async (quarter: string, report: endpoints.ReportName) =>
  (await admin.call(endpoints.readReport, { quarter, report })).body.rows

/** A toy of 12.10 and a download of 24.20, to the Netherlands. */
async function buy(customer: TestUser): Promise<{ orderId: string; downloadItem: string | undefined }> {
  const toy = await addProduct(shop, { price: 1210, showShippingOptions: true })
  const download = await addProduct(shop, { price: 2420, showShippingOptions: false })
  const { body: address } = await customer.call(createAddress, { ...someAddress, country: 'Nederland' })
  const items = [toy, download].map(({ id: productId }) => ({ productId, quantity: 1 }))
  const { body } = await customer.call(checkout, { items, addressId: address.id })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const { items: lines } = (await customer.call(readOrder, { orderId: body.orderId })).body
  return { ...body, downloadItem: lines.find(({ productId }) => productId === download.id)?.id }
}

/** Later, with everybody logged in as before. */
async function moveTo(at: string): Promise<void> {
  clock.at = Date.parse(at)
  await shop.node.platform.db.update(loginSessions).set({ confirmedAt: new Date(clock.at) })
}

const closed = async (quarter: string) => {
  expect(await admin.call(endpoints.closePeriod, { quarter })).toMatchObject({ status: 200 })
}

it('a late refund of a closed quarter corrects it in the return of the present one', async () => {
  const customer = await shop.newUser()
  const { orderId, downloadItem } = await buy(customer)
  await untilIssued(1)
  const { paymentUrl } = await buyQuickMinutes(shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  await untilIssued(2)
  // 12.10 ÷ 1.21; (24.20 + 10.00) × 21/121 = 4.20 + 1.74
  const declared = [
    ['NL', 'Goederen', 2100, null, 1000, 210, 1210],
    ['NL', 'Diensten', 2100, null, 2826, 594, 3420],
  ]
  expect(await rowsOf('2026-Q4', 'oss')).toEqual(declared)
  await moveTo('2027-01-15T12:00:00Z')
  await closed('2026-Q4')

  await admin.call(refundOrder, { orderId, items: [{ itemId: downloadItem, quantity: 1 }] })
  await untilIssued(3)
  const note = (await rowsOf('2027-Q1', 'sales'))[0]
  expect(note?.slice(3, 10)).toEqual([
    'Creditnota',
    expect.stringMatching('Bestelling'),
    expect.stringMatching('F2026-'),
    'NL',
    'Gewoon tarief',
    'Diensten',
    2100,
  ])
  expect(await rowsOf('2027-Q1', 'oss')).toEqual([['NL', 'Correctie', null, '2026-Q4', -2000, -420, -2420]])
  expect(await rowsOf('2026-Q4', 'oss')).toEqual(declared)

  // A sale of the present quarter that is refunded in it is taken off, and corrects nothing.
  const next = await buy(await shop.newUser())
  await untilIssued(4)
  await admin.call(refundOrder, { orderId: next.orderId, amount: 3630 })
  await untilIssued(5)
  expect(await rowsOf('2027-Q1', 'oss')).toEqual([
    ['NL', 'Goederen', 2100, null, 0, 0, 0],
    ['NL', 'Diensten', 2100, null, 0, 0, 0],
    ['NL', 'Correctie', null, '2026-Q4', -2000, -420, -2420],
  ])
})

it('a sale of an earlier quarter that is corrected to one without VAT comes into the listing with that quarter', async () => {
  await moveTo('2027-03-30T12:00:00Z')
  const { id: productId } = await addProduct(shop, { price: 12_100, showShippingOptions: true })
  const before = await countInvoices()
  const { orderId } = await sellWhileViesIsAway(shop, { items: [{ productId, quantity: 1 }] })
  await moveTo('2027-04-10T12:00:00Z')
  await closed('2027-Q1')
  await answerOfVies(shop, true)
  expect(await admin.call(correctVat, { orderId, vatCents: 2100 })).toMatchObject({ status: 200 })
  await untilIssued(before + 3)
  expect(await rowsOf('2027-Q2', 'intra-eu')).toEqual([[UNANSWERED_NUMBER, 'L', '2027-Q1', 10_000]])
  expect(await rowsOf('2027-Q2', 'oss')).toEqual([
    ['NL', 'Correctie', null, '2027-Q1', -10_000, -2100, -12_100],
  ])
  // A refund that is still later corrects the quarter of the sale, too.
  await moveTo('2027-07-10T12:00:00Z')
  expect(await admin.call(refundOrder, { orderId, amount: 4000 })).toMatchObject({ status: 201 })
  await untilIssued(before + 4)
  expect(await rowsOf('2027-Q3', 'intra-eu')).toEqual([[UNANSWERED_NUMBER, 'L', '2027-Q1', -4000]])
})
