import { describe, expect, it } from 'vitest'
import { contentRules } from '../../../tests/support/ubl/contentRules.ts'
import { orderRules } from '../../../tests/support/ubl/orderRules.ts'
import { peppolRules } from '../../../tests/support/ubl/peppolRules.ts'
import { textAt } from '../../../tests/support/ubl/query.ts'
import { sumRules } from '../../../tests/support/ubl/sumRules.ts'
import { valueRules } from '../../../tests/support/ubl/valueRules.ts'
import { vatRules } from '../../../tests/support/ubl/vatRules.ts'
import { parseXml } from '../../../tests/support/ubl/xml.ts'
import { Company } from '../../wire/company.ts'
import { buildUbl } from '../invoices/ubl.rules.ts'
import { defaultVatRates } from '../vat/rates.rules.ts'
import {
  acceptedFrom,
  addVat,
  type BilledEntry,
  type Biller,
  composeSelfBilled,
  formatSelfBilledNumber,
  monthToBill,
  vatByPayableTime,
} from './rules.ts'

const issuedAt = new Date('2026-12-01T06:40:00Z')
const company = Company.parse({
  name: 'Gloed',
  street: 'Markt 1',
  postalCode: '9000',
  city: 'Gent',
  country: 'BE',
  companyNumber: '0403.170.701',
  vatNumber: 'BE0403170701',
  email: null,
  phone: null,
})
const biller: Biller = {
  holderName: 'Anna de Vries',
  street: 'Kerkstraat 1',
  postalCode: '2000',
  city: 'Antwerpen',
  country: 'BE',
  vatStatus: 'VAT_BELGIUM',
  vatNumber: 'BE0403170701',
  agreedAt: new Date('2026-10-03T10:00:00Z'),
}
const dutch = { country: 'NL', postalCode: '1017 AA', city: 'Amsterdam' }
const soon = new Date('2026-12-02T00:00:00Z')
const earned: BilledEntry = {
  type: 'EARNED',
  source: 'MINUTES',
  cents: 1001,
  reason: null,
  payableAt: soon,
}
const gift: BilledEntry = { ...earned, source: 'GIFTS', cents: 2002 }
const back: BilledEntry = { ...earned, type: 'TAKEN_BACK', cents: -500 }
const compose = (changes: Partial<Biller>, entries: BilledEntry[] = [earned, gift, back]) =>
  composeSelfBilled(
    { biller: { ...biller, ...changes }, company, entries },
    { month: '2026-11', issuedAt, lastNumber: 'ZF-ABCDEF-0001', rates: defaultVatRates },
  )

describe('the invoice of a month', () => {
  it('has Belgian VAT on top for a creator with a Belgian number', () => {
    const { kind, netCents, vatCents, content } = compose({})
    // 10.01 + 20.02 − 5.00 = 25.03; 21% of it is 5.2563.
    expect([kind, netCents, vatCents]).toEqual(['INVOICE', 2503, 526])
    expect(content.lines.map(({ text, unitCents }) => [text, unitCents])).toEqual([
      ['Deel van minuten', 1211],
      ['Deel van cadeaus', 2423],
      ['Teruggenomen deel van minuten', -605],
    ])
    expect(content.selfBilling?.title).toBe('Factuur uitgereikt door afnemer')
    expect(content.subject).toBe('Verdiensten van november 2026')
  })

  it.each([
    [{ vatStatus: 'PRIVATE', vatNumber: null }, 'NONE', 'Afrekening', 'geen factuur'],
    [{ vatStatus: 'SMALL_BUSINESS' }, 'SMALL_ENTERPRISE', 'Factuur uitgereikt door afnemer', 'art. 56bis'],
    [
      { vatStatus: 'SMALL_BUSINESS', ...dutch, vatNumber: 'NL123456782B12' },
      'SMALL_ENTERPRISE',
      'Factuur uitgereikt door afnemer',
      'kleineondernemersregeling',
    ],
    [
      { vatStatus: 'VAT_EU', ...dutch, vatNumber: 'NL123456782B12' },
      'REVERSE_CHARGE',
      'Factuur uitgereikt door afnemer',
      'Btw verlegd',
    ],
  ] as const)('has no VAT for %o', (changes, basis, title, note) => {
    const { vatCents, netCents, content } = compose(changes)
    expect([netCents, vatCents, content.vat.basis, content.selfBilling?.title]).toEqual([
      2503,
      0,
      basis,
      title,
    ])
    expect(content.selfBilling?.notes.join(' ')).toContain(note)
    expect(content.selfBilling?.notes.join(' ')).toContain('16 december 2026 als aanvaard')
  })

  it('is a credit note, with the number before it, when more was taken back than earned', () => {
    const { kind, netCents, vatCents, content } = compose({}, [back])
    expect([kind, netCents, vatCents, content.credits]).toEqual(['CREDIT_NOTE', -500, -105, 'ZF-ABCDEF-0001'])
  })
})

