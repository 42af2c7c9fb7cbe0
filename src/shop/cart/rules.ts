import { MAX_LINE_QUANTITY } from '../../wire/fields.ts'
import type { CartItem } from './contract.ts'

/** What the badge shows. */
export const totalQuantity = (lines: CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** Cents. */
export const cartSubtotal = (lines: CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * line.product.price, 0)

/** The most that a line can hold now. */
export const maxQuantity = (product: { stock: number }): number => Math.min(product.stock, MAX_LINE_QUANTITY)

export const canIncreaseQuantity = (line: CartItem): boolean => line.quantity < maxQuantity(line.product)

/** More was wanted than there is by now. */
export const exceedsStock = (line: CartItem): boolean => line.quantity > line.product.stock

const OPTIMISTIC_ID_PREFIX = 'expected:'

/** A line that the server has still to confirm: it has no id of its own, so nothing can be done with it yet. */
export const isOptimisticLine = (line: CartItem): boolean => line.id.startsWith(OPTIMISTIC_ID_PREFIX)

/** The cart as it will be once pieces of a product are in it; as it was when the server is going to refuse. */
export function withLineAdded(
  lines: CartItem[],
  product: CartItem['product'] & { id: string },
  quantity: number,
): CartItem[] {
  const there = lines.find(line => line.productId === product.id)
  const grown = (there?.quantity ?? 0) + quantity
  if (grown > maxQuantity(product)) return lines
  if (there) return lines.map(line => (line === there ? { ...line, quantity: grown } : line))
  return [...lines, { id: OPTIMISTIC_ID_PREFIX + product.id, productId: product.id, quantity, product }]
}

/** The cart as it will be once a line has this many pieces; none at all takes it out. */
export const withLineQuantity = (lines: CartItem[], itemId: string, quantity: number): CartItem[] =>
  lines.flatMap(line => {
    if (line.id !== itemId) return [line]
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
