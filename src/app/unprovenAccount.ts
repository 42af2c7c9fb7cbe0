import { and, eq, sql } from 'drizzle-orm'
import { closeAccount } from '../backoffice/privacy/service.ts'
import { giftPurchases } from '../live/gifts/table.ts'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { creditAccounts } from '../money/credit/table.ts'
import type { CloseUnproven } from '../people/accounts/emailVerification.service.ts'
import { users } from '../people/accounts/table.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Platform } from '../platform/platform.ts'
import { qualified } from '../platform/db/sql.ts'
import { orders } from '../shop/orders/table.ts'
import { Problem } from '../wire/problem.ts'

/**
 * Closes an account of an address that nobody proved, as any account is closed: its person may have mistyped the address, and has four
 * weeks to ask for the account. An account that holds something paid, or has more rights than a customer, is left to the shop.
 */
export const createUnprovenClosing =
  (platform: Platform, sessions: SessionController): CloseUnproven =>
  async (userId, assertMayClose) => {
    await closeAccount(platform, sessions, userId, userId, async tx => {
      await assertMayClose(tx)
      await assertHoldsNothing(tx, userId)
    })
  }

/** The row of the user is locked, so that no minutes come meanwhile. */
async function assertHoldsNothing(tx: Tx, userId: string): Promise<void> {
  const id = qualified(users.id)
  const holdsNothing = sql`${users.role} = 'USER' and ${users.minutesBalance} = 0
    and not exists (select 1 from ${creditAccounts} credit where credit.user_id = ${id} and credit.balance_cents > 0)
    and not exists (select 1 from ${orders} bought where bought.user_id = ${id} and bought.paid_at is not null)
    and not exists (select 1 from ${giftPurchases} given where given.buyer_id = ${id} and given.paid_at is not null)`
  if ((await tx.$count(users, and(eq(users.id, userId), holdsNothing))) === 0)
    throw new Problem('ACCOUNT_IN_USE')
}
