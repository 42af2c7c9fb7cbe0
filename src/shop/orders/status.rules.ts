import type { OrderStatus } from './contract.ts'

/** The customer's label of a status, with an explanation. */
export const orderStatusLabels: Record<OrderStatus, { name: string; meaning: string }> = {
  PENDING: { name: 'Wacht op betaling', meaning: 'We houden alles voor je apart tot je betaling binnen is.' },
  PAID: { name: 'Betaald', meaning: 'Bedankt voor je bestelling. We maken alles met zorg klaar.' },
  PROCESSING: { name: 'In behandeling', meaning: 'We pakken je bestelling in.' },
  SHIPPED: { name: 'Verzonden', meaning: 'Je bestelling is onderweg.' },
  DELIVERED: { name: 'Bezorgd', meaning: 'Je bestelling is bezorgd. Veel plezier ermee.' },
  CANCELLED: { name: 'Geannuleerd', meaning: 'Deze bestelling gaat niet door. Er wordt niets verzonden.' },
}

/** The labels of a digital order, where nothing is sent or arrives. */
const digitalLabels: Partial<typeof orderStatusLabels> = {
  PAID: { name: 'Betaald', meaning: 'Bedankt voor je bestelling. We leveren alles zo snel mogelijk.' },
  PROCESSING: { name: 'In behandeling', meaning: 'We leveren alles zo snel mogelijk.' },
  DELIVERED: { name: 'Geleverd', meaning: 'Alles staat voor je klaar. Veel plezier ermee.' },
  CANCELLED: { name: 'Geannuleerd', meaning: 'Deze bestelling gaat niet door.' },
}

/** An order, and when it was paid; undefined when that is not known. */
interface ShownOrder {
  status: OrderStatus
  paidAt?: string | null | undefined
  isNeverPaid?: boolean | undefined
}

/**
 * Whether it ended without a payment: it expired, or its payment failed or was broken off. One that was paid too late was paid, and its
 * money goes back.
 */
export const isNeverPaid = (order: ShownOrder): boolean => order.isNeverPaid === true

/** Whether its buyer can still pay it: PENDING after a payment is a label that an admin gave. */
export const canPay = ({ status, paidAt }: ShownOrder): boolean => status === 'PENDING' && !paidAt

const neverPaidLabel = {
  name: 'Niet betaald',
  meaning: 'Deze bestelling is niet betaald en gaat niet door. Je kunt opnieuw bestellen.',
}

/** The label of an order's status for its customer. */
export function orderStatusLabel(order: ShownOrder & { isDigital: boolean }): {
  name: string
  meaning: string
} {
  if (isNeverPaid(order)) return neverPaidLabel
  const status = order.status === 'PENDING' && !canPay(order) ? 'PAID' : order.status
  return (order.isDigital ? digitalLabels[status] : undefined) ?? orderStatusLabels[status]
}

/** The same for an admin, who gave the label PENDING. */
export const asAdminsSee = <Shown extends ShownOrder>(order: Shown): Shown =>
  order.status === 'PENDING' ? { ...order, paidAt: null } : order

/** The number of orders in total, and by the customer's filters; those that were never paid count nowhere. */
export const countOrdersByStatus = (orders: ShownOrder[]) => {
  const at = (status: OrderStatus) => orders.filter(order => order.status === status).length
  const { length: total } = orders.filter(order => !isNeverPaid(order))
  return { total, paid: at('PAID'), shipped: at('SHIPPED'), delivered: at('DELIVERED') }
}
