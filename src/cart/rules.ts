import type { CartItem } from './contract.ts'

/** The most pieces a line may have. */
export const MOST_PIECES = 99

/** What the badge shows. */
export const countPieces = (lines: CartItem[]): number => lines.reduce((sum, line) => sum + line.quantity, 0)

/** Cents. */
export const subtotal = (lines: CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * line.product.price, 0)
