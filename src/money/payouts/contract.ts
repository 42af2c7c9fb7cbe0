import { z } from 'zod'

/** A run before its file was made, after it, or with no payout left to file. */
export const PayoutRunState = z.enum(['DRAFT', 'FILED', 'CANCELLED'])
export type PayoutRunState = z.output<typeof PayoutRunState>

/** A payout in a run; in the run's file; seen on a bank statement; and not paid after all, so that it is owed again. */
export const PayoutState = z.enum(['RESERVED', 'FILED', 'PAID', 'RETURNED'])
export type PayoutState = z.output<typeof PayoutState>

/** Why a creator to whom something is payable is not paid now. */
export const PayoutRefusal = z.enum([
  'SUSPENDED',
  'UNDER_WAY',
  'NO_DETAILS',
  'WITHHELD',
  'IBAN_WAITS',
  'NAME_UNCHECKED',
  'NAME_REFUSED',
  'BELOW_MINIMUM',
])
export type PayoutRefusal = z.output<typeof PayoutRefusal>
