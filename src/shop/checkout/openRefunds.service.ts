import type { z } from 'zod'
import { findOrderNumbers } from '../orders/service.ts'
import type { RefundResolution, RefundCase } from '../../money/payments/contract.ts'
import {
  applyRefundResolution,
  type OpenRefundCase,
  findOpenRefunds,
} from '../../money/payments/refundResolution.service.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'

type RefundCaseInput = z.input<typeof RefundCase>

/** Refunds that have not gone back yet, the oldest first, with the numbers of their orders. */
export const listRefundsWithOrderNumbers = async (db: Db): Promise<RefundCaseInput[]> =>
  withOrderNumbers(db, await findOpenRefunds(db))

/** A person sees to a refund, as `applyRefundResolution` does. */
export async function resolveRefundWithOrderNumber(
  platform: Platform,
  refundId: string,
  how: RefundResolution,
  userId: string,
): Promise<RefundCaseInput> {
  const [shown] = await withOrderNumbers(platform.db, [
    await applyRefundResolution(platform, refundId, how, userId),
  ])
  return shown as RefundCaseInput
}

async function withOrderNumbers(db: Db, cases: OpenRefundCase[]): Promise<RefundCaseInput[]> {
  const ofOrders = cases.filter(({ kind }) => kind === 'ORDER')
  const numbers = await findOrderNumbers(
    db,
    ofOrders.map(({ subjectId }) => subjectId),
  )
  return cases.map(each => ({ ...each, orderNumber: numbers.get(each.subjectId) ?? null }))
}
