import type { InvoiceContent } from './contract.ts'

/** An address as UBL writes it. */
export interface InvoiceAddress {
  street: string | null
  /** A line more, such as the company at an address. */
  additional: string | null
  city: string | null
  postalCode: string | null
}

export interface InvoiceBuyer extends InvoiceAddress {
  /** The person, or the e-mail address of a buyer without a shipment. */
  name: string | null
  email: string | null
}

/** The buyer: the lines of an invoice, which `shippingAddressLines` and `issueInvoice` have put there. */
export function parseBuyer({ buyer, vat }: Pick<InvoiceContent, 'buyer' | 'vat'>): InvoiceBuyer {
  const [name = null, ...others] = withoutBusiness(buyer, vat.business ?? null)
  if (others.length < 3) {
    const email = [name, ...others].find(line => line?.includes('@')) ?? null
    return { name, email, street: null, additional: null, city: null, postalCode: null }
  }
  return { name, email: null, ...parseAddress(others) }
}

/** Without the name and the number of the business, which stand below the address. */
function withoutBusiness(lines: readonly string[], business: { vatNumber: string } | null): string[] {
  const isNamed = business !== null && lines.at(-1) === vatNumberLine(business)
  return isNamed ? lines.slice(0, -2) : [...lines]
}

/** `Btw-nummer BE0403170701` */
export const vatNumberLine = ({ vatNumber }: { vatNumber: string }): string => `Btw-nummer ${vatNumber}`

/** The lines of an address: a company perhaps, the street, the postcode with the town, and the country. */
export function parseAddress(lines: readonly string[]): InvoiceAddress {
  const hasCountry = lines.length > 0 && !/\d/.test(lines.at(-1) ?? '')
  const [town, street, additional] = (hasCountry ? lines.slice(0, -1) : lines).toReversed()
  return { street: street ?? null, additional: additional ?? null, ...parseTown(town ?? null) }
}

/** Postcodes with a space (`3512 AB`, `SW1A 1AA`), and those with a digit in one word (`9000`, `D-10115`); the town follows. */
const postalCodes = [
  /^(\d{4} [A-Z]{2}) (.+)$/i,
  /^([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}) (.+)$/i,
  /^([A-Z]\d[A-Z] \d[A-Z]\d) (.+)$/i,
  /^(\S*\d\S*) (.+)$/,
]

function parseTown(line: string | null): Pick<InvoiceAddress, 'city' | 'postalCode'> {
  if (line === null) return { city: null, postalCode: null }
  for (const format of postalCodes) {
    const [, postalCode, city] = format.exec(line) ?? []
    if (postalCode !== undefined && city !== undefined) return { city, postalCode }
  }
  return { city: line, postalCode: null }
}
