import { sql, type AnyColumn } from 'drizzle-orm'
import { addresses } from '../../people/addresses/table.ts'

/** The country of someone's own address, as they wrote it: their default one, or else the newest. Null without any. */
export const ownCountryOf = (userId: AnyColumn) =>
  sql<string | null>`(
    select own.country from ${addresses} own where own.user_id = ${userId}
    order by own.is_default desc, own.created_at desc limit 1
  )`
