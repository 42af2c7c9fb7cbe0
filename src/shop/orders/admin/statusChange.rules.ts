import type { OrderStatus } from '../contract.ts'
import { type StockAction, planTransition } from '../transition.rules.ts'
import type { AdminOrder } from './contract.ts'

type OrderStatusTimes = Pick<AdminOrder, 'status' | 'paidAt' | 'shippedAt' | 'deliveredAt'>

const stockEffectLabels: Record<StockAction, string> = {
  HOLD: 'De stuks worden weer vastgehouden.',
  SELL: 'De stuks gaan van de voorraad af.',
  RELEASE: 'Wat vastgehouden werd, komt weer vrij.',
  RETURN: 'De stuks gaan terug op de plank.',
}

const mailLabels: Partial<Record<OrderStatus, string>> = {
  SHIPPED: 'De klant krijgt een mail dat de bestelling onderweg is.',
  DELIVERED: 'De klant krijgt een mail dat de bestelling bezorgd is.',
  CANCELLED: 'De klant krijgt een mail dat de bestelling niet doorgaat.',
}

const date = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** Describes the effects of setting this status, in sentences; the server uses the same rule. */
export function describeStatusChange(order: OrderStatusTimes, status: OrderStatus): string[] {
  const { paidAt, shippedAt, deliveredAt } = order
  const times = { paidAt: date(paidAt), shippedAt: date(shippedAt), deliveredAt: date(deliveredAt) }
  const move = planTransition({ status: order.status, ...times }, status)
  if (!move) return ['Er verandert niets.']
  const sentences = [
    move.recordsManualPayment &&
      'Ze wordt genoteerd als met de hand betaald, en de klant krijgt een factuur.',
    move.stockAction && stockEffectLabels[move.stockAction],
    mailLabels[status],
    status === 'CANCELLED' &&
      paidAt !== null &&
      'Er gaat geen geld terug: dat doe je apart, bij Terugbetalen.',
  ].filter(sentence => typeof sentence === 'string')
  return sentences.length > 0 ? sentences : ['Alleen de status verandert.']
}
