import { expect, it, test } from 'vitest'
import type { PayeeInput } from './contract.ts'
import { endOf, ibanUsableAt, payeeErrors, remindersDue, withheldFrom } from './rules.ts'

const at = new Date('2026-12-01T10:00:00Z')
const after = (days: number, ms = 0) => new Date(at.getTime() + days * 86_400_000 + ms)
const input: PayeeInput = {
  street: 'Kerkstraat 1',
  postalCode: '1017 AA',
  city: 'Amsterdam',
  country: 'NL',
  taxNumber: null,
  vatStatus: 'PRIVATE',
  vatNumber: null,
  agreesSelfBilling: true,
  holder: 'PERSON',
  companyName: null,
  iban: null,
}

test.each([
  [0, 0],
  [13.99, 0],
  [14, 1],
  [29.99, 1],
  [30, 2],
  [400, 2],
])('%d days after the first earnings %d reminders are due', (days, due) =>
  expect(remindersDue(at, after(days))).toBe(due),
)

it('a changed IBAN waits seven days, and payouts are withheld after sixty', () => {
  expect(ibanUsableAt(at)).toEqual(new Date('2026-12-08T10:00:00Z'))
  expect(withheldFrom(at)).toEqual(new Date('2027-01-30T10:00:00Z'))
})

it('four characters of a number are shown', () => expect(endOf('NL91ABNA0417164300')).toBe('4300'))

test.each<[Partial<PayeeInput>, string[]]>([
  [{}, []],
  [{ vatStatus: 'VAT_BELGIUM' }, ['vatNumber']],
  [{ vatStatus: 'VAT_BELGIUM', vatNumber: 'BE0403170701' }, []],
  [{ vatStatus: 'VAT_BELGIUM', vatNumber: 'BE0403170702' }, ['vatNumber']],
  [{ vatStatus: 'VAT_EU', vatNumber: 'BE0403170701' }, ['vatNumber']],
  [{ vatStatus: 'VAT_EU', vatNumber: 'NL123456782B12' }, []],
  [{ vatStatus: 'VAT_BELGIUM', vatNumber: 'NL123456782B12' }, ['vatNumber']],
  [{ vatStatus: 'SMALL_BUSINESS' }, []],
  [{ vatStatus: 'SMALL_BUSINESS', agreesSelfBilling: false }, ['agreesSelfBilling']],
  [{ agreesSelfBilling: false }, []],
  [{ vatStatus: 'SMALL_BUSINESS', holder: 'COMPANY' }, ['companyName']],
  [{ vatStatus: 'SMALL_BUSINESS', holder: 'COMPANY', companyName: 'Roos & Zn' }, []],
  [{ vatStatus: 'SMALL_BUSINESS', holder: 'COMPANY', companyName: 'Роза' }, ['companyName']],
  [{ holder: 'COMPANY', companyName: 'Roos' }, ['holder']],
])('%j is refused at %j', (changes, fields) =>
  expect(Object.keys(payeeErrors({ ...input, ...changes }))).toEqual(fields),
)
