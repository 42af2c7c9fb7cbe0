import type { OrderStatus } from './contract.ts'

/** Cents that tracked shipping costs on top, once an order. */
export const TRACKING_COST = 250

interface PricedLine {
  quantity: number
  price: number
  showShippingOptions: boolean
}

/** Tracking is only charged when something in the order has shipping options at all. */
export const trackingCost = (lines: PricedLine[], hasTracking: boolean): number =>
  hasTracking && lines.some(line => line.showShippingOptions) ? TRACKING_COST : 0

/** Cents due: the lines at their prices, and tracking. Standard shipping is free. */
export const totalDue = (lines: PricedLine[], hasTracking: boolean): number =>
  lines.reduce((sum, line) => sum + line.quantity * line.price, 0) + trackingCost(lines, hasTracking)

/** `2026`, `42` → `2026-000042`. */
export const orderNumber = (year: number, serial: number): string =>
  `${year}-${String(serial).padStart(6, '0')}`

const yearInBrussels = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' })

/** The year that an order's number begins with: the one in Belgium, where the shop keeps its books. */
export const bookYear = (now: Date): number => Number(yearInBrussels.format(now))

/**
 * What a payment that turned out paid does to its order: `CLAIM` turns what is held into a sale, `TAKE` takes stock anew
 * for an order that was given up, and `REFUND` sends the money back, because the order has been paid already.
 */
export const onPaid: Record<OrderStatus, 'CLAIM' | 'TAKE' | 'REFUND'> = {
  PENDING: 'CLAIM',
  CANCELLED: 'TAKE',
  PAID: 'REFUND',
  PROCESSING: 'REFUND',
  SHIPPED: 'REFUND',
  DELIVERED: 'REFUND',
}
