import { describe, expect, it, test } from 'vitest'
import { buildPromotion } from '../../../tests/support/promotionData.ts'
import type { Promotion } from './conditions.rules.ts'
import { explainPromotion, listRefusedCodes } from './labels.rules.ts'
import { applyPromotions } from './rules.ts'
import { shareCents } from './shares.rules.ts'

const silk = { productId: 'a', categoryId: 'silk', quantity: 2, price: 2250 }
const candle = { productId: 'b', categoryId: 'candles', quantity: 1, price: 1999 }
const context = {
  now: new Date('2026-11-25T12:00:00Z'),
  trackingCents: 0,
  shippingCents: 0,
  hasOrdered: false,
}

const apply = (promotions: Promotion[], changes: Partial<typeof context> = {}, lines = [silk, candle]) => {
  const result = applyPromotions(lines, promotions, { ...context, ...changes })
  return {
    ...result,
    lineDiscounts: Object.fromEntries(result.lineDiscounts),
    amounts: result.applied.map(({ amount }) => amount),
    reasons: result.refused.map(({ reason }) => reason),
  }
}
const bundle = (changes: Partial<Promotion> = {}) =>
  buildPromotion({
    kind: 'BUNDLE',
    target: 'PRODUCTS',
    targetIds: ['a', 'b'],
    targetNames: ['Kaars', 'Zijde'],
    ...changes,
  })

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a promotion', () => {
  it('takes a percentage off the products that it counts for, and says so', () => {
    const { lineDiscounts, applied } = apply([
      buildPromotion({ target: 'CATEGORIES', targetIds: ['silk'], targetNames: ['Zijde en lingerie'] }),
    ])
    expect(lineDiscounts).toEqual({ a: 450 })
    expect(applied).toMatchObject([{ promotionId: 'p-1', code: 'LENTE', amount: 450 }])
    expect(plain(applied[0]?.explanation ?? '')).toBe('10 % op Zijde en lingerie')
  })

  it('takes an amount off, shared out over its lines, and never more than they cost', () => {
    const five = buildPromotion({ kind: 'AMOUNT', amountCents: 500 })
    expect(apply([five]).lineDiscounts).toEqual({ a: 346, b: 154 })
    expect(apply([{ ...five, amountCents: 1_000_000 }]).lineDiscounts).toEqual({ a: 4500, b: 1999 })
  })

  it('gives the cheapest units of each full group', () => {
    const threeForTwo = buildPromotion({ kind: 'BUY_X_GET_Y', buyQuantity: 2, freeQuantity: 1 })
    expect(apply([threeForTwo]).lineDiscounts).toEqual({ b: 1999 })
    expect(apply([threeForTwo], {}, [silk]).reasons).toEqual(['TOO_FEW'])
    expect(apply([threeForTwo], {}, [{ ...silk, quantity: 7 }]).lineDiscounts).toEqual({ a: 4500 })
  })

  it('makes tracking free when it was chosen', () => {
    const free = buildPromotion({ kind: 'FREE_TRACKING' })
    expect(apply([free], { trackingCents: 250 })).toMatchObject({ trackingDiscount: 250, amounts: [250] })
    expect(apply([free], { trackingCents: 250, shippingCents: 439 })).toMatchObject({
      trackingDiscount: 250,
      shippingDiscount: 439,
      amounts: [689],
    })
    expect(apply([free])).toMatchObject({ trackingDiscount: 0, reasons: ['NO_TRACKING'] })
  })

  it('for a product counts for its variants', () => {
    const ofParent = buildPromotion({ target: 'PRODUCTS', targetIds: ['parent'], targetNames: ['Slipdress'] })
    expect(
      apply([ofParent], {}, [{ ...silk, parentId: 'parent' } as typeof silk, candle]).lineDiscounts,
    ).toEqual({ a: 450 })
  })

  it('takes 100 % of cents and of euros', () => {
    const all = buildPromotion({ percentage: 100 })
    expect(apply([all], {}, [{ ...silk, quantity: 1, price: 1 }, candle]).lineDiscounts).toEqual({
      a: 1,
      b: 1999,
    })
    const half = buildPromotion({ percentage: 50 })
    expect(apply([half], {}, [{ ...silk, quantity: 1, price: 1 }]).lineDiscounts).toEqual({ a: 1 })
    expect(
      apply([buildPromotion({ percentage: 1 })], {}, [{ ...silk, quantity: 1, price: 1 }]).reasons,
    ).toEqual(['NOTHING_LEFT'])
  })
})

