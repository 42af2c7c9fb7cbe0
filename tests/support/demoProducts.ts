import { demoProducts } from '../../src/app/demo/catalog.ts'

export type DemoCatalogProduct = (typeof demoProducts)[number]

function pick(fits: (product: DemoCatalogProduct) => boolean): DemoCatalogProduct {
  const product = demoProducts.find(fits)
  if (!product) throw new Error('the demo data has no such product')
  return product
}
export const parcelProduct = pick(product => product.showShippingOptions && product.stock > 20)
export const downloadProduct = pick(
  product => product.shippingCost === 0 && !product.showShippingOptions && product.stock > 0,
)
/** Sold in sizes and colours. */
export const productWithVariants = pick(({ slug }) => slug === 'slipdress-aurore')
export const scarceProduct = pick(product => product.stock === 3 && product !== productWithVariants)
export const lowStockProduct = pick(
  product =>
    product.showShippingOptions && product.stock > 3 && product.stock < 100 && product !== parcelProduct,
)
export const soldOutProduct = pick(product => product.stock === 0)

export const address = {
  firstName: 'Robin',
  lastName: 'Maas',
  street: 'Lindelaan',
  houseNumber: '12 bis',
  postalCode: '3512ab',
  city: 'Utrecht',
}

export const formatEuros = (cents: number) =>
  new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(cents / 100)
