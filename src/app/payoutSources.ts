import { findVerifiedName } from '../live/applications/legalName.service.ts'
import { isSuspended } from '../live/creators/suspension.service.ts'
import type { PayableLedger, PayoutSources } from '../money/payouts/service.ts'
import type { Platform } from '../platform/platform.ts'

/** Nobody earns anything until sessions and gifts book earnings. */
const noEarnings: PayableLedger & Pick<PayoutSources, 'listEarners'> = {
  listEarners: () => Promise.resolve([]),
  payableCents: () => Promise.resolve(0),
  bookPayout: () => Promise.resolve(),
  bookPayoutReturn: () => Promise.resolve(),
}

/** The facts of creators and of their earnings that payouts need. */
export const createPayoutSources = (platform: Pick<Platform, 'dataCipher'>): PayoutSources => ({
  ledger: noEarnings,
  listEarners: db => noEarnings.listEarners(db),
  findVerifiedName: (db, userId) => findVerifiedName(platform, db, userId),
  isSuspended,
})
