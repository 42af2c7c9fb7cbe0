import { randomUUIDv7 } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { findOrderByNumberAndEmail } from '../orders/service.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { encryptOptionalText } from '../../platform/crypto/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import * as contract from './contract.ts'
import { addWithdrawalLines, type WithdrawalWithLines } from './lines.service.ts'
import { withdrawals } from './table.ts'
import { type Reader, withdrawalRemark } from './text.service.ts'
import { lockAndCoverUnits } from './units.service.ts'

/**
 * Stores a withdrawal and queues its receipt, in one transaction. Also stored when the order is unknown: the legal term has
 * started, and an admin will check. Ids that are not of a line of the order are stored apart. A unit is withdrawn once: of
 * two withdrawals, the second covers the units that the first left.
 */
export function createWithdrawal(
  platform: Platform,
  said: z.output<typeof contract.WithdrawalInput>,
): Promise<Date> {
  const { db, jobs, settings, now, dataCipher } = platform
  const { name, email, orderNumber, remark } = said
  const receivedAt = now()
  const id = randomUUIDv7()
  return db.transaction(async tx => {
    const order = await findOrderByNumberAndEmail(tx, orderNumber, email)
    const { stored, receipt } = await lockAndCoverUnits(tx, order, said)
    await tx.insert(withdrawals).values({
      name,
      email,
      orderNumber,
      id,
      ...(await encryptOptionalText(dataCipher, tx, withdrawalRemark, { id, text: remark })),
      orderId: order?.id ?? null,
      ...stored,
      receivedAt,
    })
    await queueMail(tx, jobs, contract.withdrawalReceivedMail, email, {
      orderNumber,
      receivedAt: receivedAt.toISOString(),
      ...receipt,
      hasRemark: Boolean(remark),
      withdrawalId: id,
      shopName: settings.current.shopName,
    })
    await notifyAdmins(tx, {
      kind: 'WITHDRAWAL',
      params: { number: orderNumber },
      about: id,
      path: order ? `/admin/orders/${order.id}` : '/admin/withdrawals',
    })
    return receivedAt
  })
}

/** The withdrawals of an order, the newest first. */
export const listWithdrawalsOfOrder = async (
  reader: Reader,
  orderId: string,
): Promise<WithdrawalWithLines[]> =>
  addWithdrawalLines(
    reader,
    await reader.db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.orderId, orderId))
      .orderBy(desc(withdrawals.receivedAt), desc(withdrawals.id)),
  )
