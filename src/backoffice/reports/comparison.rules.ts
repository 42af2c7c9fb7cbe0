import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { ProviderRecord } from '../../money/payments/contract.ts'
import type { DifferenceCause, PaymentDifference } from './contract.ts'
import { isWithin, type QuarterSpan } from '../../money/invoices/quarter.rules.ts'

/** A payment or refund as we have it. */
export interface OwnMovement {
  id: string
  providerId: string | null
  cents: number
  currency: string
  /** Whether money moved at the provider, as far as we know. */
  isCounted: boolean
  /** When it counts. */
  at: Date | null
}

const countsHere = (own: OwnMovement | undefined, span: QuarterSpan): own is OwnMovement =>
  own !== undefined && own.isCounted && isWithin(span, own.at)

const countsThere = (record: ProviderRecord | undefined, span: QuarterSpan): record is ProviderRecord =>
  record?.state === 'DONE' && isWithin(span, record.movedAt)

/**
 * The difference of one payment or refund in a quarter; null without one, or when it is of another quarter.
 * @param own with the same id; undefined when we have none
 * @param record undefined when the provider has none
 */
export function compareMovement(
  kind: 'PAYMENT' | 'REFUND',
  own: OwnMovement | undefined,
  record: ProviderRecord | undefined,
  span: QuarterSpan,
): PaymentDifference | null {
  const isOurs = countsHere(own, span)
  const isTheirs = countsThere(record, span)
  const cause = (isOurs || isTheirs) && causeOf(own, record, isOurs === isTheirs)
  if (!cause) return null
  const ownAt = own?.at ?? null
  const [first, other] = isOurs ? [ownAt, record?.movedAt ?? null] : [record?.movedAt ?? null, ownAt]
  return {
    kind,
    cause,
    ownId: own?.id ?? null,
    providerId: record?.providerId ?? own?.providerId ?? null,
    day: toBrusselsDay(first ?? span.startsAt),
    otherDay: cause === 'QUARTER' && other ? toBrusselsDay(other) : null,
    ownCents: isOurs ? own.cents : null,
    providerCents: isTheirs ? record.amountCents : null,
    currency: record?.currency ?? own?.currency ?? 'EUR',
  }
}

function causeOf(
  own: OwnMovement | undefined,
  record: ProviderRecord | undefined,
  isSameQuarter: boolean,
): DifferenceCause | null {
  if (!own) return 'ONLY_PROVIDER'
  if (!record) return own.providerId === null ? 'NOT_SENT' : 'ONLY_OURS'
  if (record.state !== 'DONE') {
    // A refund counts here from its decision, and there when it is on its way.
    return record.kind === 'REFUND' && record.state === 'WAITING' ? null : 'NOT_AT_PROVIDER'
  }
  if (!own.isCounted) return 'NOT_OURS'
  if (own.currency !== record.currency) return 'CURRENCY'
  if (own.cents !== record.amountCents) return 'AMOUNT'
  return isSameQuarter ? null : 'QUARTER'
}

/** The difference of a part of a payout, whatever the quarter it counts in; null without one. */
export function compareSettled(
  own: OwnMovement | undefined,
  record: ProviderRecord,
  paidOutAt: Date,
): PaymentDifference | null {
  const cause = causeOf(own, record, true)
  if (!cause) return null
  return {
    kind: record.kind,
    cause,
    ownId: own?.id ?? null,
    providerId: record.providerId,
    day: toBrusselsDay(paidOutAt),
    otherDay: null,
    ownCents: own?.cents ?? null,
    providerCents: record.amountCents,
    currency: record.currency,
  }
}

/** A part of the chargebacks of a payment as we have it: the provider tells us totals only. */
export interface OwnChargeback {
  paymentId: string
  cents: number
  at: Date
}

/**
 * The difference of the chargebacks of one payment in a quarter. Ours are recorded some time after the provider's, so chargebacks
 * around the quarter are compared too.
 * @param ours, theirs those of the payment in the quarter and the days around it
 */
