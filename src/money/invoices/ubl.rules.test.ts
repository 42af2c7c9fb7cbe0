import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Supply, TaxClass } from '../../wire/vat.ts'
import type { VatTreatment } from '../vat/contract.ts'
import { defaultVatRates } from '../vat/rates.rules.ts'
import type { InvoiceContent } from './contract.ts'
import { taxLines } from './rules.ts'
import { buildUbl } from './ubl.rules.ts'

const issuedAt = new Date('2026-11-25T12:00:00Z')
const seller = {
  name: 'Gloed & Co',
  address: ['Kerkstraat 1', '9000 Gent', 'België'],
  companyNumber: '0123.456.749',
  vatNumber: 'BE0123456749',
  email: 'hallo@gloed.test',
}
const belgian = { name: 'Winkel <BV>', vatNumber: 'BE0987654394', checkedAt: null, consultation: null }

const person = ['Ans de Vries', 'Lindelaan 2', '3512 AB Utrecht', 'Nederland']

type Document = Parameters<typeof buildUbl>[0]

interface Sold {
  quantity: number
  unitCents: number
  taxClass?: TaxClass
  supply?: Supply
  isVoucher?: boolean
}

/** A document of these lines, taxed as the shop does it. */
function ubl(
  sold: readonly Sold[],
  treatment: Partial<VatTreatment> = {},
  {
    kind = 'INVOICE',
    buyer = person,
    taxPointAt = null,
  }: Partial<Pick<Document, 'kind' | 'taxPointAt'>> & {
    buyer?: string[]
  } = {},
) {
  const whole: VatTreatment = {
    scheme: 'OSS',
    sellerCountry: 'BE',
    place: 'NL',
    country: 'NL',
    basis: 'TAXED',
    evidence: [{ kind: 'SHIPPING_ADDRESS', country: 'NL' }],
    ...treatment,
  }
  const lines = sold.map((line, index) => ({ text: `Regel ${index + 1}`, ...line }))
  const content = {
    seller,
    buyer,
    subject: 'Bestelling 2026-000042',
    ...taxLines(lines, whole, defaultVatRates, issuedAt),
    credits: kind === 'CREDIT_NOTE' ? 'F2026-000001' : null,
  } as InvoiceContent & { vat: NonNullable<InvoiceContent['vat']> }
  return buildUbl({ kind, number: 'F2026-000001', issuedAt, taxPointAt, content })
}

const amounts = (xml: string, name: string): number[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) =>
    Math.round(Number(value) * 100),
  )
const amount = (xml: string, name: string): number => amounts(xml, name)[0] ?? NaN
const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)

