import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { creditAccounts, creditEntries } from './table.ts'

/**
 * Removes the personal data of someone whose account is erased: the reasons of their store credit, the names and messages of cards that
 * they gave and that were sent, and their address on cards that they got. Balances and entries stay: the accounts need them. A card that is
 * still to be sent keeps the texts of its mail.
 */
export async function eraseCredit(
  tx: Tx,
  { id, email, anonymousEmail }: { id: string; email: string; anonymousEmail: string },
): Promise<void> {
  await tx
    .update(creditEntries)
    .set({ reason: '' })
    .where(
      and(
        isNotNull(creditEntries.reason),
        ne(creditEntries.reason, ''),
        sql`${creditEntries.accountId} in (select own.id from ${creditAccounts} own where own.user_id = ${id}::uuid)`,
      ),
    )
  await tx
    .update(creditAccounts)
    .set({ recipientEmail: anonymousEmail, recipientName: null })
    .where(eq(creditAccounts.recipientEmail, email))
  // Orders are named in text, because they import this slice.
  await tx.execute(sql`
    update ${creditAccounts} a
    set recipient_email = ${anonymousEmail}, recipient_name = null, sender_name = null, message = null,
      message_encrypted = null, message_key_id = null, block_reason = null
    from order_items i join orders o on o.id = i.order_id
    where a.order_item_id = i.id and o.user_id = ${id}::uuid and a.delivered_at is not null`)
  await tx.execute(sql`
    update order_items i
    set gift_card = '{}'::jsonb, gift_message = null, gift_message_encrypted = null, gift_message_key_id = null
    from orders o
    where o.id = i.order_id and o.user_id = ${id}::uuid and i.gift_card is not null and o.status <> 'PENDING'`)
}
