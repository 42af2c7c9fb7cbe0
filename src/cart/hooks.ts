import { queryOptions } from '@tanstack/react-query'
import { call } from '../web/call.ts'
import type { CartItem } from './contract.ts'
import { readCart } from './contract.ts'

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(readCart, {}, { signal }),
})

/** How many pieces there are in all: what the badge shows. */
export const pieces = (lines: CartItem[]): number => lines.reduce((sum, line) => sum + line.quantity, 0)
