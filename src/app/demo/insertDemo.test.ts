import { expect, it } from 'vitest'
import { isGiftCardCode } from '../../money/credit/giftCards/code.rules.ts'
import { DEMO_GIFT_CARD_CODE } from './insertDemo.ts'

it('has a code like any other', () => {
  expect(isGiftCardCode(DEMO_GIFT_CARD_CODE)).toBe(true)
})
