import { z } from 'zod'
import { email, optionalSingleLine, singleLine } from './fields.ts'

/** Companies, and the numbers by which they are known in Belgium and the Netherlands. */

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * `BE 0123456749` or `123.456.749` → `0123.456.749`, as the Belgian register (KBO) writes it; other text is only trimmed.
 */
export function normalizeEnterpriseNumber(text: string): string {
  const digits = digitsOf(text).replace(/^(\d{9})$/, '0$1')
  return digits.length === 10 ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3') : text.trim()
}

/**
 * Whether it is a valid number of the Belgian register: ten digits, the first 0 or 1, the last two 97 minus the others modulo 97
 * (royal decree of 24 June 2003, article 2).
 */
export function isEnterpriseNumber(text: string): boolean {
  const digits = digitsOf(text)
  return /^[01]\d{9}$/.test(digits) && 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))
}

/** Whether it is a valid number of the Dutch register (KvK): eight digits, without a checksum. */
export const isKvkNumber = (text: string): boolean => /^\d{8}$/.test(digitsOf(text))

/** `be 0123.456.749` → `BE0123456749`. */
export const normalizeVatNumber = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Whether it is a valid Belgian or Dutch VAT number. */
export function isVatNumber(text: string): boolean {
  const tidy = normalizeVatNumber(text)
  if (/^BE\d{10}$/.test(tidy)) return isEnterpriseNumber(tidy)
  return /^NL\d{9}B\d{2}$/.test(tidy) && (isSoleTraderVatNumber(tidy) || isCompanyVatNumber(tidy))
}

/** A sole trader's number, since 2020: the whole number, with letters as numbers, modulo 97 is 1. */
function isSoleTraderVatNumber(number: string): boolean {
  const digits = number.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** A company's number: the sum of the first eight digits with weights 9 to 2, modulo 11, is the ninth. */
function isCompanyVatNumber(number: string): boolean {
  const digits = Array.from(number.slice(2, 11), Number)
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0)
  return sum % 11 === digits[8]
}

const numberMessages = {
  BE: 'Dit is geen ondernemingsnummer: controleer de tien cijfers.',
  NL: 'Dit is geen KVK-nummer: dat heeft acht cijfers.',
}

/** Whether one person sells in their own name, or a legal person whose name says its form (bv, nv …). */
export const LegalForm = z.enum(['SOLE_PROPRIETOR', 'COMPANY'])
export type LegalForm = z.output<typeof LegalForm>

/** The seller, as shown under every page, in mails and on invoices. */
export const Company = z
  .object({
    name: singleLine('Vul de naam van het bedrijf in.', 120),
    legalForm: LegalForm.default('SOLE_PROPRIETOR'),
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
    /** The postal address for complaints; null when it is the address above. */
    complaintsAddress: optionalSingleLine(200),
    /** The numbers of registrations as a producer: electric goods, batteries, packaging. */
    producerNumbers: optionalSingleLine(300),
  })
  .superRefine(({ country, companyNumber }, context) => {
    const isOne = country === 'BE' ? isEnterpriseNumber : isKvkNumber
    if (companyNumber === null || isOne(companyNumber)) return
    context.addIssue({ code: 'custom', path: ['companyNumber'], message: numberMessages[country] })
  })
export type Company = z.output<typeof Company>
