import { describe, expect, it } from 'vitest'
import { coveredLines, redactLinks, unitsToRefund } from './rules.ts'

it.each([
  ['Klik op HTTPS://boos.test/a?b=1 en win', 'Klik op [link] en win'],
  ['Ga naar www.boos.test, of boos.nl/x.', 'Ga naar [link] of [link]'],
  ['boos.com', '[link]'],
  ['Het ging stuk.Ik wil het terug, a.u.b. vóór 3.12', 'Het ging stuk.Ik wil het terug, a.u.b. vóór 3.12'],
  ['Maat 2.5, bv. de roze (nr. 3)...', 'Maat 2.5, bv. de roze (nr. 3)...'],
])('removes links from mailed customer text: %s', (written, mailed) =>
  expect(redactLinks(written)).toBe(mailed),
)

describe('the units that a withdrawal covers', () => {
  const sold = [
    { id: 'kaars', quantity: 3, withdrawn: 1 },
    { id: 'roos', quantity: 1, withdrawn: 0 },
    { id: 'lint', quantity: 2, withdrawn: 2 },
  ]
  const covered = (selected: Parameters<typeof coveredLines>[1]) =>
    coveredLines(sold, selected).map(({ id, quantity, before }) => [id, quantity, before])

  it('are all that are left of the selected lines, and of every line when none is selected', () => {
    expect(covered({ itemIds: ['kaars'], quantities: null })).toEqual([['kaars', 2, 1]])
    expect(covered({ itemIds: [], quantities: undefined })).toEqual([
      ['kaars', 2, 1],
      ['roos', 1, 0],
      ['lint', 0, 2],
    ])
  })

  it('are as many as were asked for, up to the remaining units', () => {
    const ask = (quantity: number) => covered({ itemIds: null, quantities: [{ itemId: 'kaars', quantity }] })
    expect([ask(1), ask(2), ask(3), ask(99)]).toEqual([
      [['kaars', 1, 0]],
      [['kaars', 2, 0]],
      [['kaars', 2, 1]],
      [['kaars', 2, 1]],
    ])
  })

  it('never exceed the bought units, however withdrawals follow each other', () => {
    for (let bought = 1; bought <= 6; bought += 1)
      for (const asked of [
        [1, 1, 1, 1, 1, 1, 1],
        [6, 1],
        [2, 3, 99],
        [5, 5, 5],
      ]) {
        let withdrawn = 0
        for (const quantity of asked) {
          const line = { id: 'x', quantity: bought, withdrawn }
          const [got] = coveredLines([line], { itemIds: null, quantities: [{ itemId: 'x', quantity }] })
          withdrawn += got?.quantity ?? 0
          expect((got?.quantity ?? 0) + (got?.before ?? 0)).toBe(Math.min(quantity, bought))
        }
        expect(withdrawn).toBe(
          Math.min(
            bought,
            asked.reduce((sum, quantity) => sum + quantity),
          ),
        )
      }
  })
})

describe('the amount that is still to be refunded by withdrawals', () => {
  const line = (itemId: string, acceptedQuantity: number | null) => ({ itemId, acceptedQuantity })
  const order = (refundDueAt: string | null, refundedQuantity = 0) => ({
    items: [
      { id: 'kaars', quantity: 3, pricePerItem: 1000, refundedQuantity },
      { id: 'roos', quantity: 1, pricePerItem: 1000, refundedQuantity: 0 },
      { id: 'lint', quantity: 2, pricePerItem: 500, discount: 1000, refundedQuantity: 1 },
    ],
    withdrawals: [
      { refundDueAt: null, lines: [line('kaars', 1), line('roos', null)] },
      { refundDueAt, lines: [line('kaars', 1)] },
    ] as never[],
  })

  it('is the units taken back and not refunded, and only free ones when no withdrawal is due', () => {
    expect(unitsToRefund(order('2026-12-04T12:05:00.000Z'))).toEqual({ kaars: 2 })
    expect(unitsToRefund(order('2026-12-04T12:05:00.000Z', 1))).toEqual({ kaars: 1 })
    expect(unitsToRefund(order(null))).toEqual({})
    const free = {
      ...order(null),
      withdrawals: [{ refundDueAt: null, lines: [line('kaars', 1), line('lint', 2)] }] as never[],
    }
    expect(unitsToRefund(free)).toEqual({ lint: 1 })
  })
})
