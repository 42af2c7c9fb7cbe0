import { expect, it } from 'vitest'
import { shippingPromise } from './shippingText.ts'

it.each([
  ['FREE', ['NL'], 'Gratis verzending in Nederland'],
  ['FREE', ['NL', 'BE'], 'Gratis verzending in Nederland en België'],
  ['FREE', ['BE'], 'Gratis verzending in België'],
  ['FREE', ['NL', 'BE', 'DE', 'FR'], 'Gratis verzending'],
  ['FREE_FROM', ['NL', 'BE'], 'Gratis verzending vanaf €\u00A050,00 in Nederland en België'],
  ['FREE_FROM', ['NL', 'BE', 'DE', 'FR'], 'Gratis verzending vanaf €\u00A050,00'],
  ['ZONES', ['NL'], 'Verzendkosten zie je voordat je bestelt'],
] as const)('%s to %j: %s', (shippingPricing, shipsTo, text) =>
  expect(shippingPromise({ shippingPricing, freeShippingFrom: 5000, shipsTo: [...shipsTo] })).toBe(text),
)
