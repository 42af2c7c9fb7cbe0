import {
  both,
  centsAt,
  CUSTOMER,
  find,
  has,
  linesOf,
  remove,
  set,
  setAttribute,
  SUPPLIER,
  textAt,
  type Mutation,
  type UblRule,
} from './query.ts'

export const TOTAL = 'LegalMonetaryTotal'
export const isInvoice: UblRule['holds'] = ({ name }) => name === 'Invoice'
export const typeCode = (root: Parameters<UblRule['holds']>[0]) =>
  textAt(root, isInvoice(root) ? 'InvoiceTypeCode' : 'CreditNoteTypeCode')
export const onEither = (change: (name: string) => Mutation): Mutation =>
  both(change('InvoiceTypeCode'), change('CreditNoteTypeCode'))

/** It has an element at a path. */
const wants = (id: string, path: string, means: string): UblRule => ({
  id,
  means,
  holds: root => textAt(root, path) !== '',
  breaks: remove(path),
})
/** Each of several has an element at a path below it. */
export const eachWants = (id: string, parents: string, path: string, means: string): UblRule => ({
  id,
  means,
  holds: root => find(root, parents).every(parent => textAt(parent, path) !== ''),
  breaks: remove(`${parents}/${path}`),
})

/** The elements that a document has (EN 16931, BR-01 to BR-65). */
export const contentRules: UblRule[] = [
  wants('BR-01', 'CustomizationID', 'It says by which specification it is written.'),
  wants('BR-02', 'ID', 'It has a number.'),
  wants('BR-03', 'IssueDate', 'It has a day of issue.'),
  {
    id: 'BR-04',
    means: 'It says whether it is an invoice or a credit note.',
    holds: root => typeCode(root) !== '',
    breaks: onEither(remove),
  },
  wants('BR-05', 'DocumentCurrencyCode', 'It has a currency.'),
  wants('BR-06', `${SUPPLIER}/PartyLegalEntity/RegistrationName`, 'It names the seller.'),
  wants('BR-07', `${CUSTOMER}/PartyLegalEntity/RegistrationName`, 'It names the buyer.'),
  {
    id: 'BR-08',
    means: 'The seller has an address.',
    holds: root => has(root, `${SUPPLIER}/PostalAddress`),
    breaks: remove(`${SUPPLIER}/PostalAddress`),
  },
  wants(
    'BR-09',
    `${SUPPLIER}/PostalAddress/Country/IdentificationCode`,
    'The seller’s address has a country.',
  ),
  {
    id: 'BR-10',
    means: 'The buyer has an address.',
    holds: root => has(root, `${CUSTOMER}/PostalAddress`),
    breaks: remove(`${CUSTOMER}/PostalAddress`),
  },
  wants(
    'BR-11',
    `${CUSTOMER}/PostalAddress/Country/IdentificationCode`,
    'The buyer’s address has a country.',
  ),
  wants('BR-12', `${TOTAL}/LineExtensionAmount`, 'It has the sum of its lines.'),
  wants('BR-13', `${TOTAL}/TaxExclusiveAmount`, 'It has its total without VAT.'),
  wants('BR-14', `${TOTAL}/TaxInclusiveAmount`, 'It has its total with VAT.'),
  wants('BR-15', `${TOTAL}/PayableAmount`, 'It says what is left to pay.'),
  {
    id: 'BR-16',
    means: 'It has a line.',
    holds: root => linesOf(root).length > 0,
    breaks: remove('*Line'),
  },
  eachWants('BR-21', '*Line', 'ID', 'Each line has a number.'),
  {
    id: 'BR-22',
    means: 'Each line has a quantity.',
    holds: root => linesOf(root).every(line => has(line, quantityName(root))),
    breaks: both(remove('*Line/InvoicedQuantity'), remove('*Line/CreditedQuantity')),
  },
  {
    id: 'BR-23',
    means: 'Each quantity has a unit.',
    holds: root =>
      find(root, `*Line/${quantityName(root)}`).every(({ attributes }) => attributes['unitCode']),
    breaks: both(
      setAttribute('*Line/InvoicedQuantity', 'unitCode', null),
      setAttribute('*Line/CreditedQuantity', 'unitCode', null),
    ),
  },
  eachWants('BR-24', '*Line', 'LineExtensionAmount', 'Each line has an amount.'),
  eachWants('BR-25', '*Line', 'Item/Name', 'Each line says what it is.'),
  eachWants('BR-26', '*Line', 'Price/PriceAmount', 'Each line has a price.'),
  {
    id: 'BR-27',
    means: 'No price is below 0.',
    holds: root => linesOf(root).every(line => centsAt(line, 'Price/PriceAmount') >= 0),
    breaks: set('*Line/Price/PriceAmount', '-1.00'),
  },
  eachWants('BR-45', 'TaxTotal/TaxSubtotal', 'TaxableAmount', 'Each group says what its VAT is of.'),
  eachWants('BR-46', 'TaxTotal/TaxSubtotal', 'TaxAmount', 'Each group says how much VAT it is.'),
  eachWants('BR-47', 'TaxTotal/TaxSubtotal', 'TaxCategory/ID', 'Each group has a category.'),
  {
    id: 'BR-48',
    means: 'Each group has a rate, but what is not subject to VAT.',
    holds: root =>
      find(root, 'TaxTotal/TaxSubtotal/TaxCategory').every(
        category => has(category, 'Percent') || textAt(category, 'ID') === 'O',
      ),
    breaks: remove('TaxTotal/TaxSubtotal/TaxCategory/Percent'),
  },
  {
    id: 'BR-55',
    means: 'A document that is named as the one before has its number.',
    holds: root =>
      find(root, 'BillingReference').every(each => textAt(each, 'InvoiceDocumentReference/ID') !== ''),
    breaks: remove('BillingReference/InvoiceDocumentReference/ID'),
  },
  {
    id: 'BR-57',
    means: 'An address of delivery has a country.',
    holds: root =>
      find(root, 'Delivery/DeliveryLocation/Address').every(
        each => textAt(each, 'Country/IdentificationCode') !== '',
      ),
    breaks: remove('Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
  },
  ...[
    ['BR-62', SUPPLIER, 'seller'],
    ['BR-63', CUSTOMER, 'buyer'],
  ].map(([id = '', party = '', name]): UblRule => ({
    id,
    means: `An electronic address of the ${name} says of which list it is.`,
    holds: root => find(root, `${party}/EndpointID`).every(({ attributes }) => attributes['schemeID']),
    breaks: setAttribute(`${party}/EndpointID`, 'schemeID', null),
  })),
]

function quantityName(root: Parameters<UblRule['holds']>[0]): string {
  return isInvoice(root) ? 'InvoicedQuantity' : 'CreditedQuantity'
}
