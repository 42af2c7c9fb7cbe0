import type { LoaderFunctionArgs } from 'react-router'
import { orderQuery } from '../../shop/orders/hooks.ts'

const outcomes = {
  success: {
    tone: 'success',
    title: 'Bedankt, je betaling is gelukt',
    text: 'Je aankoop is verwerkt.',
  },
  pending: {
    tone: 'waiting',
    title: 'Je betaling is onderweg',
    text: 'We wachten op bericht van je bank. Je hoeft niets te doen.',
  },
  failed: {
    tone: 'error',
    title: 'Betaling niet gelukt',
    text: 'Je betaling is niet gelukt. Probeer het opnieuw of kies een andere betaalmethode.',
  },
  error: {
    tone: 'error',
    title: 'Er ging iets mis',
    text: 'Er is een fout opgetreden tijdens het betaalproces. Neem contact op met onze klantenservice.',
  },
  return: {
    tone: 'info',
    title: 'Je bent terug van de betaalpagina',
    text: 'We weten nog niet of je betaling gelukt is. Kijk over een moment bij je bestellingen.',
  },
} as const

export type PaymentOutcome = keyof typeof outcomes

export interface PaymentResult {
  outcome: PaymentOutcome
  /** The id of the order or other purchase. */
  orderId: string | null
}

/** The result in the URL to which the payment page redirects; `null` without one. */
export function parsePaymentResult(search: URLSearchParams): PaymentResult | null {
  const outcome = search.get('payment')
  if (outcome === null || !Object.hasOwn(outcomes, outcome)) return null
  return { outcome: outcome as PaymentOutcome, orderId: search.get('orderId') || null }
}

/** What was paid for, as far as it is the visitor's own. */
export type Purchase =
  | { kind: 'ORDER'; isPaymentBrokenOff?: boolean | undefined }
  | { kind: 'MINUTES'; minutes: number }
  | null

/** The message of a result. Only an order is confirmed by mail; minutes are added at once. */
export function paymentMessage(outcome: PaymentOutcome, purchase: Purchase) {
  if (outcome === 'failed' && purchase?.kind === 'ORDER' && purchase.isPaymentBrokenOff)
    return {
      tone: 'info' as const,
      title: 'Betaling afgebroken',
      text: 'Je hebt de betaling afgebroken. Je kunt opnieuw betalen.',
    }
  if (outcome !== 'success' || purchase === null) return outcomes[outcome]
  const text =
    purchase.kind === 'ORDER'
      ? 'We sturen je een bevestiging per e-mail.'
      : `Je kocht ${purchase.minutes} minuten. Ze staan op je saldo.`
  return { ...outcomes.success, text }
}

/** Whether the payment succeeded, or may still. */
export const isUnderWay = (outcome: PaymentOutcome): boolean => outcome !== 'failed' && outcome !== 'error'

/** Milliseconds for which the home page shows it: 15 s for a success, 10 s otherwise. */
export const bannerDurationMs = (outcome: PaymentOutcome): number => (outcome === 'success' ? 15_000 : 10_000)

/** The order of a payment result. A purchase of minutes is not an order, so NOT_FOUND is expected. */
export function paidOrderQueries({ url }: Pick<LoaderFunctionArgs, 'url'>) {
  const orderId = parsePaymentResult(url.searchParams)?.orderId
  return orderId ? [orderQuery(orderId)] : []
}
