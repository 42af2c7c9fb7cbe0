import type { LoaderFunctionArgs } from 'react-router'
import type { Order } from '../../shop/orders/contract.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { isNeverPaid } from '../../shop/orders/status.rules.ts'

const outcomes = {
  success: {
    tone: 'success',
    title: 'Bedankt, je betaling is gelukt',
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

/** `ENDED`: it was not paid. `REFUNDED`: it was paid when it could not go on any more. */
export type PurchaseState = 'WAITING' | 'PAID' | 'ENDED' | 'REFUNDED'

/** The purchase that was paid for, of the visitor's own. */
export type Purchase = { state: PurchaseState; isPaymentBrokenOff?: boolean | undefined } & (
  | { kind: 'ORDER' }
  | { kind: 'MINUTES'; minutes: number }
  | { kind: 'GIFT'; ownerName: string; giftName: string; isAnonymous: boolean }
)

export const orderState = (order: Pick<Order, 'status' | 'paidAt' | 'isNeverPaid'>): PurchaseState => {
  if (order.paidAt !== null) return 'PAID'
  if (order.status !== 'CANCELLED') return 'WAITING'
  return isNeverPaid(order) ? 'ENDED' : 'REFUNDED'
}

/** The state of minutes or a gift. */
export const purchaseState = (status: 'PENDING' | 'PAID' | 'CANCELLED' | 'REFUNDED'): PurchaseState =>
  ({ PENDING: 'WAITING', PAID: 'PAID', CANCELLED: 'ENDED', REFUNDED: 'REFUNDED' } as const)[status]

interface Message {
  tone: 'success' | 'waiting' | 'error' | 'info'
  title: string
  text: string
}

/** The message of a result; null when there is nothing to say: anyone can type that a payment succeeded. */
export function paymentMessage(outcome: PaymentOutcome, purchase: Purchase | null): Message | null {
  if (outcome === 'failed' && purchase?.isPaymentBrokenOff)
    return {
      tone: 'info',
      title: 'Betaling afgebroken',
      text: 'Je hebt de betaling afgebroken. Je kunt opnieuw betalen.',
    }
  if (outcome !== 'success') return outcomes[outcome]
  if (purchase?.state === 'WAITING') return outcomes.pending
  if (purchase?.state === 'REFUNDED')
    return {
      tone: 'info',
      title: 'Je krijgt je geld terug',
      text: 'Je betaling kwam binnen toen je aankoop niet meer kon doorgaan.',
    }
  return purchase?.state === 'PAID' ? thanksFor(purchase) : null
}

/** Only an order is confirmed by mail; minutes are added at once. */
function thanksFor(purchase: Purchase): Message {
  const { tone, title } = outcomes.success
  if (purchase.kind === 'ORDER') return { tone, title, text: 'We sturen je een bevestiging per e-mail.' }
  if (purchase.kind === 'MINUTES')
    return { tone, title, text: `Je kocht ${purchase.minutes} minuten. Ze staan op je saldo.` }
  const { ownerName, giftName, isAnonymous } = purchase
  const text = `${ownerName} krijgt er meteen bericht van${isAnonymous ? ', zonder je naam' : ''}: ${giftName}.`
  return { tone, title: 'Bedankt voor je cadeau', text }
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
