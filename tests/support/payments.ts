import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { MollieFaults } from '../../simulators/mollie/contract.ts'
import type { PaymentBody } from '../../simulators/mollie/fixture.ts'
import { purchaseMinutes } from '../../src/money/minutes/contract.ts'
import { products } from '../../src/shop/products/catalog/table.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { MOLLIE } from '../../src/money/payments/providers/mollie/contract.ts'
import type { PaymentKind } from '../../src/money/payments/contract.ts'
import type { PaymentProvider } from '../../src/money/payments/provider.gateway.ts'
import { mollieProvider } from '../../src/money/payments/providers/mollie/gateway.ts'
import {
  addPayment,
  paymentProviders,
  type PaymentProviders,
  type PaymentRow,
  startPayment,
} from '../../src/money/payments/service.ts'
import { payments, refunds } from '../../src/money/payments/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { mails } from '../../src/platform/db/table.ts'
import { addAddressFor, addProduct, completePayment } from './fixtures.ts'
import type { TestResponse, TestUser, TestShop } from './shop.ts'
import { paymentEffects } from '../../src/app/paymentEffects.ts'
import type { PaymentEngine } from '../../src/money/payments/effects.service.ts'

/** Sets the payment provider's faults; `{}` removes them. */
export async function setFaults(shop: TestShop, faults: MollieFaults): Promise<void> {
  const { status } = await shop.newClient().request('POST', '/simulator/mollie/faults', faults)
  expect(status).toBe(204)
}

/** Calls the webhook, as the provider does. */
export const callWebhook = (shop: TestShop, providerId: string | null): Promise<TestResponse> =>
  shop.newClient().request('POST', '/api/webhooks/mollie', new URLSearchParams({ id: providerId ?? '' }))

/** The gateway to the shop's own provider. */
export function createShopGateway(shop: TestShop): PaymentProvider {
  const { log, origin } = shop.node.platform
  const apiBase = () => `${origin()}/simulator/mollie`
  return mollieProvider({ apiBase, apiKey: 'test_gloed_simulator', log })
}

/** The providers for jobs: the shop's own, or a replacement. */
export const createShopGateways = (shop: TestShop, gateway = createShopGateway(shop)): PaymentProviders =>
  paymentProviders([gateway])

/** The payment engine of a shop, for jobs. */
export const engineOf = (shop: TestShop, gateways = createShopGateways(shop)): PaymentEngine => ({
  platform: shop.node.platform,
  gateways,
  effects: paymentEffects,
})

/** All payments at the provider, newest last. */
export const providerPayments = async (shop: TestShop): Promise<(PaymentBody & { metadata: unknown })[]> =>
  (await shop.newClient().request('GET', '/simulator/mollie/payments')).body as never

/** The payment attempts of an order or purchase, oldest first. */
export const paymentsOf = (shop: TestShop, subjectId: string): Promise<PaymentRow[]> =>
  shop.node.platform.db
    .select()
    .from(payments)
    .where(eq(payments.subjectId, subjectId))
    .orderBy(payments.createdAt, payments.id)

export async function stockOf(
  shop: TestShop,
  productId: string,
): Promise<{ stock: number; reserved: number }> {
  const [row] = await shop.node.platform.db
    .select({ stock: products.stock, reserved: products.reservedStock })
    .from(products)
    .where(eq(products.id, productId))
  return row as { stock: number; reserved: number }
}

export interface PlacedOrder {
  productId: string
  orderId: string
  paymentUrl: string
  payment: PaymentRow
}

/** An order of two units of a new product; by default at 10 euros each and with a stock of 5. */
export async function placeOrderFor(
  shop: TestShop,
  customer: Pick<TestUser, 'call'>,
  stock = 5,
): Promise<PlacedOrder> {
  const { id: productId } = await addProduct(shop, { stock })
  const addressId = await addAddressFor(customer)
  const { status, body } = await customer.call(checkout, { items: [{ productId, quantity: 2 }], addressId })
  expect(status).toBe(201)
  const [payment] = await paymentsOf(shop, body.orderId)
  return {
    productId,
    orderId: body.orderId,
    paymentUrl: body.paymentUrl as string,
    payment: payment as PaymentRow,
  }
}

/** The smallest package at its normal price. */
export const quickPackage = { packageId: 'quick', minutes: 5, price: 1000 }

export async function buyQuickMinutes(
  shop: TestShop,
  customer: Pick<TestUser, 'call'>,
  more: { fromLive?: boolean; price?: number } = {},
): Promise<{ purchaseId: string; paymentUrl: string; payment: PaymentRow }> {
  const { status, body } = await customer.call(purchaseMinutes, { ...quickPackage, ...more })
  expect(status).toBe(201)
  const [payment] = await paymentsOf(shop, body.purchaseId)
  return { ...body, paymentUrl: body.paymentUrl as string, payment: payment as PaymentRow }
}

/** Changes a payment at the provider without a webhook. */
export async function payWithoutWebhook(
  shop: TestShop,
  paymentUrl: string,
  outcome: Parameters<typeof completePayment>[1] = 'paid',
): Promise<void> {
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, outcome)
  await setFaults(shop, {})
}

/** Makes payments older, as the database's clock, which a test can't advance, would. */
export const agePayments = (db: Db, minutes: number): Promise<unknown> =>
  db.update(payments).set({ createdAt: sql`${payments.createdAt} - ${minutes} * interval '1 minute'` })

/** The refunds of a payment that we decided on. */
export const refundsOf = (shop: TestShop, paymentId: string) =>
  shop.node.platform.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))

/** The templates of the mails to an address, sent or not, oldest first. */
export async function mailsTo(shop: TestShop, recipient: string): Promise<string[]> {
  const kept = await shop.node.platform.db
    .select()
    .from(mails)
    .where(eq(mails.recipient, recipient))
    .orderBy(mails.createdAt, mails.id)
  return kept.map(({ template }) => template)
}

/** Adds a second payment attempt to a purchase, and pays it. @returns the id of the attempt */
export async function payOnceMore(
  shop: TestShop,
  purchase: { kind: PaymentKind; subjectId: string; userId: string; amountCents: number },
  now: Date,
): Promise<string> {
  const { db } = shop.node.platform
  const added = await db.transaction(tx => addPayment(tx, { ...purchase, provider: MOLLIE }, now))
  const links = {
    description: 'Gloed',
    redirectUrl: shop.origin,
    webhookUrl: `${shop.origin}/api/webhooks/mollie`,
  }
  await completePayment(await startPayment(shop.node.platform, createShopGateway(shop), added, links), 'paid')
  return added.id
}
