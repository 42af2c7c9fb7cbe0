/** The placeholder rating of a product without reviews, when that setting is on. */
export const PLACEHOLDER_RATING = 4.5

/** Whether it is an id; a slug is never one. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Stock from 1 up to this many units is shown as low. */
export const LOW_STOCK_THRESHOLD = 5

export const isSoldOut = (stock: number): boolean => stock <= 0
export const isLowOnStock = (stock: number): boolean => stock >= 1 && stock <= LOW_STOCK_THRESHOLD

/** Nothing has to be sent, so no shipping is charged or offered. */
export const isDigital = (product: { shippingCost: number; showShippingOptions: boolean }): boolean =>
  product.shippingCost === 0 && !product.showShippingOptions
