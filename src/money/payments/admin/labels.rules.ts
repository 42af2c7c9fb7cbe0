import type { PaymentStatus, RefundCase, RefundState } from '../contract.ts'

type StatusLabel = { name: string; tone: 'neutral' | 'green' | 'yellow' | 'danger' | 'outline' }

export const paymentStatusLabels: Record<PaymentStatus, StatusLabel> = {
  OPEN: { name: 'Open', tone: 'outline' },
  PENDING: { name: 'In behandeling', tone: 'outline' },
  AUTHORIZED: { name: 'Toegezegd', tone: 'outline' },
  PAID: { name: 'Betaald', tone: 'green' },
  FAILED: { name: 'Mislukt', tone: 'danger' },
  CANCELLED: { name: 'Afgebroken', tone: 'neutral' },
  EXPIRED: { name: 'Verlopen', tone: 'neutral' },
}

export const refundStateLabels: Record<RefundState, StatusLabel> = {
  QUEUED: { name: 'Wacht op de betaalprovider', tone: 'yellow' },
  SENT: { name: 'Teruggestuurd', tone: 'green' },
  FAILED: { name: 'Mislukt', tone: 'danger' },
  BY_HAND: { name: 'Met de hand terug te betalen', tone: 'danger' },
  GIVEN: { name: 'Met de hand terugbetaald', tone: 'green' },
}

/** The label of a refund's purchase, as a title. */
export function refundSubjectLabel({ kind, orderNumber }: Pick<RefundCase, 'kind' | 'orderNumber'>): string {
  if (kind === 'ORDER') return `Bestelling ${orderNumber}`
  return kind === 'GIFT' ? 'Cadeau' : 'Minuten'
}
