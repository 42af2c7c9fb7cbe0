import { expect, test } from 'vitest'
import {
  productAssurances,
  splitParagraphs,
  productPictures,
  stockLabel,
  metaDescription,
} from './productText.rules.ts'

test.each([
  [-1, 'Uitverkocht'],
  [0, 'Uitverkocht'],
  [1, 'Nog 1 op voorraad'],
  [5, 'Nog 5 op voorraad'],
  [6, 'Op voorraad'],
])('a stock of %i reads “%s”', (stock, text) => {
  expect(stockLabel(stock)).toBe(text)
})

test('splits paragraphs at lines with text', () => {
  expect(splitParagraphs('Een.\nTwee.\r\n\r\n \nDrie. ')).toEqual(['Een.', 'Twee.', 'Drie.'])
  expect(splitParagraphs('')).toEqual([])
})

test('cuts a summary at a whole word, only when it is longer', () => {
  expect(metaDescription(' Kort\nen  goed. ')).toBe('Kort en goed.')
  const long = metaDescription('Zacht, stil en warm. '.repeat(20))
  expect(long.length).toBeLessThanOrEqual(156)
  expect(long).toMatch(/(Zacht|stil|en|warm)…$/)
  expect(metaDescription('x'.repeat(300))).toHaveLength(156)
})

test('digital products cannot be returned, sent ones can, and sealed ones while sealed', () => {
  const regret = (showShippingOptions: boolean, hygieneSealed: boolean) =>
    productAssurances({ shippingCost: 0, showShippingOptions, hygieneSealed }, 'Gratis verzending').regret
  expect(regret(false, false)).toMatch(/^Geen herroepingsrecht/)
  expect(regret(true, false)).toBe('14 dagen bedenktijd na ontvangst')
  expect(regret(true, true)).toBe('14 dagen bedenktijd, zolang de verzegeling heel is')
})

test('lists the main picture first, and once', () => {
  expect(productPictures({ imageUrl: '/b', images: ['/a', '/b'] })).toEqual(['/b', '/a'])
  expect(productPictures({ imageUrl: null, images: [] })).toEqual([])
})
