import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { invoices } from '../../money/invoices/table.ts'
import { eraseOldObjections } from '../../money/objections/service.ts'
import { eraseOldPayouts } from '../../money/payouts/erase.service.ts'
import { eraseOldSelfBilled } from '../../money/selfBilling/service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Platform } from '../../platform/platform.ts'
import { retainedSince } from './rules.ts'

/**
 * Removes the buyer from the invoices of erased users, after the legal retention period; with it the name and number of a business, which
 * is a person where it is a sole trader. The intra-EU listing needs them until then. Likewise the accounts that creators were paid on.
 */
export async function anonymizeInvoices({ db, config, now }: Platform): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const since = retainedSince(now(), config.retentionYears)
  await db
    .update(invoices)
    .set({ content: sql`jsonb_set(${invoices.content}, '{buyer}', '[]') #- '{vat,business}'` })
    .where(
      and(
        inArray(invoices.userId, erased),
        sql`${invoices.issuedAt} < ${since.toISOString()}::timestamptz`,
        sql`(${invoices.content} -> 'buyer' <> '[]' or ${invoices.content} #>> '{vat,business}' is not null)`,
      ),
    )
  await eraseOldPayouts(db, since)
  await eraseOldSelfBilled(db, since)
  await eraseOldObjections(db, since)
}
