interface PricedLine {
  quantity: number
  price: number
  showShippingOptions: boolean
}

/** An order is tracked when that was requested and a line has shipping options. */
export const isOrderTracked = (lines: Pick<PricedLine, 'showShippingOptions'>[], hasTracking: boolean) =>
  hasTracking && lines.some(line => line.showShippingOptions)

/** Cents for tracking, once per order. @param price the current tracking price */
export const calculateTrackingCost = (lines: PricedLine[], hasTracking: boolean, price: number): number =>
  isOrderTracked(lines, hasTracking) ? price : 0

/** Cents: the lines at their prices, and tracking, without the price of shipping by weight and zone. */
export const calculateOrderTotal = (lines: PricedLine[], hasTracking: boolean, trackingPrice: number) =>
  lines.reduce((sum, line) => sum + line.quantity * line.price, 0) +
  calculateTrackingCost(lines, hasTracking, trackingPrice)
