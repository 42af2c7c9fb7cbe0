import { sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { cartItems } from '../cart/table.ts'
import { products } from '../products/catalog/table.ts'
import { isForSaleSql } from '../products/variants/service.ts'
import { isNeverPaidSql } from '../orders/neverPaid.service.ts'
import { orders } from '../orders/table.ts'
import { cartReminderMail } from './contract.ts'
import { cartChanges } from './table.ts'

/** A cart that did not change for this long is forgotten, in milliseconds. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000
const BATCH = 500

/** Mails those who chose it and left a cart for a day without ordering; once, until it changes. */
export async function remindOfCarts(platform: Platform): Promise<void> {
  while ((await platform.db.transaction(tx => remindBatch(tx, platform))) === BATCH);
}

/** @returns how many carts were decided on */
async function remindBatch(tx: Tx, { jobs, settings, origin, now }: Platform): Promise<number> {
  const time = now()
  const before = sqlTimestamp(new Date(time.getTime() - FORGOTTEN_AFTER_MS))
  const hasSomething = sql`exists (
    select from ${cartItems} line join ${products} p on p.id = line.product_id
    where line.user_id = u.id and ${isForSaleSql('p')}
  )`
  const hasOrdered = sql`exists (
    select from ${orders} o where o.user_id = u.id and o.created_at >= decided.changed_at and not ${isNeverPaidSql('o')}
  )`
  const decided = await queryRows<{ email: string; isDue: boolean }>(
    tx,
    sql`with decided as (
      update ${cartChanges} set decided_at = ${sqlTimestamp(time)} where user_id in (
        select user_id from ${cartChanges} where decided_at is null and changed_at <= ${before}
        order by changed_at limit ${BATCH} for update skip locked
      ) returning user_id, changed_at
    )
    select u.email, u.cart_reminders and u.delete_after is null and ${hasSomething} and not ${hasOrdered} as "isDue"
    from decided join ${users} u on u.id = decided.user_id`,
  )
  const props = { url: `${origin()}/shop`, shopName: settings.current.shopName }
  const mails = decided.flatMap(({ email, isDue }) => (isDue ? [{ recipient: email, props }] : []))
  await queueMails(tx, jobs, cartReminderMail, mails)
  return decided.length
}
