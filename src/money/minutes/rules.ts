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

/** The packages for a buyer by a treatment: a business that accounts for the VAT itself pays them without. */
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

/** Minutes that were added together. */
export interface MinuteLot {
  minutes: number
  /** Cents that were paid for all of them. */
  valueCents: number
  /** The first ones, which were played or deducted. */
  spent: number
  /** The last ones, which were refunded, charged back or taken back. */
  returned: number
}

/** @param lot undefined for minutes that were never credited */
export const countUnused = (lot: MinuteLot | undefined): number =>
  lot ? lot.minutes - lot.spent - lot.returned : 0

/**
 * Cents that were paid for the last minutes of a lot that were not returned. The parts of a lot add up to its value; the trigger of the
 * entry that returns them calculates the same.
 */
export function valueOfLastMinutes({ minutes, valueCents, returned }: MinuteLot, count: number): number {
  const priceOfFirst = (part: number) => Math.floor((valueCents * part) / minutes)
  return priceOfFirst(minutes - returned) - priceOfFirst(minutes - returned - count)
}

/**
 * The minutes that a chargeback takes of a purchase: the last unused ones, up to the amount; a minute that is covered in part is taken too.
 * The rest was spent, and is owed, in cents.
 * @param lot undefined for a purchase that was never credited
 */
export function planChargeback(
  lot: MinuteLot | undefined,
  amountCents: number,
): { minutes: number; owedCents: number } {
  if (!lot) return { minutes: 0, owedCents: 0 }
  const unused = countUnused(lot)
  let minutes = 0
  while (minutes < unused && valueOfLastMinutes(lot, minutes) < amountCents) minutes += 1
  return { minutes, owedCents: Math.max(0, amountCents - valueOfLastMinutes(lot, minutes)) }
}

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
