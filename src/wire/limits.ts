/** The most that can be paid online for one order, in cents: iDEAL's limit, https://docs.mollie.com/docs/ideal. */
export const MAX_ORDER_CENTS = 5_000_000

/** The most units of one product in a cart or order. */
export const MAX_LINE_QUANTITY = 99

export const MAX_DELIVERY_DAYS = 30
