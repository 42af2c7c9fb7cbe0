import { queryOptions } from '@tanstack/react-query'
import { readShop } from '../settings/contract.ts'
import { call } from './call.ts'

/** What an admin can change of the shop while a page is open: known from the first paint, asked for again where it matters. */
export const shopQuery = queryOptions({ queryKey: ['shop'], queryFn: () => call(readShop, {}) })
