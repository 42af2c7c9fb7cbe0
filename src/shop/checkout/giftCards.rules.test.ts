import { expect, test } from 'vitest'
import type { CartItem } from '../cart/contract.ts'
import {
  deliveryDays,
  describeRecipient,
  emptyRecipient,
  findDayError,
  giftCardIdsOf,
  giftCardLines,
  haveRecipients,
  toDeliveries,
} from './giftCards.rules.ts'

const line = (productId: string): CartItem => ({
  id: `l-${productId}`,
  productId,
  quantity: 1,
  product: {
    name: productId,
    slug: productId,
    price: 2500,
    imageUrl: null,
    stock: 9,
    shippingCost: 0,
    showShippingOptions: false,
    showCommentsField: false,
  },
})
const other = {
  ...emptyRecipient,
  isBuyer: false,
  recipientEmail: 'an@voorbeeld.be',
  deliverOn: '2026-12-24',
}

test('the summary says which lines are gift cards', () => {
  const quoted = { quantity: 1, price: 2500, discount: 0 }
  const ids = giftCardIdsOf({
    lines: [
      { productId: 'bon', ...quoted, isGiftCard: true },
      { productId: 'boek', ...quoted },
    ],
  })
  expect(giftCardLines([line('bon'), line('boek')], ids)).toMatchObject([{ productId: 'bon' }])
  expect(giftCardIdsOf(undefined).size).toBe(0)
})

test('an order says nothing of cards for the buyer, and keeps the fields for another person', () => {
  const recipients = { bon: { ...other, isBuyer: true }, kaart: other }
  expect(toDeliveries([line('bon'), line('kaart'), line('nieuw')], recipients)).toEqual([
    {
      productId: 'kaart',
      recipientEmail: 'an@voorbeeld.be',
      recipientName: '',
      senderName: '',
      message: '',
      deliverOn: '2026-12-24',
    },
  ])
})

test('a card for another needs an address', () => {
  expect(haveRecipients([line('bon')], {})).toBe(true)
  expect(haveRecipients([line('bon')], { bon: { ...other, recipientEmail: ' ' } })).toBe(false)
  expect(haveRecipients([line('bon')], { bon: other })).toBe(true)
})

test('a card is sent today or within a year', () => {
  const today = '2026-11-25'
  expect(deliveryDays(today)).toEqual({ first: today, last: '2027-11-25' })
  expect(findDayError('', today)).toBeUndefined()
  expect(findDayError(today, today)).toBeUndefined()
  expect(findDayError('2027-11-25', today)).toBeUndefined()
  expect(findDayError('2026-11-24', today)).toBe('Kies vandaag of een dag daarna.')
  expect(findDayError('2027-11-26', today)).toBe('Kies een dag binnen een jaar.')
})

test('the recap says to whom and when', () => {
  expect(describeRecipient(emptyRecipient, day => day)).toBe('Per mail naar jou, meteen na je betaling')
  expect(describeRecipient(other, day => day)).toBe('an@voorbeeld.be, op 2026-12-24')
})
