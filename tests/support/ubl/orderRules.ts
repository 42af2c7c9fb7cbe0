import type { XmlElement } from '../../../src/money/invoices/xml.rules.ts'
import { childrenOf, findAll, type UblRule } from './query.ts'

const head = 'CustomizationID ProfileID ID IssueDate'
const middle = `DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference
  AdditionalDocumentReference AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans
  PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal`

/** The children of an element in the order of the schemas of UBL 2.1: an invoice has its day of tax after its type, a credit note before. */
const orders: Record<string, string> = {
  Invoice: `${head} DueDate InvoiceTypeCode Note TaxPointDate ${middle} InvoiceLine`,
  CreditNote: `${head} TaxPointDate CreditNoteTypeCode Note ${middle} CreditNoteLine`,
  AccountingSupplierParty: 'Party',
  AccountingCustomerParty: 'Party',
  Party: 'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PostalAddress: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  Address: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  AddressLine: 'Line',
  Country: 'IdentificationCode',
  PartyTaxScheme: 'CompanyID TaxScheme',
  PartyLegalEntity: 'RegistrationName CompanyID CompanyLegalForm',
  Contact: 'Name Telephone ElectronicMail',
  InvoicePeriod: 'StartDate EndDate DescriptionCode',
  PaymentMeans: 'PaymentMeansCode',
  PaymentTerms: 'Note',
  BillingReference: 'InvoiceDocumentReference',
  InvoiceDocumentReference: 'ID IssueDate',
  Delivery: 'ActualDeliveryDate DeliveryLocation DeliveryParty',
  DeliveryLocation: 'ID Address',
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  TaxCategory: 'ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme',
  ClassifiedTaxCategory: 'ID Percent TaxScheme',
  TaxScheme: 'ID',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount',
  InvoiceLine: 'ID Note InvoicedQuantity LineExtensionAmount InvoicePeriod AllowanceCharge Item Price',
  CreditNoteLine: 'ID Note CreditedQuantity LineExtensionAmount InvoicePeriod AllowanceCharge Item Price',
  Item: 'Description Name SellersItemIdentification ClassifiedTaxCategory',
  Price: 'PriceAmount BaseQuantity AllowanceCharge',
}

/** Which may stand more than once beside each other. */
const repeated = new Set([
  'BillingReference',
  'TaxSubtotal',
  'InvoiceLine',
  'CreditNoteLine',
  'AddressLine',
  'Note',
])

function isInOrder(element: XmlElement): boolean {
  const order = orders[element.name.replace(/^.*:/, '')]?.split(/\s+/)
  const children = childrenOf(element)
  if (!order) return children.length === 0
  let last = -1
  return children.every(child => {
    const name = child.name.replace(/^ca?[bc]c?:/, '')
    const isGroup = typeof child.content !== 'string'
    const place = order.indexOf(name)
    const isAfter = place > last || (place === last && repeated.has(name))
    last = place
    return place !== -1 && isAfter && child.name === `${isGroup ? 'cac' : 'cbc'}:${name}`
  })
}

/** The rules of the schemas of UBL 2.1 (XSD) for the elements that the shop writes. */
export const orderRules: UblRule[] = [
  {
    id: 'UBL-2.1',
    means: 'Elements stand in the order of the schema, once where it says so, in its namespaces.',
    holds: root => [root, ...findAll(root)].every(isInOrder),
    breaks: root => {
      const children = childrenOf(root)
      root.content = children.toReversed()
    },
  },
]
