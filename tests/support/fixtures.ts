import { randomUUIDv7 } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { createAddress } from '../../src/people/addresses/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { recordInitialStock } from '../../src/shop/products/stock/ledger.service.ts'
import { categories, products } from '../../src/shop/products/catalog/table.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { mails } from '../../src/platform/db/table.ts'
import type { TestShop, TestClient } from './shop.ts'

type NewProduct = Partial<typeof products.$inferInsert>

/** A product on sale, with ample stock by default. */
export async function addProduct(
  shop: TestShop | { db: Db },
  product: NewProduct = {},
): Promise<typeof products.$inferSelect> {
  const { db } = 'db' in shop ? shop : shop.node.platform
  const name = `Product ${randomUUIDv7().slice(-8)}`
  const slug = name.toLowerCase().replace(' ', '-')
  const [category] = await db.insert(categories).values({ name, slug }).returning()
  const [made] = await db
    .insert(products)
    .values({
      name,
      slug,
      sku: slug,
      price: 1000,
      stock: 100,
      categoryId: category?.id as string,
      ...product,
    })
    .returning()
  await db.transaction(tx => recordInitialStock(tx, [made as typeof products.$inferSelect]))
  return made as typeof products.$inferSelect
}

export const someAddress = {
  firstName: 'Sam',
  lastName: 'de Wit',
  street: 'Lindelaan',
  houseNumber: '12',
  city: 'Utrecht',
  postalCode: '3512 AB',
}

export async function addAddressFor(customer: Pick<TestClient, 'call'>): Promise<string> {
  const { status, body } = await customer.call(createAddress, someAddress)
  expect(status).toBe(201)
  return body.id
}

/** Chooses an outcome on the provider's page. @returns the path of ours that the customer is redirected to */
export async function completePayment(
  paymentUrl: string,
  outcome: 'paid' | 'failed' | 'canceled' | 'expired' | 'open',
): Promise<string> {
  const response = await fetch(paymentUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  })
  expect(response.status).toBe(303)
  const { pathname, search } = new URL(response.headers.get('location') ?? '')
  return pathname + search
}

/** Orders one unit of a product, and pays, fails to pay, or leaves it unpaid. @returns the order's id */
export async function buyProduct(
  customer: TestClient,
  productId: string,
  outcome: 'paid' | 'failed' | null,
): Promise<string> {
  const items = [{ productId, quantity: 1 }]
  const { body } = await customer.call(checkout, { items, addressId: await addAddressFor(customer) })
  if (outcome) await customer.request('GET', await completePayment(body.paymentUrl as string, outcome))
  return body.orderId
}

/** Waits until a mail to this address with this subject was sent. */
export async function waitForMail(shop: TestShop, recipient: string, about: string): Promise<void> {
  const { db } = shop.node.platform
  await vi.waitFor(
    async () => {
      const sent = await db
        .select()
        .from(mails)
        .where(and(eq(mails.recipient, recipient), isNotNull(mails.sentAt)))
      expect(sent.some(mail => JSON.stringify(mail.props).includes(about))).toBe(true)
    },
    { timeout: 10_000, interval: 50 },
  )
}
