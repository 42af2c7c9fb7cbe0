import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { setProductSale } from '../../src/shop/products/admin/contract.ts'
import { createOperator, setProductSafety } from '../../src/shop/products/admin/safety/contract.ts'
import { readProduct } from '../../src/shop/products/catalog/contract.ts'
import { priceEntries, productSales } from '../../src/shop/products/prices/table.ts'
import { invoiceContent } from './invoiceContent.ts'
import { openAdminShop } from './adminShop.ts'
import { digital } from './downloads.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { setVatRate } from '../../src/money/vat/admin/contract.ts'
import { peppolDocuments } from '../../src/money/invoices/peppol/table.ts'
import { issueInvoice } from '../../src/money/invoices/service.ts'
import { publishRecall } from '../../src/shop/recalls/admin/contract.ts'
import { recallNotices } from '../../src/shop/recalls/table.ts'
import { readAdminOrder } from '../../src/shop/orders/admin/contract.ts'
import { answerOfVies, sellMinutesWhileViesIsAway, sellWhileViesIsAway } from './business.ts'
import { newStorageKey } from '../../src/platform/files/storage.ts'
import { productManuals } from '../../src/shop/products/safety/table.ts'
import { pictures } from '../../src/shop/pictures/table.ts'
import { addAddressFor, addProduct, completePayment } from './fixtures.ts'
import { issueToBusiness } from './peppol.ts'
import type { TestShop, TestUser } from './shop.ts'
import { listMinutesVatCorrections } from '../../src/backoffice/vatCorrections/contract.ts'

export const MINUTE = 60_000

/** A shop whose admin plans a sale of an hour, ten minutes from now. */
export async function openSaleShop() {
  const office = await openAdminShop()
  const { shop, admin, clock } = office
  const { db } = shop.node.platform
  const fixture = {
    ...office,
    db,
    start: 0,
    end: 0,
    /** A day later, for another test. */
    nextDay() {
      clock.at += 24 * 60 * MINUTE
      fixture.start = clock.at + 10 * MINUTE
      fixture.end = fixture.start + 60 * MINUTE
    },
    setSale: (productId: string, salePrice: number, period: object = {}) => {
      const planned = { startsAt: iso(fixture.start), endsAt: iso(fixture.end) }
      return admin.call(setProductSale, { productId, salePrice, ...planned, ...period })
    },
    async planned(price = 2000, salePrice = 1500) {
      const product = await addProduct(shop, { price })
      expect((await fixture.setSale(product.id, salePrice)).status).toBe(200)
      return product
    },
    /** As a visitor sees it. */
    shown: async (idOrSlug: string) => (await shop.newClient().call(readProduct, { idOrSlug })).body,
    /** The newest first. */
    historyOf: (productId: string) =>
      db
        .select({ from: priceEntries.oldCents, to: priceEntries.newCents, at: priceEntries.createdAt })
        .from(priceEntries)
        .where(eq(priceEntries.productId, productId))
        .orderBy(desc(priceEntries.createdAt)),
    async statesOf(productId: string) {
      const { state, createdAt } = productSales
      const own = eq(productSales.productId, productId)
      const sales = await db.select({ state }).from(productSales).where(own).orderBy(createdAt)
      return sales.map(sale => sale.state)
    },
  }
  return fixture
}

export type SaleShop = Awaited<ReturnType<typeof openSaleShop>>

/** A product that somebody paid for, and days that have the sale. */
async function soldProduct(shop: TestShop) {
  const { id: productId } = await addProduct(shop)
  const customer = await shop.newUser()
  const addressId = await addAddressFor(customer)
  const { body } = await customer.call(checkout, { items: [{ productId, quantity: 1 }], addressId })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return { productId, startsOn: '2020-01-01', endsOn: '2099-12-31' }
}

const someOperator = {
  name: 'Een maker',
  address: 'Voorbeeldstraat 1\n9000 Gent',
  country: 'BE',
  electronicAddress: 'veiligheid@maker.example',
}

const vatRate = { country: 'NL', taxClass: 'STANDARD', validFrom: '2030-01-01' } as const

/** A picture that is drawn, and nobody has yet. */
async function readyPicture({ node }: TestShop): Promise<string> {
  const key = newStorageKey('pictures', 'sent')
  const address = `/media/${key.replace('.sent', '-aabbcc/800.webp')}`
  await node.platform.db
    .insert(pictures)
    .values({ source: key, status: 'READY', done: 7, address, unownedAt: new Date() })
  return address
}

/** The content of a recall. */
export const someNotice = {
  hazard: 'Warm',
  action: 'Stop',
  brand: 'Maker',
  remedies: ['REPLACEMENT', 'REFUND'] as const,
}

