import { XMLParser } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { type Dac7Report, type ReportedSeller, writeDac7 } from './rules.ts'

const anna: ReportedSeller = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'Anna de Vries & zoon',
  birthDate: '1994-05-17',
  street: 'Kerkstraat 1',
  postalCode: '1017 AA',
  city: 'Amsterdam',
  country: 'NL',
  taxNumber: '111222333',
  vatNumber: null,
  iban: 'NL91ABNA0417164300',
  quarters: [
    { quarter: 1, earnedCents: 123_456, keptCents: 50_049, activities: 31 },
    { quarter: 4, earnedCents: 49, keptCents: 50, activities: 1 },
  ],
}
const report: Dac7Report = {
  year: 2026,
  at: new Date('2027-01-12T09:30:00Z'),
  operator: {
    name: 'Gloed',
    number: '0123.456.749',
    street: 'Kerkstraat 1',
    postalCode: '2000',
    city: 'Antwerpen',
    country: 'BE',
    platform: 'Gloed',
  },
  sellers: [anna],
}
const read = (of: Dac7Report) =>
  new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false }).parse(writeDac7(of))
    .DPI_OECD

it('a report names its sender, and a seller with her numbers by quarter in whole euros', () => {
  const { MessageSpec, DPIBody } = read(report)
  expect(MessageSpec).toMatchObject({ MessageRefId: 'BE2026-0123456749', ReportingPeriod: '2026-12-31' })
  const { Identity, RelevantActivities, DocSpec } = DPIBody.ReportableSeller
  const { IndSellerID, FinancialIdentifier } = Identity.IndividualSeller.Standard
  expect(Object.keys(IndSellerID)).toEqual(['ResCountryCode', 'TIN', 'Name', 'Address', 'BirthInfo'])
  expect(IndSellerID).toMatchObject({
    Name: { FirstName: 'Anna', LastName: 'de Vries & zoon' },
    BirthInfo: { BirthDate: '1994-05-17' },
  })
  expect(FinancialIdentifier.Identifier).toBe('NL91ABNA0417164300')
  expect(RelevantActivities.PersonalServices).toEqual({
    Consideration: { ConsQ1: '1235', ConsQ2: '0', ConsQ3: '0', ConsQ4: '0' },
    NumberOfActivities: { NumbQ1: '31', NumbQ2: '0', NumbQ3: '0', NumbQ4: '1' },
    Fees: { FeesQ1: '500', FeesQ2: '0', FeesQ3: '0', FeesQ4: '1' },
    Taxes: { TaxQ1: '0', TaxQ2: '0', TaxQ3: '0', TaxQ4: '0' },
  })
  expect(DocSpec.DocRefId).toBe(`BE2026-0123456749-${anna.id}`)
})

it('a report has a VAT number after the tax number, and no sellers when nobody earned', () => {
  const { DPIBody } = read({ ...report, sellers: [{ ...anna, vatNumber: 'NL001234567B01' }] })
  const { IndSellerID } = DPIBody.ReportableSeller.Identity.IndividualSeller.Standard
  expect(Object.keys(IndSellerID).slice(0, 3)).toEqual(['ResCountryCode', 'TIN', 'VAT'])
  const empty = read({ ...report, sellers: [] })
  expect(Object.keys(empty.DPIBody)).toEqual(['PlatformOperator'])
  expect(writeDac7(report)).toBe(writeDac7(report))
})