export function compareChargebacks(
  paymentId: string | null,
  ours: readonly OwnChargeback[],
  theirs: readonly ProviderRecord[],
  span: QuarterSpan,
): PaymentDifference | null {
  const ownHere = ours.filter(({ at }) => isWithin(span, at))
  const theirsHere = theirs.filter(({ movedAt }) => isWithin(span, movedAt))
  const standing = theirsHere.filter(({ state }) => state === 'DONE')
  const ownCents = sumOf(ownHere.map(({ cents }) => cents))
  const providerCents = sumOf(standing.map(({ amountCents }) => amountCents))
  if (ownCents === providerCents) return null
  const ownAt = (ownHere[0] ?? ours[0])?.at ?? null
  const theirAt = (theirsHere[0] ?? theirs[0])?.movedAt ?? null
  const [first, other] = ownHere.length > 0 ? [ownAt, theirAt] : [theirAt, ownAt]
  const cause = chargebackCause(ours, theirs)
  return {
    kind: 'CHARGEBACK',
    cause,
    ownId: paymentId,
    providerId: (theirsHere[0] ?? theirs[0])?.providerId ?? null,
    day: toBrusselsDay(first ?? span.startsAt),
    otherDay: cause === 'QUARTER' && other ? toBrusselsDay(other) : null,
    ownCents: ownHere.length > 0 ? ownCents : null,
    providerCents: theirsHere.length > 0 ? providerCents : null,
    currency: theirs[0]?.currency ?? 'EUR',
  }
}

function chargebackCause(ours: readonly OwnChargeback[], theirs: readonly ProviderRecord[]): DifferenceCause {
  if (ours.length === 0) return 'ONLY_PROVIDER'
  if (theirs.length === 0) return 'ONLY_OURS'
  const own = sumOf(ours.map(({ cents }) => cents))
  const standing = theirs.filter(({ state }) => state === 'DONE')
  if (own === sumOf(standing.map(({ amountCents }) => amountCents))) return 'QUARTER'
  return own === sumOf(theirs.map(({ amountCents }) => amountCents)) ? 'REVERSED' : 'AMOUNT'
}

const sumOf = (cents: readonly (number | null)[]): number =>
  cents.reduce<number>((sum, each) => sum + (each ?? 0), 0)

const nouns = { PAYMENT: 'betaling', REFUND: 'terugbetaling', CHARGEBACK: 'terugboeking' }

/** A difference in plain words. @param provider its name @param formatDay of a day like `2026-12-31` */
export function differenceText(
  { kind, cause, currency, ownCents, otherDay }: PaymentDifference,
  provider: string,
  formatDay: (day: string) => string,
): string {
  const isRefund = kind === 'REFUND'
  const texts: Record<DifferenceCause, string> = {
    ONLY_PROVIDER: `Alleen bij ${provider}: wij kennen deze ${nouns[kind]} niet`,
    ONLY_OURS: `${provider} kent deze ${nouns[kind]} niet`,
    NOT_SENT: isRefund ? `Nog niet door ${provider} aangenomen` : `${provider} kent deze betaling niet`,
    NOT_AT_PROVIDER: isRefund ? `Bij ${provider} mislukt` : `Bij ons betaald, bij ${provider} niet`,
    NOT_OURS: isRefund
      ? `Bij ${provider} terugbetaald, bij ons mislukt of met de hand gedaan`
      : `Bij ${provider} betaald, bij ons niet`,
    AMOUNT: `Ander bedrag bij ${provider}`,
    CURRENCY: `Andere munt bij ${provider}: ${currency}`,
    QUARTER: `${ownCents === null ? 'Bij ons' : `Bij ${provider}`} op ${otherDay && formatDay(otherDay)}, in een ander kwartaal`,
    REVERSED: 'De bank draaide deze terugboeking weer terug',
  }
  return texts[cause]
}
