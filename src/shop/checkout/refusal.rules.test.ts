import { expect, it } from 'vitest'
import type { CartItem } from '../cart/contract.ts'
import { formatCents } from '../../wire/money.ts'
import { buildGiftCardCode, formatGiftCardCode } from '../../money/credit/giftCards/code.rules.ts'
import { describeRefusal, describeRefusedCode } from './refusal.rules.ts'

const line = (productId: string, price: number): CartItem => ({
  id: productId,
  productId,
  quantity: 2,
  product: {
    name: `Product ${productId}`,
    slug: productId,
    price,
    imageUrl: null,
    stock: 5,
    shippingCost: 0,
    showShippingOptions: true,
    showCommentsField: false,
  },
})
const cart = [line('a', 1000), line('b', 2500)]

it('states the remaining stock, or that none is left', () => {
  const short = { code: 'INSUFFICIENT_STOCK', message: 'Onvoldoende voorraad', productId: 'b' } as const
  expect(describeRefusal({ ...short, available: 1 }, cart, cart)).toEqual({
    title: 'Onvoldoende voorraad',
    lines: ['Van Product b zijn er nog 1.', 'Pas je winkelwagen aan en probeer het opnieuw.'],
  })
  expect(describeRefusal({ ...short, available: 0 }, cart, cart)?.lines[0]).toBe(
    'Product b is net uitverkocht.',
  )
})

it('names the new price of each changed product', () => {
  const changed = { code: 'PRICE_CHANGED', message: 'x', total: 7200 } as const
  expect(describeRefusal(changed, cart, [line('a', 1100), line('b', 2500)])?.lines).toEqual([
    `Product a kost nu ${formatCents(1100)} in plaats van ${formatCents(1000)}.`,
    'Bevestig opnieuw als je akkoord gaat.',
  ])
})

it('names the new tracking price, where it was chosen', () => {
  const changed = { code: 'PRICE_CHANGED', message: 'x', total: 3950 } as const
  expect(describeRefusal(changed, cart, cart, { was: 250, is: 395 })?.lines).toEqual([
    `Track & trace kost nu ${formatCents(395)} in plaats van ${formatCents(250)}.`,
    'Bevestig opnieuw als je akkoord gaat.',
  ])
  expect(describeRefusal(changed, cart, cart)?.lines).toHaveLength(1)
})

it('names the codes that fell away, and the new total', () => {
  const refused = [{ code: 'LENTE', reason: 'INVALID', message: 'De code LENTE is niet geldig.' }]
  const changed = { code: 'PRICE_CHANGED', message: 'x', total: 3950, refused } as const
  expect(describeRefusal(changed, cart, cart)?.lines).toEqual([
    'De code LENTE is niet geldig.',
    `Het totaal is nu ${formatCents(3950)}.`,
    'Bevestig opnieuw als je akkoord gaat.',
  ])
})

it('names the change of the line of a product that is gone', () => {
  const gone = { code: 'NOT_FOUND', message: 'x', productId: 'a' } as const
  expect(describeRefusal(gone, cart, cart)).toEqual({
    title: 'Product a is niet meer te koop',
    lines: ['Haal het uit je winkelwagen; de rest kun je gewoon bestellen.'],
  })
  expect(describeRefusal(gone, cart, [line('b', 2500)])?.lines[0]).toMatch(
    /^We hebben het uit je winkelwagen gehaald/,
  )
})

it('leaves problems that are not about the cart to the caller', () => {
  expect(
    describeRefusal({ code: 'NOT_FOUND', message: 'Dit adres bestaat niet meer.' }, cart, cart),
  ).toBeNull()
  expect(describeRefusal({ code: 'PROVIDER_UNAVAILABLE', message: 'x', orderId: 'o' }, cart, cart)).toBeNull()
})

it('says what is due when a card was emptied meanwhile', () => {
  const message = 'Deze cadeaubon is op.'
  const changed = { code: 'CREDIT_CHANGED', message: 'x', due: 1500 } as const
  const refusedCards = [{ code: '0123456789ABCDEF', reason: 'EMPTY', message }]
  expect(describeRefusal({ ...changed, refusedCards }, cart, cart)?.lines).toEqual([
    `Cadeaubon …CDEF: ${message}`,
    `Nog te betalen is nu ${formatCents(1500)}.`,
    'Bevestig opnieuw als je akkoord gaat.',
  ])
})

it('shows the way for the code of a gift card in the field of promotions', () => {
  const code = formatGiftCardCode(buildGiftCardCode(new Uint8Array(15).fill(7)))
  const message = 'Deze code kennen we niet.'
  expect(describeRefusedCode({ code, message })).toContain('Cadeaubon')
  expect(describeRefusedCode({ code: 'HERFST10', message })).toBe(message)
})
