import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from './contract.ts'
import { cancelsInFull, type Course, isOut, moveTo, takesPayment } from './move.rules.ts'

const at = new Date('2026-11-21T12:00:00Z')
const placed: Course = { status: 'PENDING', paidAt: null, shippedAt: null, deliveredAt: null }
const paid: Course = { ...placed, status: 'PAID', paidAt: at }
const shipped: Course = { ...paid, status: 'SHIPPED', shippedAt: at }

describe('a status set by hand', () => {
  it.each<[string, Course, OrderStatus, ReturnType<typeof moveTo>]>([
    ['pays what was not', placed, 'PAID', { handling: 'SELL', paysByHand: true, stamps: ['paidAt'] }],
    [
      'pays and sends at once',
      placed,
      'SHIPPED',
      { handling: 'SELL', paysByHand: true, stamps: ['paidAt', 'shippedAt'] },
    ],
    ['lets go of what is held', placed, 'CANCELLED', { handling: 'RELEASE', paysByHand: false, stamps: [] }],
    ['takes in hand', paid, 'PROCESSING', { handling: null, paysByHand: false, stamps: [] }],
    ['puts back what was not sent', paid, 'CANCELLED', { handling: 'RETURN', paysByHand: false, stamps: [] }],
    ['leaves what was sent', shipped, 'CANCELLED', { handling: null, paysByHand: false, stamps: [] }],
    [
      'sells again what was cancelled',
      { ...paid, status: 'CANCELLED' },
      'PROCESSING',
      { handling: 'SELL', paysByHand: false, stamps: [] },
    ],
    [
      'holds again what was cancelled unpaid',
      { ...placed, status: 'CANCELLED' },
      'PENDING',
      { handling: 'HOLD', paysByHand: false, stamps: [] },
    ],
    [
      'finds what was sent, and cancelled, gone already',
      { ...shipped, status: 'CANCELLED' },
      'DELIVERED',
      { handling: null, paysByHand: false, stamps: ['deliveredAt'] },
    ],
    ['keeps the time of the first', shipped, 'PAID', { handling: null, paysByHand: false, stamps: [] }],
    ['changes nothing a second time', paid, 'PAID', null],
  ])('%s', (_, order, status, move) => expect(moveTo(order, status)).toEqual(move))

  it('leaves the pieces on the shelf or off it, whatever comes after what', () => {
    const statuses = fc.array(fc.constantFrom(...OrderStatus.options), { maxLength: 12 })
    fc.assert(
      fc.property(statuses, ways => {
        let order = placed
        let [held, out] = [true, false]
        for (const status of ways) {
          const move = moveTo(order, status)
          if (!move) continue
          const { handling, stamps } = move
          // Nothing is sold, held or put back twice.
          if (handling === 'SELL' || handling === 'HOLD') expect(out).toBe(false)
          if (handling === 'HOLD') expect(held).toBe(false)
          if (handling === 'RETURN') expect(out).toBe(true)
          out = handling === 'SELL' || (out && handling !== 'RETURN')
          held = handling === 'HOLD' || (held && handling === null)
          order = { ...order, status, ...Object.fromEntries(stamps.map(stamp => [stamp, at])) }
          expect(isOut(order)).toBe(out)
          if (status !== 'CANCELLED') expect(out || held).toBe(true)
        }
      }),
    )
  })
})

it('money that comes in pays what was never paid and that no person has cancelled', () => {
  expect(takesPayment({ paidAt: null, isClosed: false })).toBe(true)
  expect(takesPayment({ paidAt: at, isClosed: false })).toBe(false)
  expect(takesPayment({ paidAt: null, isClosed: true })).toBe(false)
})

it('an order ends when all its money goes back, unless it was sent', () => {
  expect([paid, { ...paid, status: 'PROCESSING' as const }].map(cancelsInFull)).toEqual([true, true])
  expect([shipped, { ...shipped, status: 'PAID' as const }].map(cancelsInFull)).toEqual([false, false])
})
