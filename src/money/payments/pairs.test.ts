import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { giveCard } from '../../../tests/support/giftCards.ts'
import { newGuest, orderAsGuest } from '../../../tests/support/guests.ts'
import { coverPairs, type Combination } from '../../../tests/support/pairs.ts'
import { callWebhook, paymentsOf, payWithoutWebhook, refundsOf } from '../../../tests/support/payments.ts'
import { addPromotion, newCode } from '../../../tests/support/promotions.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { controlVerotel, payAtVerotel } from '../../../tests/support/verotel.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { closePeriod } from '../../backoffice/reports/contract.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { refundOrder, setOrderStatus } from '../../shop/orders/admin/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { changeUserCredit } from '../credit/admin/contract.ts'
import { findInvoice } from '../invoices/service.ts'
import { changeSettings, readSettings } from '../settings/admin/contract.ts'
import { checkVatNumber } from '../vat/number.contract.ts'
import { payments } from './table.ts'

/** All that a sale can be; every two of them meet in a case. */
const factors = {
  provider: ['mollie', 'verotel'],
  credit: ['no credit', 'gift card', 'store credit'],
  promotion: ['full price', 'promotion'],
  buyer: ['customer', 'guest', 'business'],
  refund: ['no refund', 'refund by us', 'refund at the provider'],
  quarter: ['open quarter', 'closed quarter'],
} as const
type Sale = Combination<typeof factors>

const sales = coverPairs(factors, ({ buyer, credit }) => buyer !== 'guest' || credit !== 'store credit')

const HOUR = 3_600_000
const CREDIT_CENTS = 400
const VALID_NUMBER = 'NL004495445B01'

let shop: TestShop
let admin: TestUser
let productId: string
let code: string
const clock = { at: Date.parse('2027-02-10T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(clock.at),
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
  admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, {
    ...settings,
    shipsTo: ['NL', 'BE'],
    storefrontAccess: 'public',
    version,
  })
  productId = (await addProduct(shop, { price: 1210, showShippingOptions: true, stock: 1000 })).id
  code = newCode()
  await addPromotion(admin, { code })
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

async function sellOver(provider: string): Promise<void> {
  const { settings, version } = (await admin.call(readSettings)).body
  const changed = { ...settings, paymentProviders: { GOODS: provider }, version }
  expect((await admin.call(changeSettings, changed)).status).toBe(200)
}

/** Orders two units. @returns the order, with its payment at the provider */
async function order({ buyer, credit, promotion }: Omit<Sale, 'provider' | 'refund' | 'quarter'>) {
  const chosen = {
    ...(promotion === 'promotion' && { codes: [code] }),
    ...(credit === 'gift card' && { giftCards: [(await giveCard(shop, admin, CREDIT_CENTS)).code] }),
    ...(credit === 'store credit' && { useStoreCredit: true }),
  }
  const orderId =
    buyer === 'guest' ? await orderByGuest(chosen) : await orderByAccount(chosen, { buyer, credit })
  const bought = await paymentsOf(shop, orderId)
  const atProvider = bought.find(({ checkoutUrl }) => checkoutUrl !== null)
  if (!atProvider?.checkoutUrl) throw new Error('nothing is left to pay')
  return { orderId, payment: atProvider, paymentUrl: atProvider.checkoutUrl }
}

async function orderByGuest(chosen: object): Promise<string> {
  const guest = await newGuest(shop, productId)
  return orderAsGuest(guest, `gast-${crypto.randomUUID()}@gloed.test`, { pay: false, ...chosen })
}

async function orderByAccount(chosen: object, { buyer, credit }: Pick<Sale, 'buyer' | 'credit'>) {
  const customer = await shop.newUser()
  if (credit === 'store credit') {
    const change = { userId: customer.user.id, amount: CREDIT_CENTS, reason: 'Gebaar' }
    expect((await admin.call(changeUserCredit, change)).status).toBe(201)
  }
  const isBusiness = buyer === 'business'
  if (isBusiness) await customer.call(checkVatNumber, { vatNumber: VALID_NUMBER })
  const { status, body } = await customer.call(checkout, {
    items: [{ productId, quantity: 2 }],
    addressId: await addAddressFor(customer),
    ...(isBusiness && { business: { name: 'Sintel bv', vatNumber: VALID_NUMBER } }),
    ...chosen,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.orderId
}

const untilPaid = (paymentId: string) =>
  until(async () =>
    expect(await db().select().from(payments).where(eq(payments.id, paymentId))).toMatchObject([
      { status: 'PAID', problem: null },
    ]),
  )

/** The first day of the next quarter, with everybody logged in as before; the quarter before is closed. */
async function closeQuarter(): Promise<void> {
  const now = new Date(clock.at)
  const number = Math.floor(now.getUTCMonth() / 3)
  clock.at = Date.UTC(now.getUTCFullYear(), number * 3 + 3, 10)
  await db()
    .update(loginSessions)
    .set({ confirmedAt: new Date(clock.at) })
  const quarter = `${now.getUTCFullYear()}-Q${number + 1}`
  expect(await admin.call(closePeriod, { quarter })).toMatchObject({ status: 200 })
}

const mollie = async (path: string, body: object): Promise<{ id: string }> =>
  (await shop.newClient().request('POST', `/simulator/mollie/${path}`, body)).body as never

/** A person gives money back on the provider's own pages. */
async function giveBackAt(provider: string, reference: string | null, cents: number): Promise<void> {
  const value = (cents / 100).toFixed(2)
  if (provider === 'verotel') await controlVerotel(shop, 'credit', { referenceID: reference, amount: value })
  else {
    const { id } = await mollie('refund', { id: reference, amount: { currency: 'EUR', value } })
    await mollie('refund-status', { id, status: 'refunded' })
  }
}

async function refund(
  { provider, refund: how }: Sale,
  { orderId, payment }: Awaited<ReturnType<typeof order>>,
): Promise<void> {
  if (how === 'no refund') return
  if (how === 'refund by us') expect((await admin.call(refundOrder, { orderId })).status).toBe(201)
  else await giveBackAt(provider, payment.providerId, 300)
  if (how === 'refund by us' && provider === 'verotel') {
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ failedAt: expect.any(Date) }]),
    )
    await giveBackAt(provider, payment.providerId, payment.amountCents)
  }
  await until(async () =>
    expect(await refundsOf(shop, payment.id)).toMatchObject([
      { providerId: expect.any(String), failedAt: null, isExternal: how !== 'refund by us' },
    ]),
  )
}

