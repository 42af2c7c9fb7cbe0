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

/** The label of an order's status for its customer. */
export const orderStatusLabel = ({ status, isDigital }: { status: OrderStatus; isDigital: boolean }) =>
  (isDigital ? digitalLabels[status] : undefined) ?? orderStatusLabels[status]

/** The number of orders in total, and by the customer's filters. */
export const countOrdersByStatus = (orders: { status: OrderStatus }[]) => {
  const at = (status: OrderStatus) => orders.filter(order => order.status === status).length
  return { total: orders.length, paid: at('PAID'), shipped: at('SHIPPED'), delivered: at('DELIVERED') }
}
