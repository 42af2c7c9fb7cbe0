import { expect, it } from 'vitest'
import { refundableCents } from './refundable.rules.ts'

const paid = { id: 'a', status: 'PAID', amountCents: 2000, settledAt: '2026-11-20T12:00:00Z' } as const
const twice = { ...paid, id: 'b', settledAt: '2026-11-20T13:00:00Z' }
const open = { id: 'c', status: 'OPEN', amountCents: 2000, settledAt: null } as const
const back = (paymentId: string, amountCents: number) => ({ paymentId, amountCents })

it.each([
  [{ payments: [], refunds: [], chargeBacks: [] }, 0],
  [{ payments: [open], refunds: [], chargeBacks: [] }, 0],
  [{ payments: [open, paid], refunds: [], chargeBacks: [] }, 2000],
  [{ payments: [paid], refunds: [back('a', 500)], chargeBacks: [back('a', 300)] }, 1200],
  // An external refund while a refund of ours is still owed.
  [{ payments: [paid], refunds: [back('a', 2000), back('a', 500)], chargeBacks: [] }, 0],
  // Of several payments, the first that has something left.
  [{ payments: [twice, paid], refunds: [back('a', 1900)], chargeBacks: [] }, 100],
  [{ payments: [twice, paid], refunds: [back('a', 2000)], chargeBacks: [] }, 2000],
])('of %o %i cents are refundable', (order, cents) => expect(refundableCents(order)).toBe(cents))
