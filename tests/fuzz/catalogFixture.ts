import { eq } from 'drizzle-orm'
import { products } from '../../src/shop/products/catalog/table.ts'
import { addCodeProduct, addFileProduct } from '../support/downloads.ts'
import { addProduct } from '../support/fixtures.ts'
import { addGiftCardProduct } from '../support/giftCards.ts'
import type { TestShop, TestUser } from '../support/shop.ts'
import { addProductWithVariants } from '../support/variants.ts'
import { post } from './accounts.ts'

/** Products of every kind. */
export async function addCatalog(shop: TestShop, admin: TestUser) {
  const parcels: string[] = []
  for (const stock of [1_000_000, 1_000_000, 5]) parcels.push((await addProduct(shop, { stock })).id)
  const file = await addFileProduct(shop, admin)
  const codes = Array.from({ length: 300 }, (_, index) => `KADOCODE-7f3a9c-${1000 + index}`)
  const code = await addCodeProduct(shop, admin, codes)
  // Nobody can order these, so nothing holds them: they can be removed.
  const { id: unsold } = await addCodeProduct(shop, admin, ['RESTCODE-1', 'RESTCODE-2'])
  await shop.node.platform.db.update(products).set({ isActive: false }).where(eq(products.id, unsold))
  await addZones(admin)
  await addProduct(shop, { stock: 0, name: 'Uitverkocht' })
  const sizes = [{ name: 'maat', values: ['S', 'M'] }]
  await addProductWithVariants(shop, sizes, [{ values: ['S'] }, { values: ['M'] }])
  const giftCard = await addGiftCardProduct(shop, admin)
  return { parcels, file: file.id, code: code.id, giftCard }
}

async function addZones(admin: TestUser): Promise<void> {
  const rate = { serviceName: 'Pakket', deliveryTime: '1-2 dagen', price: 695, isActive: true }
  const unlimited = { maxLength: null, maxWidth: null, maxHeight: null }
  for (const country of ['NL', 'LU', 'AT', 'DK']) {
    const zone = { name: country, countries: [country], carrier: 'PostNL', isActive: true }
    const { id: zoneId }: { id: string } = await post(admin, '/api/admin/shipping-zones', zone)
    for (const [weightFrom, weightTo] of [
      [0, 2000],
      [2001, 3000],
    ])
      await post(admin, '/api/admin/shipping-rates', { ...rate, ...unlimited, weightFrom, weightTo, zoneId })
  }
}

export type Products = Awaited<ReturnType<typeof addCatalog>>

/** The maker of a product, and a recall of it. */
export async function addSafety(admin: TestUser, { parcels: [productId = ''] }: Products): Promise<void> {
  const maker = {
    name: 'Maker',
    address: 'Dorpsstraat 1',
    country: 'BE',
    electronicAddress: 'a@maker.example',
  }
  const { id: manufacturerId }: { id: string } = await post(admin, '/api/admin/economic-operators', maker)
  const safety = { manufacturerId, model: 'M-1', version: null }
  await post(admin, `/api/admin/products/${productId}/safety`, safety, 'PUT')
  const days = { startsOn: '2020-01-01', endsOn: '2099-12-31' }
  const remedies = ['REPAIR', 'REFUND']
  await post(admin, '/api/admin/recalls', {
    productId,
    ...days,
    hazard: 'Te warm.',
    action: 'Stop ermee.',
    remedies,
  })
}

/** Sales, promotions with a code, and VAT rates that are no defaults. */
export async function addPrices(admin: TestUser, { parcels: [, ...onSale] }: Products): Promise<void> {
  for (const code of ['LENTE', 'ZOMER', 'HERFST', 'WINTER'])
    await post(admin, '/api/admin/promotions', { title: code, code, kind: 'FREE_TRACKING' })
  const sale = { salePrice: 500, endsAt: '2099-01-01T00:00:00.000Z' }
  for (const productId of onSale) await post(admin, `/api/admin/products/${productId}/sale`, sale, 'PUT')
  for (const [index, country] of ['FR', 'DE', 'ES', 'IT'].entries()) {
    const rate = { country, taxClass: 'STANDARD', validFrom: `2099-01-0${index + 1}`, basisPoints: 2000 }
    await post(admin, '/api/admin/vat/rates', rate, 'PUT')
  }
}
