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
  /** The order's id, or that of another purchase. */
  orderId: string | null
}

/** What the payment page sent the customer back with; `null` when there is nothing to tell. */
export function parsePaymentResult(search: URLSearchParams): PaymentResult | null {
  const outcome = search.get('payment')
  if (outcome === null || !Object.hasOwn(outcomes, outcome)) return null
  return { outcome: outcome as PaymentOutcome, orderId: search.get('orderId') || null }
}

/** What to say of it. Only an order is confirmed by mail; minutes are there at once. */
export const paymentMessage = (outcome: PaymentOutcome, isOrder: boolean) =>
  isOrder && outcome === 'success'
    ? { ...outcomes.success, text: 'We sturen je een bevestiging per e-mail.' }
    : outcomes[outcome]

/** How long Home shows it: 15 s for good news, 10 s otherwise. */
export const bannerDurationMs = (outcome: PaymentOutcome): number => (outcome === 'success' ? 15_000 : 10_000)

/** The order that a payment result names. A purchase of minutes is no order, so this may well not be found. */
export function paidOrderQueries({ url }: Pick<LoaderFunctionArgs, 'url'>) {
  const orderId = parsePaymentResult(url.searchParams)?.orderId
  return orderId ? [orderQuery(orderId)] : []
}
