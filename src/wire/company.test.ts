import { expect, test } from 'vitest'
import {
  isKvkNumber,
  isEnterpriseNumber,
  isVatNumber,
  normalizeEnterpriseNumber,
  normalizeVatNumber,
} from './company.ts'

test.each(['0123.456.749', '0123456749', 'BE 0123.456.749', '0403.170.701', '0202.239.951'])(
  '%s is a valid number of the Belgian register',
  number => expect(isEnterpriseNumber(number)).toBe(true),
)

test.each(['0123.456.789', '0123.456.74', '01234567490', '2123.456.749', '', 'KBO'])(
  '%s is not a valid number of the Belgian register',
  number => expect(isEnterpriseNumber(number)).toBe(false),
)

test('detects any single wrong digit', () => {
  const right = '0403170701'
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
  const tried = Array.from(right, (_, at) =>
    digits.map(digit => right.slice(0, at) + digit + right.slice(at + 1)),
  )
  expect(new Set(tried.flat().filter(isEnterpriseNumber))).toEqual(new Set([right]))
})

test.each([
  ['BE 0403.170.701', '0403.170.701'],
  ['403170701', '0403.170.701'],
  ['12345678', '12345678'],
  [' iets ', 'iets'],
])('%s is formatted as %s', (typed, tidy) => expect(normalizeEnterpriseNumber(typed)).toBe(tidy))

test.each(['BE0403170701', 'be 0403.170.701', 'NL004495445B01', 'NL002455799B11', 'NL123456789B13'])(
  '%s is a valid VAT number',
  number => expect(isVatNumber(number)).toBe(true),
)

test.each(['BE0403170702', 'NL004495446B01', 'NL00449544501', 'DE123456789', '0403170701', ''])(
  '%s is not a valid VAT number here',
  number => expect(isVatNumber(number)).toBe(false),
)

test('VAT numbers are stored without dots and spaces', () =>
  expect(normalizeVatNumber('be 0403.170.701')).toBe('BE0403170701'))

test.each([
  ['12345678', true],
  ['1234567', false],
  ['0403.170.701', false],
])('%s is a valid number of the Dutch register: %s', (number, is) => expect(isKvkNumber(number)).toBe(is))
