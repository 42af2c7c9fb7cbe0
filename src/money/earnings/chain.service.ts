import { createHash } from 'node:crypto'
import type { EarningSource, EarningType } from './contract.ts'

/** An entry as its hash covers it; `origin` is the digest of the ids that a creator does not see. */
export interface ChainEntry {
  sequence: number
  id: string
  creatorId: string
  type: EarningType
  source: EarningSource | null
  cents: number
  grossCents: number
  vatCents: number
  feeCents: number
  baseCents: number
  basisPoints: number
  minutes: number
  sessionId: string | null
  giftId: string | null
  payoutId: string | null
  origin: string
  reason: string | null
  payableAt: Date
  createdAt: Date
  hash: string
}

/** A place in a creator's chain: the number of an entry and its hash; 0 and an empty text before the first one. */
export interface ChainHead {
  sequence: number
  hash: string
}

/** The hash of an entry after the one before it, in hexadecimal; `hash_earning_entry` in the database computes the same. */
export const hashEntry = (previous: string, entry: Omit<ChainEntry, 'hash'>): string =>
  createHash('sha256')
    .update(
      [
        previous,
        entry.sequence,
        entry.id,
        entry.creatorId,
        entry.type,
        entry.source ?? '',
        entry.cents,
        entry.grossCents,
        entry.vatCents,
        entry.feeCents,
        entry.baseCents,
        entry.basisPoints,
        entry.minutes,
        entry.sessionId ?? '',
        entry.giftId ?? '',
        entry.payoutId ?? '',
        entry.origin,
        entry.reason ?? '',
        entry.payableAt.getTime(),
        entry.createdAt.getTime(),
      ].join('|'),
    )
    .digest('hex')

/** Follows the chain over entries in their order. @returns its last place; `brokenAt` is the number of the first entry that does not follow */
export function followChain(
  from: ChainHead,
  entries: readonly ChainEntry[],
): { head: ChainHead; brokenAt: number | null } {
  let head = from
  for (const entry of entries) {
    const follows = entry.sequence === head.sequence + 1 && entry.hash === hashEntry(head.hash, entry)
    if (!follows) return { head, brokenAt: entry.sequence }
    head = { sequence: entry.sequence, hash: entry.hash }
  }
  return { head, brokenAt: null }
}
