import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from './contract.ts'
import {
  isCancelledByFullRefund,
  type OrderProgress,
  hasSoldStock,
  planTransition,
  acceptsPayment,
} from './transition.rules.ts'

const at = new Date('2026-11-21T12:00:00Z')
const placed: OrderProgress = { status: 'PENDING', paidAt: null, shippedAt: null, deliveredAt: null }
const paid: OrderProgress = { ...placed, status: 'PAID', paidAt: at }
const shipped: OrderProgress = { ...paid, status: 'SHIPPED', shippedAt: at }

describe('a status set by hand', () => {
  it.each<[string, OrderProgress, OrderStatus, ReturnType<typeof planTransition>]>([
    [
      'pays what was not',
      placed,
      'PAID',
      { stockAction: 'SELL', recordsManualPayment: true, timestamps: ['paidAt'] },
    ],
    [
      'pays and sends at once',
      placed,
      'SHIPPED',
      { stockAction: 'SELL', recordsManualPayment: true, timestamps: ['paidAt', 'shippedAt'] },
    ],
    [
      'lets go of what is held',
      placed,
      'CANCELLED',
      { stockAction: 'RELEASE', recordsManualPayment: false, timestamps: [] },
    ],
    ['takes in hand', paid, 'PROCESSING', { stockAction: null, recordsManualPayment: false, timestamps: [] }],
    [
      'puts back what was not sent',
      paid,
      'CANCELLED',
      { stockAction: 'RETURN', recordsManualPayment: false, timestamps: [] },
    ],
    [
      'leaves what was sent',
      shipped,
      'CANCELLED',
      { stockAction: null, recordsManualPayment: false, timestamps: [] },
    ],
    [
      'sells again what was cancelled',
      { ...paid, status: 'CANCELLED' },
      'PROCESSING',
      { stockAction: 'SELL', recordsManualPayment: false, timestamps: [] },
    ],
    [
      'holds again what was cancelled unpaid',
      { ...placed, status: 'CANCELLED' },
      'PENDING',
      { stockAction: 'HOLD', recordsManualPayment: false, timestamps: [] },
    ],
    [
      'finds what was sent, and cancelled, gone already',
      { ...shipped, status: 'CANCELLED' },
      'DELIVERED',
      { stockAction: null, recordsManualPayment: false, timestamps: ['deliveredAt'] },
    ],
    [
      'keeps the time of the first',
      shipped,
      'PAID',
      { stockAction: null, recordsManualPayment: false, timestamps: [] },
    ],
    ['changes nothing a second time', paid, 'PAID', null],
  ])('%s', (_, order, status, move) => expect(planTransition(order, status)).toEqual(move))

  it('leaves the stock consistent after any sequence of statuses', () => {
    const statuses = fc.array(fc.constantFrom(...OrderStatus.options), { maxLength: 12 })
    fc.assert(
      fc.property(statuses, ways => {
        let order = placed
        let [held, out] = [true, false]
        for (const status of ways) {
          const move = planTransition(order, status)
          if (!move) continue
          const { stockAction, timestamps } = move
          // No stock is sold, held or restocked twice.
          if (stockAction === 'SELL' || stockAction === 'HOLD') expect(out).toBe(false)
          if (stockAction === 'HOLD') expect(held).toBe(false)
          if (stockAction === 'RETURN') expect(out).toBe(true)
          out = stockAction === 'SELL' || (out && stockAction !== 'RETURN')
          held = stockAction === 'HOLD' || (held && stockAction === null)
          order = { ...order, status, ...Object.fromEntries(timestamps.map(stamp => [stamp, at])) }
          expect(hasSoldStock(order)).toBe(out)
          if (status !== 'CANCELLED') expect(out || held).toBe(true)
        }
      }),
    )
  })
})

it('a payment pays an order that was never paid and that no person has cancelled', () => {
  expect(acceptsPayment({ paidAt: null, isClosed: false })).toBe(true)
  expect(acceptsPayment({ paidAt: at, isClosed: false })).toBe(false)
  expect(acceptsPayment({ paidAt: null, isClosed: true })).toBe(false)
})

it('an order is cancelled by a full refund, unless it was shipped', () => {
  expect([paid, { ...paid, status: 'PROCESSING' as const }].map(isCancelledByFullRefund)).toEqual([
    true,
    true,
  ])
  expect([shipped, { ...shipped, status: 'PAID' as const }].map(isCancelledByFullRefund)).toEqual([
    false,
    false,
  ])
})
