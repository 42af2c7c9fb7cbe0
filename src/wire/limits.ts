/** The most units of one product in a cart or order. */
export const MAX_LINE_QUANTITY = 99
