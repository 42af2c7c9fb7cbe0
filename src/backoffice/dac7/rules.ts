import { element, writeXml, type XmlElement } from '../../money/invoices/xml.rules.ts'

/** A creator as the tax authority gets her. */
export interface ReportedSeller {
  /** Of the account. */
  id: string
  name: string
  /** ISO date. */
  birthDate: string
  street: string
  postalCode: string
  city: string
  /** ISO 3166, as all countries here. */
  country: string
  taxNumber: string
  vatNumber: string | null
  iban: string
  /** By quarter, 1–4, in cents; a quarter without any is left out. */
  quarters: { quarter: number; earnedCents: number; keptCents: number; activities: number }[]
}

export interface Dac7Report {
  year: number
  /** When it is written. */
  at: Date
  operator: {
    name: string
    number: string
    street: string
    postalCode: string
    city: string
    country: string
    platform: string
  }
  sellers: readonly ReportedSeller[]
}

const text = (name: string, content: string | null, attributes?: Record<string, string>) =>
  element(`dpi:${name}`, content, attributes)
const group = (name: string, content: readonly (XmlElement | null)[]) => element(`dpi:${name}`, content)

/** Whole euros, as the schema has amounts. */
const amount = (name: string, cents: number) =>
  text(name, String(Math.round(cents / 100)), { currCode: 'EUR' })

const address = (of: Pick<ReportedSeller, 'street' | 'postalCode' | 'city' | 'country'>) =>
  group('Address', [
    text('CountryCode', of.country),
    group('AddressFix', [text('Street', of.street), text('PostCode', of.postalCode), text('City', of.city)]),
  ])

const docSpec = (reference: string) =>
  group('DocSpec', [element('stf:DocTypeIndic', 'OECD1'), element('stf:DocRefId', reference)])

/** Four elements, one a quarter: the schema wants each, also without anything in it. */
const perQuarter = (
  { quarters }: ReportedSeller,
  prefix: string,
  write: (name: string, of: ReportedSeller['quarters'][number]) => XmlElement | null,
) =>
  [1, 2, 3, 4].map(quarter => {
    const nothing = { quarter, earnedCents: 0, keptCents: 0, activities: 0 }
    return write(`${prefix}Q${quarter}`, quarters.find(each => each.quarter === quarter) ?? nothing)
  })

const seller = (of: ReportedSeller, reference: string) =>
  group('ReportableSeller', [
    group('Identity', [
      group('IndividualSeller', [
        group('Standard', [
          group('IndSellerID', [
            text('ResCountryCode', of.country),
            text('TIN', of.taxNumber, { issuedBy: of.country }),
            text('VAT', of.vatNumber),
            group('Name', [
              text('FirstName', of.name.split(' ')[0] ?? ''),
              text('LastName', of.name.split(' ').slice(1).join(' ') || of.name),
            ]),
            address(of),
            group('BirthInfo', [text('BirthDate', of.birthDate)]),
          ]),
          group('FinancialIdentifier', [
            text('Identifier', of.iban, { AccountNumberType: 'IBAN' }),
            text('AccountHolderName', of.name),
          ]),
        ]),
      ]),
    ]),
    group('RelevantActivities', [
      group('PersonalServices', [
        group(
          'Consideration',
          perQuarter(of, 'Cons', (name, { earnedCents }) => amount(name, earnedCents)),
        ),
        group(
          'NumberOfActivities',
          perQuarter(of, 'Numb', (name, { activities }) => text(name, String(activities))),
        ),
        group(
          'Fees',
          perQuarter(of, 'Fees', (name, { keptCents }) => amount(name, keptCents)),
        ),
        group(
          'Taxes',
          perQuarter(of, 'Tax', name => amount(name, 0)),
        ),
      ]),
    ]),
    docSpec(`${reference}-${of.id}`),
  ])

/**
 * The yearly report of a platform operator on its sellers (directive (EU) 2021/514, "DAC7"), as XML by version 1 of the OECD's schema for
 * platform operators. The same report has the same bytes.
 */
export function writeDac7({ year, at, operator, sellers }: Dac7Report): string {
  const reference = `${operator.country}${year}-${operator.number.replaceAll(/\D/g, '')}`
  const root = element(
    'dpi:DPI_OECD',
    [
      group('MessageSpec', [
        text('SendingEntityIN', operator.number),
        text('TransmittingCountry', operator.country),
        text('ReceivingCountry', operator.country),
        text('MessageType', 'DPI'),
        text('MessageRefId', reference),
        text('MessageTypeIndic', 'DPI401'),
        text('ReportingPeriod', `${year}-12-31`),
        text('Timestamp', at.toISOString().slice(0, 19)),
      ]),
      group('DPIBody', [
        group('PlatformOperator', [
          text('ResCountryCode', operator.country),
          text('TIN', operator.number, { issuedBy: operator.country }),
          text('Name', operator.name),
          text('PlatformBusinessName', operator.platform),
          address(operator),
          text('Nexus', 'RPONEX1'),
          text('AssumedReporting', 'false'),
          docSpec(`${reference}-operator`),
        ]),
        ...sellers.map(each => seller(each, reference)),
      ]),
    ],
    { 'xmlns:dpi': 'urn:oecd:ties:dpi:v1', 'xmlns:stf': 'urn:oecd:ties:dpistf:v1', version: '1.0' },
  )
  return writeXml(root as XmlElement)
}
