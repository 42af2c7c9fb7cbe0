import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AppliedPromotion } from '../promotions/contract.ts'
import { PromotionRows } from './PromotionRows.tsx'

const rowOf = (promotion: Partial<AppliedPromotion>) => {
  const given = {
    promotionId: 'p',
    kind: 'PERCENTAGE',
    code: null,
    explanation: '10 % op alles',
    amount: 450,
  }
  const promotions = [{ ...given, ...promotion } as AppliedPromotion]
  return renderToStaticMarkup(<PromotionRows promotions={promotions} />)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll('\u00a0', ' ')
}

test('a discount is taken off, and a free line shows its price', () => {
  expect(rowOf({ code: 'ZOMER' })).toContain('10 % op alles| · ZOMER|||− € 4,50|')
  // Its row of shipping says that it is free: taken off as well, the rows would not add up to the total.
  const free = rowOf({ kind: 'FREE_TRACKING', explanation: 'Gratis verzending', amount: 695 })
  expect(free).toContain('in plaats van € 6,95')
  expect(free).not.toContain('−')
  expect(rowOf({ kind: 'MINUTES', amount: 0, minutes: 5 })).toContain('+ 5 min')
})