describe('an invoice as UBL', () => {
  it('names the seller, the buyer, the rates and the lines without VAT', () => {
    const xml = ubl([
      { quantity: 2, unitCents: 12_10 },
      { quantity: 1, unitCents: 10_90, taxClass: 'BOOKS' },
    ])
    expect(xml).toContain('<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>')
    expect(xml).toContain(
      '<cbc:IssueDate>2026-11-25</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>',
    )
    expect(xml).toContain('<cbc:RegistrationName>Gloed &amp; Co</cbc:RegistrationName>')
    expect(amounts(xml, 'LineExtensionAmount')).toEqual([3000, 2000, 1000])
    expect(amount(xml, 'TaxInclusiveAmount')).toBe(3510)
    expect(amounts(xml, 'TaxAmount')).toEqual([510, 420, 90])
    expect(xml).toContain('<cbc:ID>S</cbc:ID><cbc:Percent>9</cbc:Percent>')
  })

  it('to a Belgian business is of the profile of Peppol', () => {
    const xml = ubl([{ quantity: 1, unitCents: 12_10 }], { place: 'BE', country: 'BE', business: belgian })
    expect(xml).toContain('urn:fdc:peppol.eu:2017:poacc:billing:3.0')
    expect(xml).toContain('<cbc:EndpointID schemeID="0208">0987654394</cbc:EndpointID>')
    expect(xml).toContain('<cbc:RegistrationName>Winkel &lt;BV&gt;</cbc:RegistrationName>')
  })

  it('with the VAT reversed says so, for goods and for services', () => {
    const reversed = {
      basis: 'REVERSE_CHARGE' as const,
      country: null,
      business: { ...belgian, vatNumber: 'NL123456782B90' },
    }
    const codes = (xml: string) => [...xml.matchAll(/<cbc:ID>(K|AE)<\/cbc:ID>/g)].map(([, code]) => code)
    const goods = { quantity: 1, unitCents: 10_00 }
    const service = { quantity: 1, unitCents: 4_00, supply: 'SERVICES' as const }
    // Of the group, and of the line.
    expect(codes(ubl([goods], reversed))).toEqual(['K', 'K'])
    expect(codes(ubl([service], { ...reversed, evidence: [] }))).toEqual(['AE', 'AE'])
    const both = ubl([goods, service], reversed)
    expect(codes(both)).toEqual(['K', 'AE', 'K', 'AE'])
    expect(amounts(both, 'TaxableAmount')).toEqual([1000, 400])
  })

  it('has a rate of 0 as a category of its own', () => {
    const xml = ubl([{ quantity: 1, unitCents: 14_95, taxClass: 'BOOKS' }], { place: 'IE', country: 'IE' })
    expect(xml).toContain('<cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent>')
    expect(xml).not.toContain('TaxExemptionReason')
  })

  it('has the address of the buyer in its own parts, and the business apart', () => {
    const partyOf = (xml: string) =>
      /<cac:AccountingCustomerParty>(.*)<\/cac:AccountingCustomerParty>/.exec(xml)?.[1]
    const sold = [{ quantity: 1, unitCents: 12_10 }]
    const lines = ['Ans de Vries', 'Winkel <BV>', 'Kerkstraat 12 bus 3', '9000 Gent', 'België']
    const address = (own: string) =>
      `<cac:PostalAddress><cbc:StreetName>Kerkstraat 12 bus 3</cbc:StreetName>${own}<cbc:CityName>Gent</cbc:CityName><cbc:PostalZone>9000</cbc:PostalZone><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`
    const company = '<cbc:AdditionalStreetName>Winkel &lt;BV&gt;</cbc:AdditionalStreetName>'
    const consumer = partyOf(ubl(sold, { place: 'BE', country: 'BE' }, { buyer: lines }))
    expect(consumer).toContain(address(company))
    expect(consumer).toContain('<cbc:RegistrationName>Ans de Vries</cbc:RegistrationName>')
    const named = [...lines, 'Winkel <BV>', 'Btw-nummer BE0987654394']
    const ofBusiness = partyOf(ubl(sold, { place: 'BE', country: 'BE', business: belgian }, { buyer: named }))
    expect(ofBusiness).toContain(address(''))
    expect(ofBusiness).toContain('<cac:Contact><cbc:Name>Ans de Vries</cbc:Name></cac:Contact>')
    const other = { ...belgian, name: 'Sintel bv' }
    const elsewhere = [...lines, 'Sintel bv', 'Btw-nummer BE0987654394']
    expect(
      partyOf(ubl(sold, { place: 'BE', country: 'BE', business: other }, { buyer: elsewhere })),
    ).toContain(address(company))
  })

  it('to a buyer without a shipment has their country, and no address', () => {
    const xml = ubl(
      [{ quantity: 1, unitCents: 12_10 }],
      { evidence: [] },
      { buyer: ['Ans', 'ans@example.com'] },
    )
    expect(xml).toContain('<cac:Party><cac:PostalAddress><cac:Country><cbc:IdentificationCode>NL<')
    expect(xml).toContain(
      '<cac:Contact><cbc:ElectronicMail>ans@example.com</cbc:ElectronicMail></cac:Contact>',
    )
  })

  it('names the day on which the VAT became due where that is another than the day of its issue (BT-7)', () => {
    const sold = [{ quantity: 1, unitCents: 12_10 }]
    const on = (time: string, treatment: Partial<VatTreatment> = {}) =>
      ubl(sold, treatment, { taxPointAt: new Date(time) })
    // 23:59 in Brussels of the day before, and midnight.
    expect(on('2026-11-24T22:59:00Z')).toContain(
      '380</cbc:InvoiceTypeCode><cbc:TaxPointDate>2026-11-24</cbc:TaxPointDate><cbc:DocumentCurrencyCode>',
    )
    expect(on('2026-11-24T23:00:00Z')).not.toContain('TaxPointDate')
    expect(on('2026-11-24T22:59:00Z', { basis: 'NONE', country: null })).not.toContain('TaxPointDate')
    expect(ubl(sold)).not.toContain('TaxPointDate')
  })

  it('has exempt lines and gift cards in one group', () => {
    const xml = ubl([
      { quantity: 1, unitCents: 10_00, taxClass: 'EXEMPT' },
      { quantity: 1, unitCents: 50_00, isVoucher: true },
    ])
    expect(amounts(xml, 'TaxableAmount')).toEqual([6000])
    expect(xml).toContain('Waardebon voor meervoudig gebruik')
  })

  it('credits with amounts above 0', () => {
    const xml = ubl([{ quantity: 1, unitCents: -12_10 }], {}, { kind: 'CREDIT_NOTE' })
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
    expect(xml).toContain('<cac:InvoiceDocumentReference><cbc:ID>F2026-000001</cbc:ID>')
    expect(amount(xml, 'TaxInclusiveAmount')).toBe(1210)
    expect(xml).toContain('<cbc:CreditedQuantity unitCode="C62">1</cbc:CreditedQuantity>')
  })

  it('adds up as EN 16931 asks, whatever is sold (BR-CO-10, -14, -15, BR-S-08, BR-27)', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      unitCents: fc.integer({ min: -5000, max: 50_000 }),
      taxClass: fc.constantFrom<TaxClass>('STANDARD', 'BOOKS', 'EXEMPT'),
      isVoucher: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('NL', 'BE', 'DE'),
        (sold, country) => {
          const xml = ubl(sold, { country, place: country })
          const [total = NaN, ...parts] = amounts(xml, 'LineExtensionAmount')
          expect(sum(parts)).toBe(total)
          expect(sum(amounts(xml, 'TaxableAmount'))).toBe(total)
          const [vat = NaN, ...vats] = amounts(xml, 'TaxAmount')
          expect(sum(vats)).toBe(vat)
          expect(amount(xml, 'TaxInclusiveAmount')).toBe(total + vat)
          expect(amount(xml, 'TaxInclusiveAmount')).toBe(
            sum(sold.map(each => each.quantity * each.unitCents)),
          )
          for (const price of amounts(xml, 'PriceAmount')) expect(price).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
