import { describe, expect, test } from 'vitest'
import type { Order } from '../orders/contract.ts'
import type { CartItem } from '../cart/contract.ts'
import {
  toCheckoutInput,
  checkoutIdempotencyKey,
  isUnpaidOrderOfCart,
  calculateCheckoutTotals,
  nextStep,
  resolveStep,
  checkoutSteps,
  needsAddress,
} from './steps.rules.ts'

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

describe('checkout steps', () => {
  test.each([
    ['a parcel', [parcel], ['address', 'shipping', 'payment'], true],
    ['a letter', [letter], ['address', 'payment'], true],
    ['a download', [digital], ['address', 'payment'], false],
    ['a download with a parcel', [digital, parcel], ['address', 'shipping', 'payment'], true],
    ['a download with a letter', [digital, letter], ['address', 'payment'], true],
  ])('%s', (_, lines, steps, address) => {
    expect(checkoutSteps(lines)).toEqual(steps)
    expect(needsAddress(lines)).toBe(address)
  })

  test('follow in order, and stay at the last', () => {
    expect(nextStep('address', [parcel])).toBe('shipping')
    expect(nextStep('shipping', [parcel])).toBe('payment')
    expect(nextStep('address', [letter])).toBe('payment')
    expect(nextStep('payment', [parcel])).toBe('payment')
  })

  test('stop at a missing address, and skip a step that no longer applies', () => {
    expect(resolveStep('payment', { lines: [parcel], addressId: null })).toBe('address')
    expect(resolveStep('payment', { lines: [parcel], addressId: 'a-1' })).toBe('payment')
    expect(resolveStep('payment', { lines: [digital], addressId: null })).toBe('payment')
    expect(resolveStep('shipping', { lines: [letter], addressId: 'a-1' })).toBe('payment')
  })
})

describe('the steps of a cart with gift cards', () => {
  const giftCard = line({ shippingCost: 0, showShippingOptions: false })
  const ids = new Set([giftCard.productId])

  test('ask for a recipient, and for an address only when something else is in it', () => {
    expect(checkoutSteps([giftCard], ids)).toEqual(['giftCard', 'payment'])
    expect(checkoutSteps([giftCard, parcel], ids)).toEqual(['address', 'giftCard', 'shipping', 'payment'])
    expect(nextStep('address', [giftCard, letter], ids)).toBe('giftCard')
  })

  test('begin at the first one there is, and stop at a missing recipient', () => {
    const state = { lines: [giftCard], addressId: null, giftCardIds: ids }
    expect(resolveStep('address', state)).toBe('giftCard')
    expect(resolveStep('payment', state)).toBe('payment')
    expect(resolveStep('payment', { ...state, haveRecipients: false })).toBe('giftCard')
    expect(resolveStep('address', { ...state, lines: [giftCard, parcel], addressId: 'a-1' })).toBe('address')
  })
})

describe('the checkout input', () => {
  const choices = { addressId: 'a-1', hasTracking: true, comments: 'Graag als cadeau' }
  const priced = { ...choices, total: 1250, codes: [] }

  test('contains every field that the cart requires', () => {
    expect(toCheckoutInput([personal], priced)).toEqual({
      items: [{ productId: personal.productId, quantity: 1 }],
      ...choices,
      expectedTotal: 1250,
    })
  })

  test('contains the codes, if any', () => {
    expect(toCheckoutInput([parcel], { ...priced, codes: ['LENTE'] })).toMatchObject({ codes: ['LENTE'] })
  })

  test('contains the cards and the amount then due, when any are used', () => {
    const credit = { giftCards: ['0123456789ABCDEF'], useStoreCredit: false, due: 250 }
    expect(toCheckoutInput([parcel], { ...priced, credit })).toMatchObject({
      giftCards: ['0123456789ABCDEF'],
      expectedDue: 250,
    })
    const none = toCheckoutInput([parcel], { ...priced, credit: { ...credit, giftCards: [] } })
    expect(none).not.toHaveProperty('expectedDue')
  })

  test('contains no field that the cart does not require', () => {
    expect(toCheckoutInput([digital], priced)).toMatchObject({
      addressId: null,
      hasTracking: false,
      comments: null,
    })
    expect(toCheckoutInput([letter], priced)).toMatchObject({
      addressId: 'a-1',
      hasTracking: false,
      comments: null,
    })
  })
})

describe('the amount due', () => {
  test('includes tracking once, only where a shippable product has options', () => {
    expect(calculateCheckoutTotals([parcel, line({ price: 250 }, 2)], true, 250)).toEqual({
      products: 1500,
      promotions: [],
      shipping: 0,
      tracking: 250,
      total: 1750,
      creditPayments: [],
      due: 1750,
    })
    expect(calculateCheckoutTotals([parcel], false, 250)).toEqual({
      products: 1000,
      promotions: [],
      shipping: 0,
      tracking: 0,
      total: 1000,
      creditPayments: [],
      due: 1000,
    })
    expect(calculateCheckoutTotals([letter, digital], true, 250)).toEqual({
      products: 2000,
      promotions: [],
      shipping: 0,
      tracking: 0,
      total: 2000,
      creditPayments: [],
      due: 2000,
    })
  })
})

describe('the order key', () => {
  const choices = { addressId: 'a-1', hasTracking: false, comments: '', total: 1000, codes: [] }
  const orders = [
    { id: 'o-3', status: 'PENDING' as const },
    { id: 'o-2', status: 'PAID' as const },
    { id: 'o-1', status: 'CANCELLED' as const },
  ]
  const key = checkoutIdempotencyKey(toCheckoutInput([parcel], choices), [parcel], orders)

  test('is the same for the same cart, and while its order is unpaid', () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(checkoutIdempotencyKey(toCheckoutInput([parcel], choices), [parcel], orders)).toBe(key)
    expect(checkoutIdempotencyKey(toCheckoutInput([parcel], choices), [parcel], orders.slice(1))).toBe(key)
  })

  test.each([
    ['another quantity', toCheckoutInput([{ ...parcel, quantity: 2 }], choices), parcel, orders],
    ['another address', toCheckoutInput([parcel], { ...choices, addressId: 'a-2' }), parcel, orders],
    ['a code', toCheckoutInput([parcel], { ...choices, codes: ['LENTE'] }), parcel, orders],
    ['tracking', toCheckoutInput([parcel], { ...choices, hasTracking: true }), parcel, orders],
    [
      'the same put in the cart anew',
      toCheckoutInput([parcel], choices),
      { ...parcel, id: 'another' },
      orders,
    ],
    [
      'an order that has ended',
      toCheckoutInput([parcel], choices),
      parcel,
      [{ id: 'o-3', status: 'CANCELLED' as const }],
    ],
  ])('%s is another one', (_, basket, line, placed) => {
    expect(checkoutIdempotencyKey(basket, [line], placed)).not.toBe(key)
  })
})

test('an unpaid order is recognized when it holds the lines of the cart', () => {
  const order = { status: 'PENDING', items: [{ productId: parcel.productId }] } as Order
  expect(isUnpaidOrderOfCart([digital, parcel], order)).toBe(true)
  expect(isUnpaidOrderOfCart([digital], order)).toBe(false)
  expect(isUnpaidOrderOfCart([parcel], { ...order, status: 'PAID' })).toBe(false)
})
