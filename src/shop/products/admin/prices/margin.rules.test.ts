import { expect, it } from 'vitest'
import { marginText } from './margin.rules.ts'

it.each([
  // € 12,10 is € 10,00 without 21%.
  [1210, 400, 2100, 'Marge na btw: € 6,00 (60%).'],
  [1060, 1000, 600, 'Marge na btw: € 0,00 (0%).'],
  [1000, 250, 0, 'Marge na btw: € 7,50 (75%).'],
  [1210, 1250, 2100, 'Marge na btw: − € 2,50 (−25%).'],
  [0, 100, 2100, null],
])('of %i cents, bought for %i, with %i hundredths of a percent of VAT', (price, purchase, rate, text) =>
  expect(marginText(price, purchase, rate)?.replace(/[\u00a0\u202f]/g, ' ') ?? null).toBe(text),
)
