import { z } from 'zod'
import { email, optionalSingleLine, singleLine } from './fields.ts'

/** Companies, and the numbers by which they are known in Belgium and the Netherlands. */

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * `BE 0123456749` or `123.456.749` → `0123.456.749`, as the Belgian register (KBO) writes it; what is none stays as it is.
 */
export function normalizeEnterpriseNumber(text: string): string {
  const digits = digitsOf(text).replace(/^(\d{9})$/, '0$1')
  return digits.length === 10 ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3') : text.trim()
}

/**
 * Whether it can be a number of the Belgian register: ten digits, the first 0 or 1, the last two 97 less the rest of the others
 * by 97 (royal decree of 24 June 2003, article 2).
 */
export function isEnterpriseNumber(text: string): boolean {
  const digits = digitsOf(text)
  return /^[01]\d{9}$/.test(digits) && 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))
}

/** Whether it can be a number of the Dutch register (KvK): eight digits, without a check. */
export const isKvkNumber = (text: string): boolean => /^\d{8}$/.test(digitsOf(text))

/** `be 0123.456.749` → `BE0123456749`. */
export const normalizeVatNumber = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Whether it can be a Belgian or a Dutch VAT number. */
export function isVatNumber(text: string): boolean {
  const tidy = normalizeVatNumber(text)
  if (/^BE\d{10}$/.test(tidy)) return isEnterpriseNumber(tidy)
  return /^NL\d{9}B\d{2}$/.test(tidy) && (isSoleTraderVatNumber(tidy) || isCompanyVatNumber(tidy))
}

/** Of a sole trader, since 2020: all of it, letters as numbers, is 1 by 97. */
function isSoleTraderVatNumber(number: string): boolean {
  const digits = number.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** Of a company: the first eight digits, weighed 9 to 2, are the ninth by 11. */
function isCompanyVatNumber(number: string): boolean {
  const digits = Array.from(number.slice(2, 11), Number)
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0)
  return sum % 11 === digits[8]
}

const numberMessages = {
  BE: 'Dit is geen ondernemingsnummer: controleer de tien cijfers.',
  NL: 'Dit is geen KVK-nummer: dat heeft acht cijfers.',
}

/** Who sells, as it stands under every page, in mails and on invoices. */
export const Company = z
  .object({
    name: singleLine('Vul de naam van het bedrijf in.', 120),
    street: optionalSingleLine(),
    postalCode: optionalSingleLine(12),
    city: optionalSingleLine(80),
    country: z.enum(['BE', 'NL']),
    /** Of the Belgian (KBO) or Dutch (KVK) register. */
    companyNumber: optionalSingleLine(30).transform(text => text && normalizeEnterpriseNumber(text)),
    vatNumber: optionalSingleLine(30)
      .transform(text => text && normalizeVatNumber(text))
      .refine(
        text => text === null || isVatNumber(text),
        'Dit is geen Belgisch of Nederlands btw-nummer: controleer de cijfers.',
      ),
    email: z
      .union([z.literal('').transform(() => null), z.null(), email])
      .optional()
      .transform(text => text ?? null),
    phone: optionalSingleLine(40),
    /** Where a customer complains by letter; null: at the address above. */
    complaintsAddress: optionalSingleLine(200),
  })
  .superRefine(({ country, companyNumber }, context) => {
    const isOne = country === 'BE' ? isEnterpriseNumber : isKvkNumber
    if (companyNumber === null || isOne(companyNumber)) return
    context.addIssue({ code: 'custom', path: ['companyNumber'], message: numberMessages[country] })
  })
export type Company = z.output<typeof Company>

const countries: Record<Company['country'], string> = { BE: 'België', NL: 'Nederland' }

/** Street and number, postcode and town, country: what is known of it. */
export function companyAddressLines({ street, postalCode, city, country }: Company): string[] {
  const town = [postalCode, city].filter(part => part !== null).join(' ')
  return street || town ? [street ?? '', town, countries[country]].filter(text => text !== '') : []
}

/** What the number of a company is called where it is registered. */
export const companyNumberLabels: Record<Company['country'], string> = {
  BE: 'Ondernemingsnummer (KBO)',
  NL: 'KVK-nummer',
}