/** Of `auditedChanges`. */
export function productExtras(control: { shop: TestShop }, who: { admin: TestUser }) {
  const productWithSafety = async () => {
    const { id: productId } = await addProduct(control.shop)
    const { id: manufacturerId } = (await who.admin.call(createOperator, someOperator)).body
    await who.admin.call(setProductSafety, { productId, manufacturerId, model: 'M-1', version: null })
    return productId
  }
  const sale = async () => {
    const { id: productId, price } = await addProduct(control.shop)
    return { productId, salePrice: price - 1, endsAt: iso(Date.now() + MINUTE) }
  }
  return {
    'PUT /api/admin/products/:productId/related': async () => ({
      productId: (await addProduct(control.shop)).id,
      relatedIds: [(await addProduct(control.shop)).id],
    }),
    'PUT /api/admin/vat/rates': () => Promise.resolve({ ...vatRate, basisPoints: 2150 }),
    'DELETE /api/admin/vat/rates/:country/:taxClass/:validFrom': async () => {
      await who.admin.call(setVatRate, { ...vatRate, basisPoints: 2200 })
      return vatRate
    },
    'POST /api/admin/orders/:orderId/vat-correction': async () => {
      const { id: productId } = await addProduct(control.shop, { price: 12_100 })
      const { orderId } = await sellWhileViesIsAway(control.shop, { items: [{ productId, quantity: 1 }] })
      await answerOfVies(control.shop, true)
      const { body } = await who.admin.call(readAdminOrder, { orderId })
      return { orderId, vatCents: body.vatCorrection?.vatCents }
    },
    'POST /api/admin/minute-purchases/:purchaseId/vat-correction': async () => {
      const { purchaseId, customer } = await sellMinutesWhileViesIsAway(control.shop)
      await answerOfVies(control.shop, true)
      const { body } = await who.admin.call(listMinutesVatCorrections, { userId: customer.user.id })
      return { purchaseId, vatCents: body[0]?.vatCents }
    },
    'POST /api/admin/recalls': async () => ({
      ...(await soldProduct(control.shop)),
      ...someNotice,
    }),
    'POST /api/admin/recalls/:recallId/remind': async () => {
      const input = { ...(await soldProduct(control.shop)), ...someNotice }
      const { id: recallId } = (await who.admin.call(publishRecall, input)).body
      await control.shop.node.platform.db.update(recallNotices).set({ mailedAt: new Date(0) })
      return { recallId }
    },
    'POST /api/admin/reports/:quarter/close': async () => {
      const { user } = await control.shop.newUser()
      const draft = {
        kind: 'INVOICE',
        userId: user.id,
        subjectId: randomUUID(),
        refundId: null,
        content: invoiceContent,
      } as const
      await control.shop.node.platform.db.transaction(tx =>
        issueInvoice(tx, draft, () => new Date('2020-02-03T04:05:06Z')),
      )
      return { quarter: '2020-Q1' }
    },
    'POST /api/admin/reports/:quarter/comparison/:provider': () =>
      Promise.resolve({ quarter: '2019-Q1', provider: 'mollie' }),
    'POST /api/admin/peppol/:invoiceId/send': async () => {
      const { user } = await control.shop.newUser()
      const { id: invoiceId } = await issueToBusiness(control.shop, user.id, { queued: false })
      await control.shop.node.platform.db.update(peppolDocuments).set({ status: 'NO_RECEIVER' })
      return { invoiceId }
    },
    'POST /api/admin/economic-operators': () => Promise.resolve(someOperator),
    'PUT /api/admin/economic-operators/:operatorId': async () => ({
      ...someOperator,
      name: 'Een andere naam',
      operatorId: (await who.admin.call(createOperator, someOperator)).body.id,
    }),
    'PUT /api/admin/products/:productId/safety': async () => ({
      productId: (await addProduct(control.shop)).id,
      manufacturerId: (await who.admin.call(createOperator, someOperator)).body.id,
      model: 'M-1',
      version: null,
    }),
    'PUT /api/admin/products/:productId/label-pictures': async () => ({
      productId: await productWithSafety(),
      pictures: [{ url: await readyPicture(control.shop), alt: 'Het etiket' }],
    }),
    'DELETE /api/admin/products/:productId/manuals/:manualId': async () => {
      const productId = await productWithSafety()
      const { db } = control.shop.node.platform
      const [manual] = await db
        .insert(productManuals)
        .values({ productId, language: 'nl', bytes: 1, storageKey: newStorageKey('manuals', 'pdf') })
        .returning()
      return { productId, manualId: manual?.id }
    },
    'PUT /api/admin/products/:productId/variants': async () => {
      const { id: productId, version } = await addProduct(control.shop)
      const options = [{ name: 'maat', values: ['S'] }]
      return {
        productId,
        version,
        options,
        variants: [{ values: ['S'], price: null, stock: 1, isActive: true }],
      }
    },
    'PUT /api/admin/products/:productId/gift-card': async () => ({
      productId: (await addProduct(control.shop, digital)).id,
      isGiftCard: true,
    }),
    'PUT /api/admin/products/:productId/sale': sale,
    'DELETE /api/admin/products/:productId/sale': async () => {
      const input = await sale()
      await who.admin.call(setProductSale, input)
      return input
    },
  }
}

export const iso = (time: number) => new Date(time).toISOString()
