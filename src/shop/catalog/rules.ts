/** The rating of a product that has no review yet, when the owner shows one. */
export const PLACEHOLDER_RATING = 4.5

/** Low stock is worth a word from 1 up to this many pieces. */
export const LOW_STOCK_THRESHOLD = 5

export const isSoldOut = (stock: number): boolean => stock <= 0
export const isLowOnStock = (stock: number): boolean => stock >= 1 && stock <= LOW_STOCK_THRESHOLD

/** Nothing has to be sent: costs nothing to ship and offers no shipping. */
export const isDigital = (product: { shippingCost: number; showShippingOptions: boolean }): boolean =>
  product.shippingCost === 0 && !product.showShippingOptions
