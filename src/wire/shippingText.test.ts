import { expect, it } from 'vitest'
import { shippingPromise } from './shippingText.ts'

it.each([
  ['FREE', ['NL'], 'Gratis verzending in Nederland'],
  ['FREE', ['NL', 'BE'], 'Gratis verzending in Nederland en België'],
  ['FREE', ['BE'], 'Gratis verzending in België'],
  ['FREE', ['NL', 'BE', 'DE', 'FR'], 'Gratis verzending in 4 landen'],
  ['FREE_FROM', ['NL', 'BE'], 'Gratis verzending vanaf €\u00A050,00 in Nederland en België'],
  ['FREE_FROM', ['NL', 'BE', 'DE', 'FR'], 'Gratis verzending vanaf €\u00A050,00 in 4 landen'],
  ['ZONES', ['NL'], 'Verzending in Nederland, kosten vooraf duidelijk'],
  ['ZONES', ['NL', 'BE', 'DE', 'FR'], 'Verzending in 4 landen, kosten vooraf duidelijk'],
] as const)('%s to %j: %s', (shippingPricing, shipsTo, text) =>
  expect(shippingPromise({ shippingPricing, freeShippingFrom: 5000, shipsTo: [...shipsTo] })).toBe(text),
)
