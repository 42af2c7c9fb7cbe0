import { z } from 'zod'

/** The source of a price: OPENING is the price when the history began, SALE the beginning or the end of a sale. */
export const PriceSource = z.enum(['OPENING', 'FORM', 'BULK', 'IMPORT', 'SALE'])
export type PriceSource = z.output<typeof PriceSource>

/** PLANNED → RUNNING → ENDED, or CANCELLED before it began. */
export type SaleState = 'PLANNED' | 'RUNNING' | 'ENDED' | 'CANCELLED'
