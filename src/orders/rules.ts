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

const yearInBrussels = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' })

/** The year that an order's number begins with: the one in Belgium, where the shop keeps its books. */
export const bookYear = (now: Date): number => Number(yearInBrussels.format(now))
