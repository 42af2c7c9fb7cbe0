import type { NameCheck } from '../payees/contract.ts'
import { withheldFrom } from '../payees/rules.ts'
import type { PayoutRefusal } from './contract.ts'

interface PayoutFacts {
  cents: number
  minimumCents: number
  isSuspended: boolean
  hasLivePayout: boolean
  firstEarnedAt: Date
  /** Whether her details are there, and can be read. */
  hasDetails: boolean
  usableAt: Date | null
  nameCheck: NameCheck | null
}

/** Why a creator is not paid now; null when she is. `CLOSE` and `UNKNOWN` are the admin's to judge, who saw the bank's answer. */
export function refusePayout(facts: PayoutFacts, now: Date): PayoutRefusal | null {
  if (facts.isSuspended) return 'SUSPENDED'
  if (facts.hasLivePayout) return 'UNDER_WAY'
  if (!facts.hasDetails) return withheldFrom(facts.firstEarnedAt) <= now ? 'WITHHELD' : 'NO_DETAILS'
  if (facts.usableAt === null || facts.usableAt > now) return 'IBAN_WAITS'
  if (facts.nameCheck === null) return 'NAME_UNCHECKED'
  if (facts.nameCheck === 'NO') return 'NAME_REFUSED'
  return facts.cents < facts.minimumCents ? 'BELOW_MINIMUM' : null
}

/** Of a UUID, so that it is never used again: 33 of the 35 characters that a bank takes. */
export const endToEndIdOf = (payoutId: string): string => `U${payoutId.replaceAll('-', '')}`
