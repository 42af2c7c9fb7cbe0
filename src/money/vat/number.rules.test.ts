import { expect, it, test } from 'vitest'
import { isEuVatNumber } from './number.rules.ts'
import { euCountries } from '../../wire/countries.ts'

/** Numbers of existing companies or of the documents of the member states; the same with another digit is none. */
const valid = [
  'ATU13585627',
  'BE0403019261',
  'BE 0403.170.701',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ES54362315K',
  'ESX2482300W',
  'ESB58378431',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IE6433435OA',
  'IT00743110157',
  'LT119511515',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL004495445B01',
  'nl 123456789b13',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
]

test.each(valid)('%s can be a VAT number', number => expect(isEuVatNumber(number)).toBe(true))

it('knows the numbers of every member state', () => {
  const known = new Set(valid.map(number => number.slice(0, 2).toUpperCase()))
  expect(euCountries.filter(code => !known.has(code === 'GR' ? 'EL' : code))).toEqual([])
})

test.each([
  ['', 'nothing'],
  ['0403170701', 'no country'],
  ['GB980780684', 'not in the EU'],
  ['GR094259216', 'Greece is EL'],
  ['XX123456789', 'no such country'],
  ['BE403170701', 'a digit too few'],
  ['BE2403170701', 'a first digit that Belgium does not give out'],
  ['BE0403170702', 'check digits'],
  ['NL004495445B1', 'a digit too few'],
  ['NL004495446B01', 'check digits'],
  ['NL123456789B14', 'check digits'],
  ['ATU13585626', 'check digits'],
  ['BG175074751', 'check digits'],
  ['CY10259033Z', 'check letter'],
  ['CZ25123890', 'check digits'],
  ['DE136695977', 'check digits'],
  ['DK13585627', 'check digits'],
  ['EE100594103', 'check digits'],
  ['EL123456781', 'check digits'],
  ['ES54362315Z', 'check letter'],
  ['ESB64717839', 'check digit'],
  ['FI20774741', 'check digits'],
  ['FR84323140391', 'key'],
  ['FR4030326504', 'a digit too few'],
  ['HR33392005962', 'check digits'],
  ['HU12892313', 'check digits'],
  ['IE6433435E', 'check letter'],
  ['IT00743110158', 'check digits'],
  ['LT100001919018', 'check digits'],
  ['LU15027443', 'check digits'],
  ['LV4000352160', 'a digit too few'],
  ['MT11679113', 'check digits'],
  ['PL8567346216', 'check digits'],
  ['PT501964842', 'check digits'],
  ['RO18547291', 'check digits'],
  ['SE123456789101', 'check digits'],
  ['SI50223055', 'check digits'],
  ['SK2022749618', 'check digits'],
])('%s is none: %s', number => expect(isEuVatNumber(number)).toBe(false))
