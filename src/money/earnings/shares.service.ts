import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { queryRow } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { defaultMinutePackages } from '../minutes/rules.ts'
import { minutePackages } from '../minutes/table.ts'
import { homeRates } from '../vat/rates.service.ts'
import { EarningSource, type EarningTerms, type ShareTerms } from './contract.ts'
import { earningShares } from './table.ts'

/** The shares until an admin notes one for everyone. */
export const usualShares: Record<EarningSource, ShareTerms> = {
  MINUTES: { basisPoints: 6000, deductsFee: false, freeMinuteCents: null },
  GIFTS: { basisPoints: 8000, deductsFee: false, freeMinuteCents: null },
}

const lowestUsualPrice = Math.min(
  ...defaultMinutePackages.map(({ sessionPrice, minutes }) => Math.floor(sessionPrice / minutes)),
)

/** A whole amount of cents without the VAT in it; the same as `withoutVat`. */
const sqlWithoutVat = (cents: SQL, basisPoints: number): SQL =>
  sql`(${cents} - (2 * ${cents} * ${basisPoints}::int + ${10_000 + basisPoints}::int) / ${2 * (10_000 + basisPoints)}::int)`

/**
 * A query of one row: the share of a creator by the agreement at a time, as `basis_points`, `deducts_fee` and `free_cents`, the
 * cents without VAT that a minute counts for which nobody paid.
 */
export function shareAt(
  platform: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  source: EarningSource,
  creatorId: SQL,
  at: SQL,
): SQL {
  const usual = usualShares[source]
  const lowest = sql`(select coalesce(min(session_price / minutes), ${lowestUsualPrice}::int) from ${minutePackages} where active)`
  return sql`
    select coalesce(agreed.basis_points, ${usual.basisPoints}::int) as basis_points,
      coalesce(agreed.deducts_fee, ${usual.deductsFee}::boolean) as deducts_fee,
      coalesce(agreed.free_minute_cents, ${sqlWithoutVat(lowest, homeRates(platform).STANDARD)}) as free_cents
    from (select) one left join lateral (
      select * from ${earningShares} s
      where s.source = ${source} and s.starts_at <= ${at} and (s.creator_id = ${creatorId} or s.creator_id is null)
      order by s.creator_id is null, s.starts_at desc, s.created_at desc, s.id desc limit 1
    ) agreed on true`
}

/** The share of a creator now, with the cents that a free minute counts for. */
export async function findShareNow(
  db: Db,
  platform: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  source: EarningSource,
  creatorId: string,
): Promise<{ basisPoints: number; deductsFee: boolean; freeMinuteCents: number }> {
  const at = sql`${platform.now().toISOString()}::timestamptz`
  return queryRow(
    db,
    sql`select basis_points as "basisPoints", deducts_fee as "deductsFee", free_cents as "freeMinuteCents"
      from (${shareAt(platform, source, sql`${creatorId}::uuid`, at)}) share`,
  )
}

/** The terms by which a creator earns now, which someone who is none yet would have, too. */
export async function findTerms(
  platform: Pick<Platform, 'db' | 'settings' | 'vatRates' | 'now'>,
  userId: string,
): Promise<z.input<typeof EarningTerms>> {
  const shares = EarningSource.options.map(async source => ({
    source,
    ...(await findShareNow(platform.db, platform, source, userId)),
  }))
  return { shares: await Promise.all(shares), finalDays: platform.settings.current.finalDays }
}
