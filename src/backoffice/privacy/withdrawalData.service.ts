import { eq, inArray, or } from 'drizzle-orm'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'
import { orders } from '../../shop/orders/table.ts'
import { withdrawalLines, withdrawals } from '../../shop/withdrawals/table.ts'
import { decryptNotes, decryptWithdrawals } from '../../shop/withdrawals/text.service.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'

/** The withdrawals of the user, with the texts that they and the shop wrote about them. */
export const withdrawalSection: PersonalDataSection = {
  name: 'herroepingen',
  tables: [withdrawals, withdrawalLines],
  read: withdrawalsOf,
}

async function withdrawalsOf(db: Db, { id, email }: DataSubject, dataCipher: DataCipher) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  const stored = await db
    .select()
    .from(withdrawals)
    .where(or(eq(withdrawals.email, email), inArray(withdrawals.orderId, own)))
  const found = await decryptWithdrawals({ db, dataCipher }, stored)
  const ids = found.map(withdrawal => withdrawal.id)
  const storedLines = await db
    .select()
    .from(withdrawalLines)
    .where(inArray(withdrawalLines.withdrawalId, ids))
  const lines = await decryptNotes({ db, dataCipher }, storedLines)
  return found.map(withdrawal => ({
    ...withdrawal,
    lines: lines.filter(({ withdrawalId }) => withdrawalId === withdrawal.id),
  }))
}
