import { findVerifiedName } from '../live/applications/legalName.service.ts'
import { isSuspended } from '../live/creators/suspension.service.ts'
import { bookPayout, bookPayoutReturn, findEarners, payableCents } from '../money/earnings/service.ts'
import type { PayoutSources } from '../money/payouts/service.ts'
import type { Platform } from '../platform/platform.ts'

/** The facts of creators and of their earnings that payouts need. */
export const createPayoutSources = (platform: Pick<Platform, 'dataCipher'>): PayoutSources => ({
  ledger: {
    payableCents,
    bookPayout: async (tx, { now, ...payout }) => void (await bookPayout(tx, payout, now)),
    bookPayoutReturn: async (tx, { payoutId, now }) => void (await bookPayoutReturn(tx, payoutId, now)),
  },
  listEarners: findEarners,
  findVerifiedName: (db, userId) => findVerifiedName(platform, db, userId),
  isSuspended,
})
