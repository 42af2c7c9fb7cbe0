import type { z } from 'zod'
import { numbersOf } from '../orders/service.ts'
import type { RefundResolution, RefundCase } from '../../money/payments/contract.ts'
import {
  applyRefundResolution,
  type OpenRefundCase,
  findOpenRefunds,
} from '../../money/payments/refundResolution.service.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'

type Shown = z.input<typeof RefundCase>

/** Refunds that have not gone back yet, the oldest first, with the numbers of their orders. */
export const listRefunds = async (db: Db): Promise<Shown[]> => numbered(db, await findOpenRefunds(db))

/** A person sees to a refund, as `applyRefundResolution` does. */
export async function mendOne(
  platform: Platform,
  refundId: string,
  how: RefundResolution,
  userId: string,
): Promise<Shown> {
  const [shown] = await numbered(platform.db, [await applyRefundResolution(platform, refundId, how, userId)])
  return shown as Shown
}

async function numbered(db: Db, cases: OpenRefundCase[]): Promise<Shown[]> {
  const ofOrders = cases.filter(({ kind }) => kind === 'ORDER')
  const numbers = await numbersOf(
    db,
    ofOrders.map(({ subjectId }) => subjectId),
  )
  return cases.map(each => ({ ...each, orderNumber: numbers.get(each.subjectId) ?? null }))
}
