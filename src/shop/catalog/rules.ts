/** The placeholder rating of a product without reviews, when that setting is on. */
export const PLACEHOLDER_RATING = 4.5

/** Stock from 1 up to this many units is shown as low. */
export const LOW_STOCK_THRESHOLD = 5

export const isSoldOut = (stock: number): boolean => stock <= 0
export const isLowOnStock = (stock: number): boolean => stock >= 1 && stock <= LOW_STOCK_THRESHOLD

/** Nothing has to be sent, so no shipping is charged or offered. */
export const isDigital = (product: { shippingCost: number; showShippingOptions: boolean }): boolean =>
  product.shippingCost === 0 && !product.showShippingOptions
