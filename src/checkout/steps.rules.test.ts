import { describe, expect, test } from 'vitest'
import type { CartItem } from '../cart/contract.ts'
import { attemptFor, basketOf, dueFor, stepAfter, stepAt, stepsFor, needsAddress } from './steps.rules.ts'

let count = 0
const line = (changes: Partial<CartItem['product']> = {}, quantity = 1): CartItem => ({
  id: `l-${++count}`,
  productId: `p-${count}`,
  quantity,
  product: {
    name: 'Iets',
    slug: 'iets',
    price: 1000,
    imageUrl: null,
    stock: 9,
    shippingCost: 439,
    showShippingOptions: true,
    showCommentsField: false,
    ...changes,
  },
})
const parcel = line()
const letter = line({ showShippingOptions: false })
const digital = line({ shippingCost: 0, showShippingOptions: false })
const personal = line({ showCommentsField: true })

describe('the steps', () => {
  test.each([
    ['a parcel', [parcel], ['address', 'shipping', 'payment'], true],
    ['a letter', [letter], ['address', 'payment'], true],
    ['a download', [digital], ['address', 'payment'], false],
    ['a download with a parcel', [digital, parcel], ['address', 'shipping', 'payment'], true],
    ['a download with a letter', [digital, letter], ['address', 'payment'], true],
  ])('%s', (_, lines, steps, address) => {
    expect(stepsFor(lines)).toEqual(steps)
    expect(needsAddress(lines)).toBe(address)
  })

  test('one walks through them in order, and stays at the last', () => {
    expect(stepAfter('address', [parcel])).toBe('shipping')
    expect(stepAfter('shipping', [parcel])).toBe('payment')
    expect(stepAfter('address', [letter])).toBe('payment')
    expect(stepAfter('payment', [parcel])).toBe('payment')
  })

  test('nobody gets past a missing address, and a step that has gone is skipped', () => {
    expect(stepAt('payment', [parcel], null)).toBe('address')
    expect(stepAt('payment', [parcel], 'a-1')).toBe('payment')
    expect(stepAt('payment', [digital], null)).toBe('payment')
    expect(stepAt('shipping', [letter], 'a-1')).toBe('payment')
  })
})

describe('what is sent', () => {
  const choices = { addressId: 'a-1', hasTracking: true, comments: 'Graag als cadeau' }

  test('all of it, where the basket asks for it', () => {
    expect(basketOf([personal], choices)).toEqual({
      items: [{ productId: personal.productId, quantity: 1 }],
      ...choices,
      expectedTotal: 1250,
    })
  })

  test('nothing that the basket does not ask for', () => {
    expect(basketOf([digital], choices)).toMatchObject({
      addressId: null,
      hasTracking: false,
      comments: null,
    })
    expect(basketOf([letter], choices)).toMatchObject({
      addressId: 'a-1',
      hasTracking: false,
      comments: null,
    })
  })
})

describe('what is due', () => {
  test('tracking is charged once, and only where something is sent with options', () => {
    expect(dueFor([parcel, line({ price: 250 }, 2)], true)).toEqual({
      products: 1500,
      tracking: 250,
      total: 1750,
    })
    expect(dueFor([parcel], false)).toEqual({ products: 1000, tracking: 0, total: 1000 })
    expect(dueFor([letter, digital], true)).toEqual({ products: 2000, tracking: 0, total: 2000 })
  })
})

describe('an attempt', () => {
  const choices = { addressId: 'a-1', hasTracking: false, comments: '' }
  const basket = basketOf([parcel], choices)
  const first = attemptFor(basket, null, 'key-1')

  test('a repetition keeps its key, and knows its order', () => {
    const known = { ...first, orderId: 'o-1' }
    expect(attemptFor(basketOf([parcel], choices), known, 'key-2')).toBe(known)
  })

  test.each([
    ['another quantity', basketOf([{ ...parcel, quantity: 2 }], choices)],
    ['another address', basketOf([parcel], { ...choices, addressId: 'a-2' })],
    ['tracking', basketOf([parcel], { ...choices, hasTracking: true })],
  ])('%s is another intention', (_, changed) => {
    expect(attemptFor(changed, { ...first, orderId: 'o-1' }, 'key-2')).toMatchObject({
      key: 'key-2',
      orderId: null,
    })
  })
})
