import { createHash } from 'node:crypto'
import { z } from 'zod'
import { keysOf } from '../../wire/records.ts'
import { EarningSource, EarningType } from './contract.ts'

const text = z.string()
const whole = z.coerce.number().int()

/** An entry in the order in which its hash covers it; `origin` is the digest of the ids that a creator does not see. */
export const ChainEntry = z.object({
  sequence: whole,
  id: text,
  creatorId: text,
  type: EarningType,
  source: EarningSource.nullable(),
  cents: whole,
  grossCents: whole,
  vatCents: whole,
  feeCents: whole,
  baseCents: whole,
  basisPoints: whole,
  minutes: whole,
  sessionId: text.nullable(),
  giftId: text.nullable(),
  payoutId: text.nullable(),
  origin: text,
  reason: text.nullable(),
  payableAt: z.coerce.date(),
  createdAt: z.coerce.date(),
  hash: text,
})
export type ChainEntry = z.output<typeof ChainEntry>

/** A place in a creator's chain: the number of an entry and its hash; 0 and an empty text before the first one. */
export type ChainHead = Pick<ChainEntry, 'sequence' | 'hash'>

const hashed = keysOf(ChainEntry.shape).filter(name => name !== 'hash')

/** The hash of an entry after the one before it, in hexadecimal; `hash_earning_entry` in the database computes the same. */
const hashEntry = (previous: string, entry: ChainEntry): string => {
  const values = hashed
    .map(name => entry[name])
    .map(value => (value instanceof Date ? value.getTime() : value))
  return createHash('sha256')
    .update([previous, ...values].join('|'))
    .digest('hex')
}

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
