import { createHash } from 'node:crypto'
import { isWebAddress } from '../paymentPage.ts'
import {
  paymentMethods,
  RefusedOrder,
  SIMULATED_SHOP_ID,
  SIMULATED_SIGNATURE_KEY,
  type VerotelMethod,
} from './contract.ts'

/** The rules of FlexPay v4: signatures, starts and payment methods. Pure. */

/** Parameters by name, decoded. */
export type Parameters = Record<string, string>

/**
 * The lower-case hexadecimal hash of `key:name=value:…`, sorted by name byte by byte: capitals come before small letters. Names are ASCII, for
 * which the order of JavaScript is that of bytes.
 */
export const signatureOf = (values: Parameters, algorithm: 'sha256' | 'sha1' = 'sha256'): string =>
  createHash(algorithm)
    .update(
      [
        SIMULATED_SIGNATURE_KEY,
        ...Object.keys(values)
          .sort()
          .map(name => `${name}=${values[name]}`),
      ].join(':'),
    )
    .digest('hex')

const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK']
/** The countries of SEPA direct debit, `DDEU`. */
const debitCountries = ['DE', 'AT', 'CH', 'BE', 'IT', 'NL', 'ES', 'FR']

const isPrintable = (value: string, max: number): boolean =>
  [...value].length <= max && !/\p{Cc}/u.test(value)
const isShortUrl = (value: string): boolean => value.length <= 255 && isWebAddress(value)

interface Field {
  isValid: (value: string) => boolean
  /** Ends the sentence that begins with the name. */
  rule: string
  isRequired?: true
}

const custom: Field = {
  isValid: value => isPrintable(value, 255),
  rule: 'mag hoogstens 255 leesbare tekens hebben',
}
const url: Field = { isValid: isShortUrl, rule: 'moet een webadres van hoogstens 255 tekens zijn' }

/** The signed parameters of a start. Any other, such as `email`, is not signed. */
const fields: Record<string, Field> = {
  version: { isValid: value => value === '4', rule: 'moet 4 zijn', isRequired: true },
  shopID: {
    isValid: value => value === SIMULATED_SHOP_ID,
    rule: 'is geen bekende website',
    isRequired: true,
  },
  type: { isValid: value => value === 'purchase', rule: 'moet purchase zijn', isRequired: true },
  priceAmount: {
    isValid: value => /^\d{1,8}\.\d{2}$/.test(value) && Number(value) > 0,
    rule: 'moet een bedrag boven nul zijn, met een punt en twee decimalen',
    isRequired: true,
  },
  priceCurrency: {
    isValid: value => currencies.includes(value),
    rule: `moet een van deze zijn: ${currencies.join(', ')}`,
    isRequired: true,
  },
  description: {
    isValid: value => isPrintable(value, 100),
    rule: 'moet 1 tot en met 100 leesbare tekens hebben',
    isRequired: true,
  },
  paymentMethod: {
    isValid: value => paymentMethods.some(method => method === value),
    rule: `moet een van deze zijn: ${paymentMethods.join(', ')}`,
  },
  referenceID: {
    isValid: value => /^[\w-]{1,64}$/.test(value),
    rule: 'mag hoogstens 64 letters, cijfers en streepjes hebben',
  },
  custom1: custom,
  custom2: custom,
  custom3: custom,
  successURL: url,
  declineURL: url,
  mcc: { isValid: value => /^\d{4}$/.test(value), rule: 'moet vier cijfers hebben' },
  subCreditorName: custom,
  subCreditorId: custom,
  subCreditorCountry: { isValid: value => /^[A-Z]{2}$/.test(value), rule: 'moet twee hoofdletters hebben' },
}

/** Only for payment facilitators, with `IDEAL`. */
const onlyWithIdeal = ['mcc', 'subCreditorName', 'subCreditorId', 'subCreditorCountry']

/**
 * The signed parameters of a start, with their signature.
 * @throws RefusedOrder naming the first rule that it breaks
 */
