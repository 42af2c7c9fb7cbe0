import { isVatNumber, normalizeVatNumber } from '../../wire/company.ts'
import { countryOfVatNumber } from './rules.ts'
import { isEuCountry } from '../../wire/countries.ts'

/**
 * The VAT numbers of the member states, without their prefix: how each is written, and its check digits where its rule is known here
 * surely. Sources: European Commission, VIES, “structure of VAT identification numbers”; the check digits from the national laws, as
 * collected in “VIES VAT number algorithms” (DG TAXUD).
 */
const schemes: Record<string, { format: RegExp; isValid?: (number: string) => boolean }> = {
  AT: { format: /^U\d{8}$/, isValid: number => isAustrian(number.slice(1)) },
  BE: { format: /^[01]\d{9}$/, isValid: number => isVatNumber(`BE${number}`) },
  BG: { format: /^\d{9,10}$/, isValid: number => number.length === 10 || isBulgarian(number) },
  CY: { format: /^\d{8}[A-Z]$/, isValid: isCypriot },
  CZ: { format: /^\d{8,10}$/, isValid: number => number.length > 8 || isCzech(number) },
  DE: { format: /^[1-9]\d{8}$/, isValid: hasMod11And10Digit },
  DK: { format: /^[1-9]\d{7}$/, isValid: number => weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: {
    format: /^\d{9}$/,
    isValid: number => complement(weigh(number, [3, 7, 1, 3, 7, 1, 3, 7]), 10) === digitAt(number, 8),
  },
  EL: {
    format: /^\d{9}$/,
    isValid: number => (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(number, 8),
  },
  ES: { format: /^[A-Z0-9]\d{7}[A-Z0-9]$/, isValid: isSpanish },
  FI: {
    format: /^\d{8}$/,
    isValid: number => weigh(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: { format: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, isValid: isFrench },
  HR: { format: /^\d{11}$/, isValid: hasMod11And10Digit },
  HU: {
    format: /^\d{8}$/,
    isValid: number => complement(weigh(number, [9, 7, 3, 1, 9, 7, 3]), 10) === digitAt(number, 7),
  },
  IE: { format: /^\d[A-Z0-9+*]\d{5}[A-W][A-IW]?$/, isValid: isIrish },
  IT: { format: /^\d{11}$/, isValid: hasLuhnDigit },
  LT: { format: /^(\d{9}|\d{12})$/, isValid: isLithuanian },
  LU: { format: /^\d{8}$/, isValid: number => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  // Its check digits differ by the kind of person.
  LV: { format: /^\d{11}$/ },
  MT: {
    format: /^\d{8}$/,
    isValid: number => 37 - (weigh(number, [3, 4, 6, 7, 8, 9]) % 37) === Number(number.slice(6)),
  },
  NL: { format: /^\d{9}B\d{2}$/, isValid: number => isVatNumber(`NL${number}`) },
  PL: {
    format: /^\d{10}$/,
    isValid: number => weigh(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(number, 9),
  },
  PT: {
    format: /^[1-9]\d{8}$/,
    isValid: number => atMostNine(11 - (weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) === digitAt(number, 8),
  },
  RO: { format: /^[1-9]\d{1,9}$/, isValid: isRomanian },
  SE: { format: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/, isValid: number => hasLuhnDigit(number.slice(0, 10)) },
  SI: {
    format: /^[1-9]\d{7}$/,
    isValid: number => {
      const check = 11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)
      return check !== 11 && check % 10 === digitAt(number, 7)
    },
  },
  SK: { format: /^[1-9]\d{9}$/, isValid: number => Number(number) % 11 === 0 },
}

/** Whether it can be the VAT number of a business in the EU: known prefix, format and check digits. VIES says whether it is one. */
export function isEuVatNumber(text: string): boolean {
  const number = normalizeVatNumber(text)
  const scheme = schemes[number.slice(0, 2)]
  if (!scheme || !isEuCountry(countryOfVatNumber(number))) return false
  const own = number.slice(2)
  return scheme.format.test(own) && (scheme.isValid?.(own) ?? true)
}

const digitAt = (number: string, index: number): number => Number(number[index])

/** The sum of the first digits, each times its weight. */
const weigh = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digitAt(number, index), 0)

const complement = (sum: number, modulus: number): number => (modulus - (sum % modulus)) % modulus

const atMostNine = (check: number): number => (check > 9 ? 0 : check)

/** ISO/IEC 7064, MOD 11,10, of which the last digit is the check digit. */
function hasMod11And10Digit(number: string): boolean {
  let product = 10
  for (const digit of Array.from(number.slice(0, -1), Number)) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === digitAt(number, number.length - 1)
}

/** ISO/IEC 7812-1, of which the last digit is the check digit. */
function hasLuhnDigit(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? 2 * digit : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function isAustrian(number: string): boolean {
  const sum = Array.from(number.slice(0, 7), Number).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((2 * digit) % 10)),
    0,
  )
  return complement(sum + 4, 10) === digitAt(number, 7)
}

function isBulgarian(number: string): boolean {
  const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first === 10 ? (weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first
  return check === digitAt(number, 8)
}

const oddDigitValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

function isCypriot(number: string): boolean {
  const sum = Array.from(number.slice(0, 8), Number).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (oddDigitValues[digit] ?? 0) : digit),
    0,
  )
  return String.fromCharCode(65 + (sum % 26)) === number[8]
}

const isCzech = (number: string): boolean =>
  number[0] !== '9' && (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digitAt(number, 7)

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Of a person eight digits and a letter, of a foreign one X, Y or Z before seven; of a company a letter, seven digits and a check. */
function isSpanish(number: string): boolean {
  const foreign = 'XYZ'.indexOf(number.charAt(0))
  const person = foreign === -1 ? number.slice(0, 8) : `${foreign}${number.slice(1, 8)}`
  if (/^\d{8}$/.test(person)) return SPANISH_LETTERS[Number(person) % 23] === number[8]
  const sum = Array.from(number.slice(1, 8), Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? 2 * digit : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  const check = complement(sum, 10)
  return number[8] === String(check) || number[8] === 'JABCDEFGHI'[check]
}

/** With two digits before the SIREN they are its key; letters can't be checked. */
function isFrench(number: string): boolean {
  const key = number.slice(0, 2)
  return !/^\d{2}$/.test(key) || (12 + 3 * (Number(number.slice(2)) % 97)) % 97 === Number(key)
}

/** An older number with a letter or sign in second place is written with its digits in another order. */
function isIrish(number: string): boolean {
  const isOlder = !/\d/.test(number.charAt(1))
  const digits = isOlder ? `0${number.slice(2, 7)}${number.charAt(0)}` : number.slice(0, 7)
  const second = isOlder ? '' : number.charAt(8)
  const more = second === '' || second === 'W' ? 0 : 9 * (second.charCodeAt(0) - 64)
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + more) % 23] === number[7]
}

function isLithuanian(number: string): boolean {
  const count = number.length - 1
  const cycle = (start: number) => Array.from({ length: count }, (_, index) => ((index + start - 1) % 9) + 1)
  const first = weigh(number, cycle(1)) % 11
  const check = first === 10 ? (weigh(number, cycle(3)) % 11) % 10 : first
  return check === digitAt(number, count)
}

function isRomanian(text: string): boolean {
  const number = text.padStart(10, '0')
  return ((10 * weigh(number, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === digitAt(number, 9)
}
