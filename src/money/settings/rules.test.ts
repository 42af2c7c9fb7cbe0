import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { Settings } from '../../wire/settings.ts'
import { flattenSettings, getActiveNotice, buildShopInfo } from './rules.ts'

const notice = { text: 'We zijn er even niet.', from: '2026-12-24', until: '2026-12-26' }
const { settings: defaults } = readConfig({ SELLER_COUNTRY: 'BE', SELLER_COMPANY_NUMBER: '0403.170.701' })
const settings: Settings = { ...defaults, holidayNotice: notice }

test('refuses to start with an invalid company number', () =>
  expect(() => readConfig({ SELLER_COUNTRY: 'NL', SELLER_COMPANY_NUMBER: '0403.170.702' })).toThrow(
    /KVK-nummer/,
  ))

test.each([
  ['2026-12-23T22:59:59Z', null],
  ['2026-12-23T23:00:00Z', notice.text],
  ['2026-12-26T22:59:59Z', notice.text],
  ['2026-12-26T23:00:00Z', null],
])('shows customers at %s, in Brussels time, %j', (at, told) =>
  expect(getActiveNotice(notice, new Date(at))).toBe(told),
)

test('does not reveal future settings to pages', () => {
  expect(buildShopInfo(settings, '1.0', new Date('2026-12-01T12:00:00Z'))).toMatchObject({
    name: 'Gloed',
    notice: null,
    pricesIncludeVat: true,
  })
  expect(
    buildShopInfo({ ...settings, vatScheme: 'SMALL_ENTERPRISE' }, '1.0', new Date()).pricesIncludeVat,
  ).toBe(false)
})

test('has a distinct label for each setting', () => {
  const names = Object.keys(flattenSettings(settings))
  const nested = [settings.company, { deliveryDays: '', cutOff: '', daysNL: 0, daysBE: 0, daysElsewhere: '' }]
  const own = Object.keys(settings).length - nested.length
  expect(names).toHaveLength(own + nested.flatMap(part => Object.keys(part)).length)
})

const wrong = (changes: object) => {
  const { error } = Settings.safeParse({ ...settings, ...changes })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test.each<[object, string]>([
  [{ shopName: ' ' }, 'shopName'],
  [{ shopName: 'Gloed\nBcc: iemand' }, 'shopName'],
  [{ company: { ...settings.company, companyNumber: '0403.170.702' } }, 'company.companyNumber'],
  [{ company: { ...settings.company, country: 'NL' } }, 'company.companyNumber'],
  [{ company: { ...settings.company, vatNumber: 'BE0403170702' } }, 'company.vatNumber'],
  [{ company: { ...settings.company, email: 'geen' } }, 'company.email'],
  [{ vatScheme: 'NL_9' }, 'vatScheme'],
  [{ trackingCost: -1 }, 'trackingCost'],
  [{ trackingCost: 2.5 }, 'trackingCost'],
  [{ trackingCost: 100_000 }, 'trackingCost'],
  [{ holidayNotice: { ...notice, until: '2026-12-23' } }, 'holidayNotice.until'],
  [{ holidayNotice: { ...notice, from: '24-12-2026', until: '2026-12-31' } }, 'holidayNotice.from'],
])('refuses %o at %s', (changes, field) => expect(Object.keys(wrong(changes))).toEqual([field]))

test('leaves normalized input unchanged when normalized again', () => {
  const company = {
    ...settings.company,
    companyNumber: 'BE 0403170701',
    vatNumber: 'be 0403.170.701',
    email: '',
  }
  const once = Settings.parse({ ...settings, company })
  expect(once.company).toMatchObject({
    companyNumber: '0403.170.701',
    vatNumber: 'BE0403170701',
    email: null,
  })
  expect(Settings.parse(once)).toEqual(once)
})
