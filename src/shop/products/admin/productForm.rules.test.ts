import { describe, expect, it } from 'vitest'
import {
  emptyProductForm,
  changedFields,
  compareFields,
  toProductFormInput,
  type EditableProduct,
  ProductForm,
  mergeFields,
} from './productForm.rules.ts'

const categoryId = '0192f0c0-0000-7000-8000-000000000001'
const kept: EditableProduct = {
  name: 'Kaars',
  sku: 'K-1',
  description: '',
  price: 1495,
  categoryId,
  stock: 8,
  images: ['/a'],
  shippingCost: 0,
  weight: 0,
  length: null,
  width: 12,
  height: null,
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  hasSexualContent: false,
  taxClass: 'STANDARD',
}

describe('product form', () => {
  it('shows the stored values in euros, and empty fields where unknown', () => {
    const draft = toProductFormInput(kept)
    expect(draft).toMatchObject({ price: '14,95', stock: '8', weight: '', length: '', width: '12' })
    const { images: _, ...rest } = kept
    expect(ProductForm.parse(draft)).toEqual({ ...rest, cause: 'COUNTED', reason: null })
  })

  it('clears a barcode', () => {
    const withCode = { ...kept, barcode: '8710000000001' }
    expect(toProductFormInput(withCode)).toMatchObject({ barcode: '8710000000001' })
    expect(changedFields(withCode, { ...kept, barcode: undefined })).toEqual({ barcode: null })
    expect(changedFields(kept, { ...kept, barcode: undefined })).toEqual({})
  })

  it.each([
    [{ name: ' ' }, 'name', 'Vul een naam in.'],
    [{ price: 'gratis' }, 'price', 'Vul een prijs in, zoals 12,50.'],
    [{ price: '' }, 'price', 'Vul een prijs in, zoals 12,50.'],
    [{ price: '100000,01' }, 'price', 'Kies hoogstens € 100.000.'],
    [{ stock: '' }, 'stock', 'Vul een voorraad in, vanaf 0.'],
    [{ stock: '-1' }, 'stock', 'Vul een voorraad in, vanaf 0.'],
    [{ stock: '1,5' }, 'stock', 'Vul een voorraad in, vanaf 0.'],
    [{ categoryId: '' }, 'categoryId', 'Selecteer een categorie'],
    [{ weight: 'veel' }, 'weight', 'Vul een gewicht in gram in, vanaf 0.'],
    [{ height: '0' }, 'height', 'Vul hele centimeters in, van 1 tot en met 1000.'],
  ])('refuses %o', (changes, field, message) => {
    const read = ProductForm.safeParse({ ...toProductFormInput(kept), ...changes })
    expect(read.error?.issues.map(({ path, message: said }) => [path[0], said])).toEqual([[field, message]])
  })

  it('reports required fields when blank', () => {
    const read = ProductForm.safeParse(emptyProductForm)
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([
      'name',
      'sku',
      'price',
      'categoryId',
      'stock',
    ])
  })
})

describe('edit conflict', () => {
  const theirs = { ...kept, price: 1600, weight: 300, stock: 7 }

  it('shows what the other changed, and which fields both changed', () => {
    expect(compareFields(kept, theirs, { ...kept, price: 1700 })).toEqual([
      { name: 'price', isConflict: true },
      { name: 'weight', isConflict: false },
    ])
  })

  it('has nothing to choose when both made the same change', () => {
    expect(compareFields(kept, theirs, { ...kept, price: 1600, weight: 300 })).toEqual([])
  })

  it('compares stock only when it was counted', () => {
    expect(compareFields(kept, theirs, { ...theirs, stock: 20 })).toEqual([
      { name: 'stock', isConflict: true },
    ])
  })

  it('keeps every chosen value', () => {
    const mine = { ...kept, price: 1700, images: ['/b', '/a'] }
    const chosen = mergeFields(kept, mine, theirs, ['weight'])
    expect(changedFields(theirs, chosen)).toEqual({ price: 1700, images: ['/b', '/a'] })
    expect(chosen).toMatchObject({ weight: 300, stock: 7 })
    const counted = mergeFields(kept, { ...mine, stock: 20 }, theirs, [])
    expect(changedFields(theirs, counted)).toMatchObject({ stock: 20, weight: 0 })
  })
})
