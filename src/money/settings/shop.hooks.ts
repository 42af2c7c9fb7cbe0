import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { readShop } from './contract.ts'

/** What an admin can change of the shop while a page is open: known from the first paint, asked for again where it matters. */
export const shopQuery = queryOptions({ queryKey: ['shop'], queryFn: () => call(readShop, {}) })
