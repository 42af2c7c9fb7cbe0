import type { XmlElement } from '../../../src/money/invoices/xml.rules.ts'
import {
  add,
  centsAt,
  childrenOf,
  CUSTOMER,
  find,
  findAll,
  groupsOf,
  has,
  linesOf,
  remove,
  repeat,
  set,
  setAttribute,
  SUPPLIER,
  textAt,
  textOf,
  type Mutation,
  type UblRule,
} from './query.ts'

const isPeppol = (root: XmlElement): boolean => textAt(root, 'CustomizationID').includes('peppol')

/** A rule of Peppol BIS Billing 3.0: on its documents only. */
const rule = (id: string, means: string, holds: UblRule['holds'], breaks: Mutation): UblRule => ({
  id: `PEPPOL-${id}`,
  means,
  holds: root => !isPeppol(root) || holds(root),
  breaks: root => {
    if (isPeppol(root)) breaks(root)
  },
})

/** The check digits of a Belgian enterprise number: 97 less the remainder of the first eight. */
const isBelgianNumber = (text: string): boolean =>
  /^\d{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))

const quantityOf = (line: XmlElement): number =>
  Number(textAt(line, 'InvoicedQuantity') || textAt(line, 'CreditedQuantity'))

const isDutch = (root: XmlElement): boolean =>
  textAt(root, `${SUPPLIER}/PostalAddress/Country/IdentificationCode`) === 'NL'

/** A rule of the same on the documents of Dutch sellers. */
const dutchRule = (id: string, means: string, holds: UblRule['holds'], breaks: Mutation): UblRule => ({
  ...rule(
    id,
    means,
    root => !isDutch(root) || holds(root),
    root => {
      if (isDutch(root)) breaks(root)
    },
  ),
  id,
})

const isAtDutchAddress = (root: XmlElement): boolean =>
  textAt(root, `${CUSTOMER}/PostalAddress/Country/IdentificationCode`) === 'NL'

const REFERENCE = 'BillingReference/InvoiceDocumentReference/ID'

const dutchRules: UblRule[] = [
  dutchRule(
    'NL-R-001',
    'A credit note names its invoice.',
    root => root.name !== 'CreditNote' || has(root, REFERENCE),
    remove('BillingReference'),
  ),
  dutchRule(
    'NL-R-002',
    'The seller has a street, a town and a postcode.',
    root =>
      ['StreetName', 'CityName', 'PostalZone'].every(name => has(root, `${SUPPLIER}/PostalAddress/${name}`)),
    remove(`${SUPPLIER}/PostalAddress/PostalZone`),
  ),
  dutchRule(
    'NL-R-003',
    'The number of the seller is one of the Dutch register.',
    root =>
      find(root, `${SUPPLIER}/PartyLegalEntity/CompanyID`).every(
        number => number.attributes['schemeID'] === '0106' && textOf(number) !== '',
      ),
    setAttribute(`${SUPPLIER}/PartyLegalEntity/CompanyID`, 'schemeID', null),
  ),
  dutchRule(
    'NL-R-004',
    'A buyer in the Netherlands has a street, a town and a postcode.',
    root =>
      !isAtDutchAddress(root) ||
      ['StreetName', 'CityName', 'PostalZone'].every(name => has(root, `${CUSTOMER}/PostalAddress/${name}`)),
    remove(`${CUSTOMER}/PostalAddress/PostalZone`),
  ),
  dutchRule(
    'NL-R-005',
    'The number of a buyer in the Netherlands is one of the Dutch register.',
    root =>
      !isAtDutchAddress(root) ||
      find(root, `${CUSTOMER}/PartyLegalEntity/CompanyID`).every(
        ({ attributes }) => attributes['schemeID'] === '0106',
      ),
    root => {
      const content = '0987654394'
      const number = { name: 'cbc:CompanyID', attributes: { schemeID: '0208' }, content }
      add(`${CUSTOMER}/PartyLegalEntity`, number)(root)
    },
  ),
  dutchRule(
    'NL-R-007',
    'Nothing is left to pay, or it is said how.',
    root => Number(textAt(root, 'LegalMonetaryTotal/PayableAmount')) === 0 || has(root, 'PaymentMeans'),
    set('LegalMonetaryTotal/PayableAmount', '1.00'),
  ),
]

