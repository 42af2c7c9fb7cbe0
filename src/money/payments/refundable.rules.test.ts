import { expect, it } from 'vitest'
import { refundableCents } from './refundable.rules.ts'

const paid = {
  id: 'a',
  status: 'PAID',
  provider: 'mollie',
  amountCents: 2000,
  settledAt: '2026-11-20T12:00:00Z',
} as const
const twice = { ...paid, id: 'b', settledAt: '2026-11-20T13:00:00Z' }
const open = { id: 'c', status: 'OPEN', provider: 'mollie', amountCents: 2000, settledAt: null } as const
const card = { ...paid, id: 'd', provider: 'gift_card', amountCents: 700 }
const credit = { ...paid, id: 'e', provider: 'store_credit', amountCents: 300 }
const back = (paymentId: string, amountCents: number) => ({ paymentId, amountCents })

it.each([
  [{ payments: [], refunds: [], chargebacks: [] }, 0],
  [{ payments: [open], refunds: [], chargebacks: [] }, 0],
  [{ payments: [open, paid], refunds: [], chargebacks: [] }, 2000],
  [{ payments: [paid], refunds: [back('a', 500)], chargebacks: [back('a', 300)] }, 1200],
  // An external refund while a refund of ours is still owed.
  [{ payments: [paid], refunds: [back('a', 2000), back('a', 500)], chargebacks: [] }, 0],
  // Of several payments, the first that has something left.
  [{ payments: [twice, paid], refunds: [back('a', 1900)], chargebacks: [] }, 100],
  [{ payments: [twice, paid], refunds: [back('a', 2000)], chargebacks: [] }, 2000],
  // Cards and store credit come with it.
  [{ payments: [paid, card, credit], refunds: [back('d', 100)], chargebacks: [] }, 2900],
  [{ payments: [card, credit], refunds: [], chargebacks: [] }, 1000],
])('of %o %i cents are refundable', (order, cents) => expect(refundableCents(order)).toBe(cents))