describe('its conditions', () => {
  const midnight = new Date('2026-10-24T22:00:00Z')
  test.each<[string, Partial<Promotion>, Partial<typeof context>, string[]]>([
    ['off', { isActive: false }, {}, ['INVALID']],
    [
      'not begun, a millisecond before',
      { startsAt: midnight },
      { now: new Date(+midnight - 1) },
      ['INVALID'],
    ],
    ['begun, at midnight in Brussels', { startsAt: midnight }, { now: midnight }, []],
    ['a millisecond before it ends', { endsAt: midnight }, { now: new Date(+midnight - 1) }, []],
    ['ended, at midnight in Brussels', { endsAt: midnight }, { now: midnight }, ['INVALID']],
    ['used up', { usesLeft: 0 }, {}, ['INVALID']],
    ['with a use left', { usesLeft: 1 }, {}, []],
    [
      'for a first order, and there is another',
      { firstOrderOnly: true },
      { hasOrdered: true },
      ['FIRST_ORDER'],
    ],
    ['used by this customer', { oncePerCustomer: true, isUsed: true }, {}, ['ALREADY_USED']],
    ['used by this customer, and not for one use', { isUsed: true }, {}, []],
    ['held by an unpaid order', { firstOrderOnly: true, isHeld: true }, {}, ['IN_UNPAID_ORDER']],
    ['below the minimum by a cent', { minimumCents: 6500 }, {}, ['MINIMUM']],
    ['at the minimum', { minimumCents: 6499 }, {}, []],
    ['for another category', { target: 'CATEGORIES', targetIds: ['x'] }, {}, ['NOT_IN_BASKET']],
  ])('%s', (_, changes, situation, reasons) => {
    expect(apply([buildPromotion(changes)], situation).reasons).toEqual(reasons)
  })

  it('of one that applies by itself are never mentioned', () => {
    expect(apply([buildPromotion({ code: null, minimumCents: 10_000 })])).toMatchObject({
      applied: [],
      refused: [],
    })
  })
})

describe('several promotions', () => {
  const ten = buildPromotion({ id: 'p-1' })
  const twenty = buildPromotion({ id: 'p-2', code: 'ZOMER', percentage: 20 })

  it('that can not be combined: the best for the customer', () => {
    const result = apply([ten, twenty])
    expect(result.applied).toMatchObject([{ promotionId: 'p-2' }])
    expect(result.refused).toMatchObject([{ promotion: { id: 'p-1' }, reason: 'NOT_COMBINABLE' }])
  })

  it('that can be combined: one after the other, on the rest', () => {
    const both = [ten, twenty].map(each => ({ ...each, isCombinable: true }))
    expect(apply(both, {}, [{ ...silk, quantity: 1, price: 10_000 }]).amounts).toEqual([1000, 1800])
  })

  it('together, unless one alone is worth more', () => {
    const both = [ten, { ...twenty, percentage: 5 }].map(each => ({ ...each, isCombinable: true }))
    const alone = buildPromotion({ id: 'p-3', code: null, percentage: 14 })
    expect(apply([...both, alone]).applied.map(({ promotionId }) => promotionId)).toEqual(['p-1', 'p-2'])
    expect(apply([...both, { ...alone, percentage: 30 }])).toMatchObject({
      applied: [{ promotionId: 'p-3' }],
      reasons: ['NOT_COMBINABLE', 'NOT_COMBINABLE'],
    })
  })

  it('free units before percentages before amounts', () => {
    const all = [
      buildPromotion({ id: '1', kind: 'AMOUNT', amountCents: 100, isCombinable: true }),
      buildPromotion({ id: '2', percentage: 50, isCombinable: true }),
      buildPromotion({ id: '3', kind: 'BUY_X_GET_Y', buyQuantity: 1, freeQuantity: 1, isCombinable: true }),
    ]
    const result = apply(all, {}, [{ ...silk, quantity: 2, price: 1000 }])
    expect(result.applied.map(({ promotionId, amount }) => [promotionId, amount])).toEqual([
      ['3', 1000],
      ['2', 500],
      ['1', 100],
    ])
  })
})