describe('the UBL of an invoice by the buyer', () => {
  const rules = [...contentRules, ...sumRules, ...valueRules, ...vatRules, ...peppolRules, ...orderRules]
  const xmlOf = (changes: Partial<Biller>, entries?: BilledEntry[]) => {
    const { kind, content } = compose(changes, entries)
    return parseXml(buildUbl({ kind, number: 'ZF-ABCDEF-0002', issuedAt, content }))
  }
  it('is a self-billed invoice (389) of the Peppol profile for a Belgian business', () => {
    const root = xmlOf({})
    expect(textAt(root, 'InvoiceTypeCode')).toBe('389')
    expect(textAt(root, 'CustomizationID')).toContain('poacc:selfbilling:3.0')
    expect(textAt(root, 'ProfileID')).toBe('urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0')
    expect(textAt(root, 'LegalMonetaryTotal/PayableAmount')).toBe('30.29')
    expect(textAt(root, 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName')).toBe(
      'Anna de Vries',
    )
    expect(textAt(root, 'AccountingCustomerParty/Party/PostalAddress/StreetName')).toBe('Markt 1')
  })

  it('is a self-billed credit note (261) when the month is negative', () => {
    const root = xmlOf({}, [back])
    expect([root.name, textAt(root, 'CreditNoteTypeCode')]).toEqual(['CreditNote', '261'])
  })

  it.each([
    ['a Belgian business', {}, undefined],
    ['a credit note', {}, [back]],
    ['a Belgian exempt business', { vatStatus: 'SMALL_BUSINESS' }, undefined],
    ['a Dutch business', { vatStatus: 'VAT_EU', ...dutch, vatNumber: 'NL123456782B12' }, undefined],
  ] as const)('of %s keeps the rules of EN 16931', (_, changes, entries) => {
    const root = xmlOf(changes, entries && [...entries])
    // The profile and the types of a seller's own invoice, which the first tests check here.
    const others = /^(BR-CL-01|PEPPOL-EN16931-(R004|R007|P010[01]))$/
    const broken = rules.filter(({ holds }) => !holds(root)).map(({ id }) => id)
    expect(broken.filter(id => !others.test(id))).toEqual([])
  })
})

it('VAT is rounded once over amounts, and by the times from which their earnings are payable', () => {
  expect(addVat([{ cents: 1 }, { cents: 1 }, { cents: 1 }], 21).map(({ vatCents }) => vatCents)).toEqual([
    0, 0, 1,
  ])
  const later = new Date('2027-03-01T00:00:00Z')
  expect(
    vatByPayableTime([{ ...gift, payableAt: later }, earned, { ...back, payableAt: later }], 21),
  ).toEqual([
    { payableAt: soon, cents: 210 },
    { payableAt: later, cents: 316 },
  ])
})

it('a month is billed once it is over in Brussels, and a late entry with the month after the last invoice', () => {
  const at = new Date('2026-11-30T22:59:00Z')
  expect(monthToBill(at, null, new Date('2026-11-30T22:59:59Z'))).toBeNull()
  expect(monthToBill(at, null, new Date('2026-11-30T23:00:00Z'))).toBe('2026-11')
  expect(monthToBill(at, '2026-11', new Date('2026-12-15T00:00:00Z'))).toBeNull()
  expect(monthToBill(at, '2026-11', new Date('2027-01-01T00:00:00Z'))).toBe('2026-12')
})

it('an invoice is accepted fifteen days after it was made, and numbers are a series of hers', () => {
  expect(acceptedFrom(issuedAt)).toEqual(new Date('2026-12-15T23:00:00Z'))
  expect(formatSelfBilledNumber('01900000-0000-7000-8000-000000abcdef', 7)).toBe('ZF-ABCDEF-0007')
})
