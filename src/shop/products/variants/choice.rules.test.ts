import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProductDetail, Variant } from '../catalog/contract.ts'
import { isColourOption, swatchColour } from './colours.rules.ts'
import {
  chooseFirstText,
  chooseText,
  chooseValue,
  chosenVariant,
  completeChoice,
  hasVariants,
  valueState,
  variantProduct,
  type VariantChoice,
} from './choice.rules.ts'

const variant = (values: string, stock = 1) => ({ values: values.split(' '), stock })
const robes = [variant('S zwart'), variant('M zwart', 0), variant('M rood'), variant('L rood')]

test.each<[VariantChoice, number, string, string]>([
  [[null, null], 0, 'S', 'available'],
  [[null, null], 0, 'M', 'available'],
  [[null, 'zwart'], 0, 'M', 'soldOut'],
  [[null, 'zwart'], 0, 'L', 'missing'],
  [['M', null], 1, 'zwart', 'soldOut'],
  [['M', 'zwart'], 0, 'S', 'available'],
])('after %j, option %i as %s is %s', (choice, option, value, state) => {
  expect(valueState(robes, choice, option, value)).toBe(state)
})

test.each<[VariantChoice, number, string, VariantChoice]>([
  [[null, null], 0, 'M', ['M', null]],
  [['M', null], 1, 'zwart', ['M', 'zwart']],
  // Of S there is only a black one.
  [[null, null], 0, 'S', ['S', 'zwart']],
  // There is no red S, only a black one.
  [['M', 'rood'], 0, 'S', ['S', 'zwart']],
  [['S', 'zwart'], 1, 'rood', [null, 'rood']],
])('after %j, choosing of option %i %s gives %j', (choice, option, value, next) => {
  expect(chooseValue(robes, choice, option, value)).toEqual(next)
})

test('the only variant needs no choice, and several do', () => {
  expect(completeChoice([variant('S zwart')], [null, null])).toEqual(['S', 'zwart'])
  expect(completeChoice(robes, [null, null])).toEqual([null, null])
  expect(completeChoice([], [null])).toEqual([null])
  expect(chosenVariant(robes, ['M', null])).toBeUndefined()
  expect(chosenVariant(robes, ['M', 'rood'])).toBe(robes[2])
  expect(chosenVariant(robes, ['L', 'zwart'])).toBeUndefined()
})

const letters = ['a', 'b', 'c']
const anyVariants = fc.integer({ min: 1, max: 3 }).chain(options =>
  fc.uniqueArray(
    fc.record({
      values: fc.array(fc.constantFrom(...letters), { minLength: options, maxLength: options }),
      stock: fc.nat({ max: 2 }),
    }),
    { minLength: 1, maxLength: 12, selector: ({ values }) => values.join() },
  ),
)
/** Variants with clicks on values that some of them have. */
const anyVisit = anyVariants.chain(variants =>
  fc.tuple(
    fc.constant(variants),
    fc.array(fc.tuple(fc.constantFrom(...variants), fc.nat({ max: 2 })), { minLength: 1, maxLength: 6 }),
  ),
)

test('whatever is clicked is chosen, and some variant always fits', () => {
  fc.assert(
    fc.property(anyVisit, ([variants, clicks]) => {
      const options = variants[0]?.values.length ?? 0
      let choice: VariantChoice = completeChoice(
        variants,
        Array.from({ length: options }, () => null),
      )
      for (const [wanted, at] of clicks) {
        const option = at % options
        const value = wanted.values[option] ?? ''
        const before = choice
        const state = valueState(variants, before, option, value)
        choice = chooseValue(variants, before, option, value)
        expect(choice[option]).toBe(value)
        const fitting = variants.filter(({ values }) =>
          choice.every((chosen, index) => chosen === null || chosen === values[index]),
        )
        expect(fitting.length).toBeGreaterThan(0)
        // Nothing is asked to which there is one answer.
        for (const [index, chosen] of choice.entries())
          if (chosen === null)
            expect(new Set(fitting.map(({ values }) => values[index])).size).toBeGreaterThan(1)
        // A choice that exists with the rest leaves the rest as it is.
        if (state !== 'missing')
          for (const [index, chosen] of before.entries())
            if (index !== option && chosen !== null) expect(choice[index]).toBe(chosen)
        const chosen = chosenVariant(variants, choice)
        expect(chosen === undefined).toBe(choice.includes(null))
        if (chosen && state === 'soldOut') expect(chosen.stock).toBe(0)
      }
    }),
  )
})

test('an option is asked for by its name', () => {
  expect(chooseFirstText('Maat')).toBe('Kies eerst een maat')
  expect(chooseText([{ name: 'Kleur' }])).toBe('Kies een kleur')
  expect(chooseText([{ name: 'maat' }, { name: 'kleur' }])).toBe('Bekijk opties')
})

test('a variant has no choice to make, nor has a product without options', () => {
  const options = [{ name: 'maat', values: ['S'] }]
  expect(hasVariants({ options })).toBe(true)
  expect(hasVariants({ options, parent: { id: '1', slug: 'robe', name: 'Robe' } })).toBe(false)
  expect(hasVariants({})).toBe(false)
  expect(hasVariants({ options: [] })).toBe(false)
})

test.each([
  ['rood', true],
  ['Crème', true],
  ['creme', true],
  ['Donker blauw', true],
  ['regenboog', false],
])('%s has a swatch: %s', (name, isKnown) => {
  expect(swatchColour(name) !== undefined).toBe(isKnown)
})

test('an option of colours is known by its name', () => {
  expect(['Kleur', 'kleur band', 'tint'].map(isColourOption)).toEqual([true, true, true])
  expect(isColourOption('Maat')).toBe(false)
})

test('a chosen variant has its own price, content and GTIN, and the pictures of its product only without its own', () => {
  const detail = {
    id: 'p',
    price: 1000,
    priorPrice: 1500,
    saleEndsAt: '2026-12-24T23:00:00Z',
    contentMl: 100,
    gtin: '8710000000109',
    imageUrl: '/a.webp',
    images: ['/a.webp'],
    maxPrice: 2000,
    options: [{ name: 'maat', values: ['S'] }],
    slug: 'olie',
    name: 'Olie',
  } as unknown as ProductDetail
  const own: Variant = {
    id: 'v',
    sku: 'S',
    slug: 'olie-s',
    name: 'Olie, S',
    values: ['S'],
    price: 2000,
    stock: 3,
    imageUrl: null,
    images: [],
    contentMl: 250,
  }
  const chosen = variantProduct(detail, own)
  expect(chosen).toEqual({
    id: 'v',
    sku: 'S',
    slug: 'olie-s',
    name: 'Olie, S',
    values: ['S'],
    price: 2000,
    stock: 3,
    contentMl: 250,
    imageUrl: '/a.webp',
    images: ['/a.webp'],
    parent: { id: 'p', slug: 'olie', name: 'Olie' },
  })
  const pictured = variantProduct(detail, { ...own, imageUrl: '/s.webp', images: ['/s.webp', '/t.webp'] })
  expect(pictured).toMatchObject({ imageUrl: '/s.webp', images: ['/s.webp', '/t.webp'] })
})