it('answers the same for a code that is unknown, ended, off or used up', () => {
  const past = new Date('2020-01-01T00:00:00Z')
  const gone = [{ endsAt: past }, { isActive: false }, { usesLeft: 0 }].map((changes, at) =>
    buildPromotion({ id: `p-${at}`, code: `C${at}`, ...changes }),
  )
  const { refused } = apply(gone)
  const told = listRefusedCodes(['C0', 'C1', 'C2', 'NOOIT'], refused, gone)
  expect(told.map(({ code, reason, message }) => [reason, message.replace(code, '…')])).toEqual(
    Array.from({ length: 4 }, () => ['INVALID', 'De code … is niet geldig.']),
  )
})

it('names up to three targets, and counts more', () => {
  const of = (...targetNames: string[]) =>
    plain(explainPromotion(buildPromotion({ target: 'PRODUCTS', targetIds: targetNames, targetNames })))
  expect(of('Lumi')).toBe('10 % op Lumi')
  expect(of('Lumi', 'Onda', 'Nova')).toBe('10 % op Lumi, Onda en Nova')
  expect(of('a', 'b', 'c', 'd')).toBe('10 % op 4 producten')
})

it('shares out amounts above a number’s exact integers', () => {
  const weights = [9_000_000_000_000, 1, 8_999_999_999_999]
  expect(shareCents(17_999_999_999_999, weights).reduce((sum, part) => sum + part, 0)).toBe(
    17_999_999_999_999,
  )
})

describe('a bundle', () => {
  it('takes its percentage off one unit of each product, as often as the basket has all of them', () => {
    const { lineDiscounts, applied } = apply([bundle()])
    // 10 % of € 22,50 + € 19,99; the second piece of silk has no candle beside it.
    expect(lineDiscounts).toEqual({ a: 225, b: 200 })
    expect(plain(applied[0]?.explanation ?? '')).toBe('10 % op Kaars en Zijde samen')
    expect(apply([bundle()], {}, [silk, { ...candle, quantity: 5 }]).amounts).toEqual([850])
  })

  it('counts a variant as its product, the cheapest first', () => {
    const variant = { productId: 'a-2', parentId: 'a', categoryId: 'silk', quantity: 3, price: 2000 }
    const lines = [{ ...silk, quantity: 1 }, variant, { ...candle, quantity: 2 }]
    expect(apply([bundle()], {}, lines).lineDiscounts).toEqual({ 'a-2': 400, b: 400 })
  })

  it('gives nothing without one of its products, and says so of a code', () => {
    const { amounts, refused } = apply([bundle()], {}, [silk])
    expect(amounts).toEqual([])
    expect(listRefusedCodes(['LENTE'], refused, [bundle()])).toEqual([
      {
        code: 'LENTE',
        reason: 'TOO_FEW',
        message: 'De code LENTE geldt als je Kaars en Zijde samen koopt.',
      },
    ])
    expect(apply([bundle({ code: null })], {}, [silk]).amounts).toEqual([])
  })
})

describe('minutes', () => {
  const minutes = (changes: Partial<Promotion> = {}) =>
    buildPromotion({
      id: 'minutes',
      code: 'MINUTEN',
      kind: 'MINUTES',
      percentage: null,
      minutes: 15,
      ...changes,
    })

  it('lower no price, and are given beside the best discount, also when that can not be combined', () => {
    const { applied, refused, lineDiscounts } = apply([
      minutes(),
      buildPromotion({ id: 'ten', percentage: 10 }),
    ])
    expect(lineDiscounts).toEqual({ a: 450, b: 200 })
    expect(applied.map(({ promotionId, amount, minutes: given }) => [promotionId, amount, given])).toEqual([
      ['ten', 650, undefined],
      ['minutes', 0, 15],
    ])
    expect(refused).toEqual([])
  })

  it('come with a basket that has any of their products, and say so', () => {
    const ofSilk = minutes({ target: 'CATEGORIES', targetIds: ['silk'], targetNames: ['Zijde'] })
    expect(apply([ofSilk]).applied[0]?.explanation).toBe('15 minuten cadeau bij Zijde')
    expect(apply([minutes()]).applied[0]?.explanation).toBe('15 minuten cadeau')
    expect(apply([ofSilk], {}, [candle]).refused).toMatchObject([{ reason: 'NOT_IN_BASKET' }])
  })
})
