import { formatCents } from '../../wire/money.ts'
import type { VatRate } from '../../wire/vat.ts'
import type { VatTreatment } from '../vat/contract.ts'
import { priceFor } from '../vat/rules.ts'
import type { AdminMinutePackage, MinutePackage, PackageId } from './contract.ts'

/** At this balance or less, a session can't be controlled. */
export const BLOCKED_BALANCE_MINUTES = 2
/** How many minutes of a balance can be played: not the last ones, which block a session. */
export const countPlayableMinutes = (balance: number): number =>
  Math.max(0, balance - BLOCKED_BALANCE_MINUTES)
/** Below this balance the customer is warned. */
export const LOW_BALANCE_MINUTES = 5

const offer = (
  id: PackageId,
  name: string,
  minutes: number,
  normalPrice: number,
  sessionPrice: number,
): AdminMinutePackage => ({
  id,
  name,
  minutes,
  normalPrice,
  sessionPrice,
  popular: id === 'extended',
  active: true,
})

/** The packages until an admin changes them, in order; prices in cents, the second one for a buyer who controls a session. */
export const defaultMinutePackages: AdminMinutePackage[] = [
  offer('quick', 'Quick Session', 5, 1000, 800),
  offer('extended', 'Extended Play', 15, 2500, 2000),
  offer('premium', 'Premium Session', 30, 4500, 3500),
  offer('ultimate', 'Ultimate Experience', 60, 8000, 6000),
]

/** The packages that are for sale, at the current price: lower for a user in a session. */
export const buildMinutePackages = (
  packages: readonly AdminMinutePackage[],
  inSession: boolean,
): MinutePackage[] =>
  packages
    .filter(({ active }) => active)
    .map(({ id, name, minutes, normalPrice, sessionPrice, popular }) => ({
      id,
      name,
      minutes,
      normalPrice,
      popular,
      price: inSession ? sessionPrice : normalPrice,
      discounted: inSession,
    }))

/** The packages for who buys by a treatment: a business that accounts for the VAT itself pays them without. */
export const priceMinutePackages = (
  packages: readonly MinutePackage[],
  treatment: VatTreatment,
  rates: readonly VatRate[],
  moment: Date,
): MinutePackage[] =>
  packages.map(offer => ({
    ...offer,
    price: priceFor(offer.price, 'STANDARD', treatment, rates, moment),
    normalPrice: priceFor(offer.normalPrice, 'STANDARD', treatment, rates, moment),
    ...(treatment.basis === 'REVERSE_CHARGE' && { isReverseCharged: true as const }),
  }))

/** Each package on one line, for the audit log. */
export const describeMinutePackages = (packages: readonly AdminMinutePackage[]): Record<string, string> =>
  Object.fromEntries(
    packages.map(({ id, name, minutes, normalPrice, sessionPrice, popular, active }, index) => [
      id,
      [
        `${index + 1}. ${name}`,
        `${minutes} min`,
        `${formatCents(normalPrice)} / ${formatCents(sessionPrice)}`,
        ...(popular ? ['populair'] : []),
        ...(active ? [] : ['niet te koop']),
      ].join(', '),
    ]),
  )

export interface MinuteCredit {
  minutes: number
  valueCents: number
  /** The refunded or charged-back part of `minutes`: the last ones, which can't be spent any more. */
  refunded?: number
}

/**
 * What minutes cost when they were bought, oldest first: the value in cents of the `count` minutes after the first `skip`,
 * over credits in order of time. Rounded so that all parts of a credit add up to its value.
 */
export function valueOfMinutes(credits: MinuteCredit[], skip: number, count: number): number {
  let begin = 0
  let value = 0
  for (const { minutes, valueCents, refunded = 0 } of credits) {
    const from = Math.max(skip - begin, 0)
    const to = Math.min(skip + count - begin, minutes - refunded)
    if (to > from)
      value += proportionalCents(valueCents, to, minutes) - proportionalCents(valueCents, from, minutes)
    begin += minutes - refunded
  }
  return value
}

/** Added minutes: bought, a gift with an order, or by an admin. */
export interface SourcedMinuteCredit extends MinuteCredit {
  /** The purchase or the order; null for minutes that an admin added. */
  sourceId: string | null
}

/**
 * How many minutes of a purchase or a gift are unused: minutes are spent oldest first, and those that were taken back are deducted
 * from their own.
 * @param spent all spent minutes, without refunded ones
 */
export function countUnusedMinutesOf(
  credits: SourcedMinuteCredit[],
  spent: number,
  sourceId: string,
): number {
  let begin = 0
  for (const credit of credits) {
    const left = credit.minutes - (credit.refunded ?? 0)
    if (credit.sourceId === sourceId) return Math.min(left, Math.max(begin + left - spent, 0))
    begin += left
  }
  return 0
}

/** Cents that were paid for the last minutes of a purchase that were not refunded. */
export const valueOfLastMinutes = (credit: MinuteCredit, minutes: number): number =>
  valueOfMinutes([credit], credit.minutes - (credit.refunded ?? 0) - minutes, minutes)

/**
 * The minutes that a chargeback takes of a purchase: the last unused ones, up to the amount; a minute that is covered in part is taken too.
 * What they do not cover was spent, and is owed, in cents.
 * @param credit undefined for a purchase that was never credited
 */
export function planChargeback(
  credit: MinuteCredit | undefined,
  unused: number,
  amountCents: number,
): { minutes: number; owedCents: number } {
  if (!credit) return { minutes: 0, owedCents: 0 }
  let minutes = 0
  while (minutes < unused && valueOfLastMinutes(credit, minutes) < amountCents) minutes += 1
  return { minutes, owedCents: Math.max(0, amountCents - valueOfLastMinutes(credit, minutes)) }
}

const proportionalCents = (valueCents: number, part: number, whole: number): number =>
  Math.floor((valueCents * part) / whole)

/** The buyer, subject and line of a purchase's invoice. */
export const buildMinutesInvoiceContent = (
  { displayName, email }: { displayName: string; email: string },
  { minutes, price }: { minutes: number; price: number },
) => ({
  buyer: [displayName, email],
  subject: 'Minuten',
  lines: [{ text: `${minutes} minuten`, quantity: 1, unitCents: price, supply: 'SERVICES' as const }],
})

/** Cents, rounded. */
export const pricePerMinute = ({ price, minutes }: { price: number; minutes: number }): number =>
  Math.round(price / minutes)