export const peppolRules: UblRule[] = [
  ...dutchRules,
  rule('EN16931-R001', 'It names its business process.', root => has(root, 'ProfileID'), remove('ProfileID')),
  rule(
    'EN16931-R003',
    'It has a reference of the buyer’s.',
    root => textAt(root, 'BuyerReference') !== '',
    remove('BuyerReference'),
  ),
  rule(
    'EN16931-R004',
    'Its specification is Billing 3.0 by EN 16931.',
    root =>
      textAt(root, 'CustomizationID') ===
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    set('CustomizationID', text => `${text}x`),
  ),
  rule(
    'EN16931-R007',
    'Its business process is one of Billing.',
    root => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(textAt(root, 'ProfileID')),
    set('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing'),
  ),
  rule(
    'EN16931-R008',
    'Nothing in it is empty.',
    root => findAll(root).every(({ content }) => content.length > 0),
    set('BuyerReference', ''),
  ),
  rule(
    'EN16931-R010',
    'The buyer has an electronic address.',
    root => has(root, `${CUSTOMER}/EndpointID`),
    remove(`${CUSTOMER}/EndpointID`),
  ),
  rule(
    'EN16931-R020',
    'The seller has an electronic address.',
    root => has(root, `${SUPPLIER}/EndpointID`),
    remove(`${SUPPLIER}/EndpointID`),
  ),
  rule(
    'EN16931-R051',
    'Every amount is in the currency of the document.',
    root =>
      findAll(root).every(
        ({ attributes }) =>
          attributes['currencyID'] === undefined ||
          attributes['currencyID'] === textAt(root, 'DocumentCurrencyCode'),
      ),
    setAttribute('LegalMonetaryTotal/PayableAmount', 'currencyID', 'USD'),
  ),
  rule(
    'EN16931-R053',
    'It has one total of VAT with groups.',
    root => find(root, 'TaxTotal').filter(total => has(total, 'TaxSubtotal')).length === 1,
    repeat('TaxTotal'),
  ),
  rule(
    'EN16931-R120',
    'The amount of a line is its quantity times its price, by the quantity that the price is of.',
    root =>
      linesOf(root).every(line => {
        const base = Number(textAt(line, 'Price/BaseQuantity') || 1)
        const cents = (quantityOf(line) * centsAt(line, 'Price/PriceAmount')) / base
        return Math.round(cents) === centsAt(line, 'LineExtensionAmount')
      }),
    set('*Line/Price/BaseQuantity', '1000'),
  ),
  rule(
    'EN16931-R121',
    'A price is of more than nothing.',
    root => linesOf(root).every(line => Number(textAt(line, 'Price/BaseQuantity') || 1) > 0),
    set('*Line/Price/BaseQuantity', '0'),
  ),
  rule(
    'EN16931-R130',
    'A price is of the unit that the line counts.',
    root =>
      linesOf(root).every(line => {
        const units = childrenOf(line).flatMap(({ attributes }) => attributes['unitCode'] ?? [])
        return find(line, 'Price/BaseQuantity').every(({ attributes }) => attributes['unitCode'] === units[0])
      }),
    setAttribute('*Line/Price/BaseQuantity', 'unitCode', 'EA'),
  ),
  rule(
    'COMMON-R043',
    'Belgian enterprise numbers have the right check digits.',
    root =>
      findAll(root)
        .filter(({ attributes }) => attributes['schemeID'] === '0208')
        .every(number => isBelgianNumber(textOf(number))),
    set(`${CUSTOMER}/EndpointID`, '0987654321'),
  ),
  rule(
    'EN16931-F001',
    'Days are written YYYY-MM-DD.',
    root =>
      findAll(root)
        .filter(({ name }) => name.endsWith('Date'))
        .every(day => /^20\d\d-[01]\d-[0-3]\d$/.test(textOf(day))),
    set('IssueDate', '25-11-2026'),
  ),
  rule(
    'EN16931-P0100',
    'An invoice has a type that Billing knows.',
    root => root.name !== 'Invoice' || textAt(root, 'InvoiceTypeCode') === '380',
    set('InvoiceTypeCode', '325'),
  ),
  rule(
    'EN16931-P0101',
    'A credit note has a type that Billing knows.',
    root => root.name !== 'CreditNote' || textAt(root, 'CreditNoteTypeCode') === '381',
    set('CreditNoteTypeCode', '325'),
  ),
  rule(
    'EN16931-CL007',
    'The currency is euro.',
    root => textAt(root, 'DocumentCurrencyCode') === 'EUR',
    set('DocumentCurrencyCode', 'EU'),
  ),
  rule(
    'EN16931-CL008',
    'Electronic addresses are of a list that Billing knows.',
    root =>
      [SUPPLIER, CUSTOMER].every(party =>
        find(root, `${party}/EndpointID`).every(({ attributes }) =>
          ['0208', '0106', '9944'].includes(attributes['schemeID'] ?? ''),
        ),
      ),
    setAttribute(`${SUPPLIER}/EndpointID`, 'schemeID', 'EM'),
  ),
  rule(
    'EN16931-R002',
    'It has one note at most.',
    root => find(root, 'Note').length <= 1 && groupsOf(root).length > 0,
    root => {
      for (const content of ['Een', 'Twee']) add('', { name: 'cbc:Note', attributes: {}, content })(root)
    },
  ),
]