export function readStart(query: URLSearchParams): { data: Parameters; signature: string } {
  const given = readQuery(query)
  for (const [name, { isValid, rule, isRequired }] of Object.entries(fields)) {
    const value = given[name]
    if (value === undefined && isRequired) throw new RefusedOrder(`${name} ontbreekt.`)
    if (value !== undefined && !isValid(value)) throw new RefusedOrder(`${name} ${rule}.`)
  }
  const { paymentMethod, priceCurrency = '' } = given
  for (const name of onlyWithIdeal)
    if (given[name] !== undefined && paymentMethod !== 'IDEAL')
      throw new RefusedOrder(`${name} mag alleen met paymentMethod=IDEAL.`)
  if (given['oneClickToken'] !== undefined && paymentMethod !== 'CC')
    throw new RefusedOrder('oneClickToken mag alleen met paymentMethod=CC.')
  if (paymentMethod === 'DDEU') checkDebit(priceCurrency)
  const data = pick(given, Object.keys(fields))
  if (!isSigned(data, given['signature'])) throw new RefusedOrder('signature klopt niet.')
  return { data, signature: given['signature'] as string }
}

/** @throws RefusedOrder for an empty parameter, or one that is given twice */
function readQuery(query: URLSearchParams): Parameters {
  for (const [name, value] of query) {
    if (value === '') throw new RefusedOrder(`${name} is leeg; laat een lege waarde weg.`)
    if (query.getAll(name).length > 1) throw new RefusedOrder(`${name} staat er meer dan één keer.`)
  }
  return Object.fromEntries(query)
}

const pick = (values: Parameters, names: string[]): Parameters =>
  Object.fromEntries(names.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])))

/** SHA-256 in lower case alone. */
const isSigned = (data: Parameters, signature: string | undefined): boolean => signature === signatureOf(data)

/** @param country of the buyer, once it is known */
function checkDebit(currency: string, country = 'NL'): void {
  if (currency !== 'EUR') throw new RefusedOrder('Een SEPA-incasso kan alleen in euro.')
  if (!debitCountries.includes(country))
    throw new RefusedOrder(
      `Een SEPA-incasso kan niet vanuit ${country}, alleen vanuit ${debitCountries.join(', ')}.`,
    )
}

/** The method that an order is paid with. @throws RefusedOrder when the start or the country does not allow it */
export function chosenMethod(
  start: Parameters,
  chosen: VerotelMethod | undefined,
  country: string,
): VerotelMethod {
  const fixed = start['paymentMethod'] as VerotelMethod | undefined
  const method = chosen ?? fixed ?? 'IDEAL'
  if (fixed && method !== fixed)
    throw new RefusedOrder(`Deze bestelling kan alleen met ${fixed} betaald worden.`)
  if (method === 'DDEU') checkDebit(start['priceCurrency'] ?? '', country)
  return method
}

/**
 * The sale that a status call asks for.
 * @returns the error of the answer when the call is malformed
 */
export function readStatusQuery(query: URLSearchParams): { referenceID?: string; saleID?: string } | string {
  const given = Object.fromEntries(query)
  const { version, shopID, referenceID, saleID, signature } = given
  if (version !== '4') return 'Unsupported version'
  if (shopID !== SIMULATED_SHOP_ID) return 'Unknown shopID'
  if ((referenceID === undefined) === (saleID === undefined))
    return 'Either referenceID or saleID is required'
  const data = pick(given, ['version', 'shopID', 'referenceID', 'saleID'])
  if (!isSigned(data, signature)) return 'Invalid signature'
  return referenceID === undefined ? { saleID: saleID as string } : { referenceID }
}

/** Milliseconds until a postback is sent; null for one that never is. */
export const postbackDelay = {
  now: 0,
  after: 3000,
  lost: null,
  late: 40 * 60_000,
  five: 0,
  changed: 0,
  sha1: 0,
  extra: 0,
}

/** Milliseconds until the payment of a card is given back after a postback that was not answered with OK: within a minute. */
export const AUTOMATIC_REFUND_MS = 20_000

/** An answer that Verotel accepts. */
export const isAccepted = (status: number, body: string): boolean => status === 200 && body === 'OK'
