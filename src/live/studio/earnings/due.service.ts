import type { z } from 'zod'
import { lockEarnings } from '../../../money/earnings/service.ts'
import { findRefusal, sumOfLivePayouts } from '../../../money/payouts/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { isSuspended } from '../../creators/suspension.service.ts'
import type { readEarningsDue } from './contract.ts'
import { describeDue, type EarningsDue } from './due.rules.ts'

type DueContext = Pick<Platform, 'dataCipher' | 'settings' | 'now'>

/** Locks the account of a creator's earnings, so that no run pays meanwhile, and reads the sums that are not paid out. */
async function lockEarningsDue(tx: Tx, context: DueContext, creatorId: string): Promise<EarningsDue> {
  const { firstEarnedAt, ...sums } = await lockEarnings(tx, creatorId, context.now())
  const earned = { creatorId, firstEarnedAt, cents: sums.payableCents }
  return {
    ...sums,
    underWayCents: await sumOfLivePayouts(tx, creatorId),
    refusal: sums.payableCents > 0 ? await findRefusal(tx, context, { isSuspended }, earned) : null,
  }
}

/** @throws Problem CONFLICT while earnings of this user are not paid out */
export async function assertNothingDue(tx: Tx, context: DueContext, userId: string): Promise<void> {
  const message = describeDue(await lockEarningsDue(tx, context, userId))
  if (message !== null) throw new Problem('CONFLICT', { message })
}

/** The earnings of a user that are not paid out, in words. */
export async function loadEarningsDue(
  platform: Pick<Platform, 'db'> & DueContext,
  userId: string,
): Promise<z.input<typeof readEarningsDue.output>> {
  return { text: describeDue(await platform.db.transaction(tx => lockEarningsDue(tx, platform, userId))) }
}
