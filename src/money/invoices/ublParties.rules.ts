import { isEnterpriseNumber, isKvkNumber } from '../../wire/company.ts'
import { type InvoiceAddress, parseAddress, parseBuyer } from './addressLines.rules.ts'
import type { InvoiceContent } from './contract.ts'
import { part, text, vatScheme } from './ublElement.rules.ts'

/** Belgian enterprise numbers, Dutch numbers of the KVK and Dutch VAT numbers, in the list of electronic addresses (EAS). */
const BELGIAN_NUMBERS = '0208'
const DUTCH_NUMBERS = '0106'
const DUTCH_VAT_NUMBERS = '9944'

/** Whether a document is one of the Peppol network: to a business with a Belgian VAT number, from a seller with an identifier there. */
export const isForPeppol = (content: InvoiceContent): boolean =>
  belgianNumber(content.vat.business?.vatNumber) !== null && sellerOnPeppol(content) !== null

const address = ({ street, additional, city, postalCode }: InvoiceAddress, country: string) =>
  part('PostalAddress', [
    text('StreetName', street),
    text('AdditionalStreetName', additional),
    text('CityName', city),
    text('PostalZone', postalCode),
    part('Country', [text('IdentificationCode', country)]),
  ])

/** The enterprise number in a Belgian VAT number; null for any other. */
export const belgianNumber = (vatNumber: string | null | undefined): string | null =>
  vatNumber?.startsWith('BE') ? vatNumber.slice(2) : null

interface ListedNumber {
  /** The code of its list. */
  schemeID: string
  number: string
}

const belgian = (number: string | null): ListedNumber | null =>
  number === null ? null : { schemeID: BELGIAN_NUMBERS, number }

const listed = (name: string, entry: ListedNumber | null) =>
  entry && text(name, entry.number, { schemeID: entry.schemeID })

/** The seller in the register of its country; null when it has no number of there. */
function sellerInRegister({ seller: own, vat }: InvoiceContent): ListedNumber | null {
  const number = (own.companyNumber ?? '').replaceAll(/\D/g, '')
  if (vat.sellerCountry === 'NL') return isKvkNumber(number) ? { schemeID: DUTCH_NUMBERS, number } : null
  return belgian(isEnterpriseNumber(number) ? number : belgianNumber(own.vatNumber))
}

/** How the seller is named on the Peppol network; null without a number. */
function sellerOnPeppol(content: InvoiceContent): ListedNumber | null {
  const { vatNumber } = content.seller
  const registered = sellerInRegister(content)
  // Without VAT the number for it may stand nowhere else (BR-O-02), so that nothing would say who it is (BR-CO-26).
  if (registered || vatNumber === null || content.vat.basis === 'NONE') return registered
  return belgian(belgianNumber(vatNumber)) ?? { schemeID: DUTCH_VAT_NUMBERS, number: vatNumber }
}

export function sellerParty(content: InvoiceContent) {
  const { seller: own, vat } = content
  const onPeppol = sellerOnPeppol(content)
  return part('AccountingSupplierParty', [
    part('Party', [
      listed('EndpointID', onPeppol) ?? text('EndpointID', own.email, { schemeID: 'EM' }),
      address(parseAddress(own.address), vat.sellerCountry),
      sellerTax(content),
      part('PartyLegalEntity', [
        text('RegistrationName', own.name),
        // Of a Dutch seller Peppol takes none but that of the register (NL-R-003).
        listed('CompanyID', sellerInRegister(content)) ??
          (onPeppol === null && text('CompanyID', own.companyNumber)),
      ]),
    ]),
  ])
}

/**
 * The seller's VAT number, or the company number of a seller without one (BT-32). An invoice that is out of the scope of VAT has neither
 * (BR-O-02).
 */
function sellerTax({ seller: { vatNumber, companyNumber }, vat }: InvoiceContent) {
  if (vat.basis === 'NONE') return null
  if (vatNumber !== null) return part('PartyTaxScheme', [text('CompanyID', vatNumber), vatScheme])
  const other = part('TaxScheme', [text('ID', 'TAX')])
  return companyNumber !== null && part('PartyTaxScheme', [text('CompanyID', companyNumber), other])
}

export function buyerParty(content: InvoiceContent) {
  const { business, place, sellerCountry, basis } = content.vat
  const { name, email, additional, ...own } = parseBuyer(content)
  // The company at the address may be the business, which is named below.
  const isNamed = additional?.toLowerCase() === business?.name.toLowerCase()
  const enterprise = belgian(belgianNumber(business?.vatNumber))
  const country = place ?? sellerCountry
  return part('AccountingCustomerParty', [
    part('Party', [
      listed('EndpointID', enterprise),
      address({ ...own, additional: isNamed ? null : additional }, country),
      // BR-O-02 is of the buyer's VAT number too.
      business &&
        basis !== 'NONE' &&
        part('PartyTaxScheme', [text('CompanyID', business.vatNumber), vatScheme]),
      part('PartyLegalEntity', [
        text('RegistrationName', business?.name ?? name ?? 'Klant'),
        // A buyer at an address in the Netherlands may be named by a Dutch register alone (NL-R-005).
        country === 'BE' && listed('CompanyID', enterprise),
      ]),
      // The person whom the business has it sent to.
      (business || email !== null) &&
        part('Contact', [business && text('Name', name), text('ElectronicMail', email)]),
    ]),
  ])
}
