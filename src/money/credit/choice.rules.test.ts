import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPurchase, toCreditInput, usesCredit } from './choice.rules.ts'

const card = (code: string, balance: number) => ({ code, lastFour: code.slice(-4), balance })

test('cards pay in their order, then store credit, and the rest is due', () => {
  expect(splitPurchase(6000, [card('AAAA1111', 2500), card('BBBB2222', 1000)], 500)).toEqual({
    due: 2000,
    creditPayments: [
      { kind: 'GIFT_CARD', lastFour: '1111', amount: 2500 },
      { kind: 'GIFT_CARD', lastFour: '2222', amount: 1000 },
      { kind: 'STORE_CREDIT', amount: 500 },
    ],
    useless: [],
  })
})

test('a remaining amount stays on the card, and a card that pays nothing is named', () => {
  expect(splitPurchase(1, [card('AAAA1111', 0), card('BBBB2222', 2500), card('CCCC3333', 100)], 900)).toEqual(
    {
      due: 0,
      creditPayments: [{ kind: 'GIFT_CARD', lastFour: '2222', amount: 1 }],
      useless: ['AAAA1111', 'CCCC3333'],
    },
  )
})

test('never pays more than is asked or than there is, and never leaves money unused', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 5 }), cents, (total, balances, storeCredit) => {
      const cards = balances.map((balance, index) => card(`CODE000${index}`, balance))
      const { due, creditPayments } = splitPurchase(total, cards, storeCredit)
      const paid = creditPayments.reduce((sum, { amount }) => sum + amount, 0)
      const available = balances.reduce((sum, balance) => sum + balance, storeCredit)
      expect(paid + due).toBe(total)
      expect(paid).toBe(Math.min(total, available))
      expect(creditPayments.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})

test('a purchase names its credit and the amount shown to be due', () => {
  expect(usesCredit({ giftCards: [], useStoreCredit: false })).toBe(false)
  expect(usesCredit({ giftCards: [], useStoreCredit: true })).toBe(true)
  expect(toCreditInput({ giftCards: ['A'], useStoreCredit: false, due: 12 })).toEqual({
    giftCards: ['A'],
    useStoreCredit: false,
    expectedDue: 12,
  })
})