const booksAgree = () =>
  until(async () => expect(await findDiscrepancies(db(), new Date(clock.at + HOUR))).toEqual([]))

it.each(sales.map(sale => [Object.values(sale).join(', '), sale] as const))('%s', async (_, sale) => {
  await sellOver(sale.provider)
  const sold = await order(sale)
  expect(sold.payment.provider).toBe(sale.provider)
  await completePayment(sold.paymentUrl, 'paid')
  await untilPaid(sold.payment.id)
  const invoice = await until(async () => {
    const found = await findInvoice(db(), sold.orderId)
    expect(found).toBeDefined()
    return found
  })
  expect(invoice?.content.vat?.groups.every(({ vatCents }) => vatCents === 0)).toBe(sale.buyer === 'business')
  if (sale.quarter === 'closed quarter') await closeQuarter()
  await refund(sale, sold)
  await booksAgree()
})

it.each(['mollie', 'verotel'])(
  'half of a late payment stays owed when a person at %s gave the other half back before it was known',
  async provider => {
    await sellOver(provider)
    const sold = await order({ buyer: 'customer', credit: 'no credit', promotion: 'full price' })
    const { orderId, payment, paymentUrl } = sold
    const half = payment.amountCents / 2
    expect((await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })).status).toBe(200)
    if (provider === 'verotel') await payAtVerotel(shop, sold, { postback: 'lost' })
    else await payWithoutWebhook(shop, paymentUrl)
    await giveBackAt(provider, payment.providerId, half)
    if (provider === 'mollie') await callWebhook(shop, payment.providerId)
    await untilPaid(payment.id)
    const external = { amountCents: half, isExternal: true, credits: false }
    const ours = { amountCents: half, isExternal: false, credits: false }
    const untilRefunded = (isOpen: boolean) =>
      until(async () => {
        const found = await refundsOf(shop, payment.id)
        const order = found.toSorted((one, other) => Number(one.isExternal) - Number(other.isExternal))
        expect(order).toMatchObject([{ ...ours, failedAt: isOpen ? expect.any(Date) : null }, external])
      })
    if (provider === 'verotel') {
      await untilRefunded(true)
      await giveBackAt(provider, payment.providerId, half)
    }
    await untilRefunded(false)
    await booksAgree()
  },
)
