import type { CreditKind, CreditPayment, RefusedCard } from './contract.ts'

/** A card or store credit that someone wants to pay with, as it is now. */
export interface CreditAccount {
  id: string
  kind: CreditKind
  /** The digest of the code of a card. */
  codeDigest: string | null
  lastFour: string | null
  balanceCents: number
  isBlocked: boolean
  isExpired: boolean
}

export const canPayWith = ({
  isBlocked,
  isExpired,
}: Pick<CreditAccount, 'isBlocked' | 'isExpired'>): boolean => !isBlocked && !isExpired

/**
 * The amount that each account pays, in this order: as much as it has, of the remaining amount. The statement that spends it counts the
 * same way.
 */
export function planCredit<A extends CreditAccount>(
  accounts: readonly A[],
  payableCents: number,
): { account: A; cents: number }[] {
  let left = payableCents
  return accounts.map(account => {
    const cents = canPayWith(account) ? Math.min(account.balanceCents, left) : 0
    left -= cents
    return { account, cents }
  })
}

/** The payments by cards and store credit, as a summary shows it. */
export const toCreditPayments = (
  shares: readonly { account: Pick<CreditAccount, 'kind' | 'lastFour'>; cents: number }[],
): CreditPayment[] =>
  shares
    .filter(({ cents }) => cents > 0)
    .map(({ account: { kind, lastFour }, cents: amount }) => ({
      kind,
      ...(lastFour !== null && { lastFour }),
      amount,
    }))

/** In Dutch, by the reason. An unknown and a blocked card are the same to whoever guesses. */
const refusals = {
  UNKNOWN: 'Deze cadeaubon kennen we niet. Kijk de code na.',
  EXPIRED: 'Deze cadeaubon is verlopen.',
  EMPTY: 'Op deze cadeaubon staat niets meer.',
  ONLY_CARDS: 'Dit betaal je niet met een cadeaubon of tegoed.',
  NOT_NEEDED: 'Deze cadeaubon is niet nodig: alles is al betaald.',
} satisfies Record<RefusedCard['reason'], string>

/**
 * The cards that pay nothing, and why.
 * @param cards the codes as they were typed, normalised, with their digests
 */
export function listRefusedCards(
  cards: readonly { code: string; digest: string }[],
  shares: readonly { account: CreditAccount; cents: number }[],
  payableCents: number,
): RefusedCard[] {
  return cards.flatMap(({ code, digest }) => {
    const share = shares.find(({ account }) => account.codeDigest === digest)
    if (share && share.cents > 0) return []
    const reason = refusalReason(share?.account, payableCents)
    return [{ code, reason, message: refusals[reason] }]
  })
}

function refusalReason(account: CreditAccount | undefined, payableCents: number): RefusedCard['reason'] {
  if (!account || account.isBlocked) return 'UNKNOWN'
  if (account.isExpired) return 'EXPIRED'
  if (account.balanceCents === 0) return 'EMPTY'
  return payableCents === 0 ? 'ONLY_CARDS' : 'NOT_NEEDED'
}

/** The answer for a code that no card has, and for a blocked card. */
export const refuseUnknown = (code: string): RefusedCard => ({
  code,
  reason: 'UNKNOWN',
  message: refusals.UNKNOWN,
})
