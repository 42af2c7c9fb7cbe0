import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'
import type { CartItem } from './contract.ts'

export const totalQuantity = (lines: CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** Cents. */
export const cartSubtotal = (lines: CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * line.product.price, 0)

export const maxQuantity = (product: { stock: number }): number => Math.min(product.stock, MAX_LINE_QUANTITY)

export const canIncreaseQuantity = (line: CartItem): boolean => line.quantity < maxQuantity(line.product)

export const exceedsStock = (line: CartItem): boolean => line.quantity > line.product.stock

const OPTIMISTIC_ID_PREFIX = 'expected:'

/** An optimistic line: it has no id of the server yet, so it cannot be changed. */
export const isOptimisticLine = (line: CartItem): boolean => line.id.startsWith(OPTIMISTIC_ID_PREFIX)

/** The optimistic cart after adding a product; unchanged when the server will refuse it. */
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

/** The optimistic cart after setting a quantity; 0 removes the line. */
export const withLineQuantity = (lines: CartItem[], itemId: string, quantity: number): CartItem[] =>
  lines.flatMap(line => {
    if (line.id !== itemId) return [line]
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
