import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { closedPeriods } from '../../invoices/table.ts'
import { taxClassLabels } from '../labels.rules.ts'
import { mergeRates, rateKey } from '../rates.rules.ts'
import { listEnteredRates } from '../rates.service.ts'
import { vatRates } from '../table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sqlMidnight } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { VatRate } from '../../../wire/vat.ts'
import { quarterName } from '../../invoices/quarter.rules.ts'
import { countryName } from '../../../wire/countries.ts'

type RatePlatform = Pick<Platform, 'db' | 'bus' | 'now' | 'vatRates'>

/**
 * Enters a rate, or another for the same country, class and day, and informs all nodes. Without a change, nothing is written.
 * @throws Problem INVALID_INPUT for a day in a closed quarter: the sales in it have their VAT
 */
export async function setVatRate(platform: RatePlatform, by: string, rate: VatRate): Promise<void> {
  const { db, now } = platform
  const { country, taxClass, validFrom, basisPoints } = rate
  await db.transaction(async tx => {
    const before = mergeRates(await listEnteredRates(tx)).find(each => rateKey(each) === rateKey(rate))
    if (before?.basisPoints === basisPoints) return
    const quarter = await findClosedQuarter(tx, validFrom)
    if (quarter !== null)
      throw new Problem('INVALID_INPUT', {
        fields: { validFrom: `${quarterName(quarter)} is gesloten. Kies een latere dag.` },
      })
    const changedAt = now()
    await tx
      .insert(vatRates)
      .values({ ...rate, changedAt })
      .onConflictDoUpdate({
        target: [vatRates.country, vatRates.taxClass, vatRates.validFrom],
        set: { basisPoints, changedAt },
      })
    const details = {
      ...subjectOf(rate),
      rate: { from: before ? before.basisPoints / 100 : null, to: basisPoints / 100 },
    }
    const subjectId = `${country} ${taxClass} ${validFrom}`
    await recordAuditEntry(tx, { by, action: 'VAT_RATE_CHANGED', subjectId, details })
  })
  await publish(platform)
}

/**
 * Removes a rate that the owner entered; the default applies again.
 * @throws Problem NOT_FOUND for one that was not entered; CONFLICT for one from a closed quarter, which was sold by
 */
export async function removeVatRate(
  platform: RatePlatform,
  by: string,
  rate: Omit<VatRate, 'basisPoints'>,
): Promise<void> {
  const { country, taxClass, validFrom } = rate
  await platform.db.transaction(async tx => {
    const [removed] = await tx
      .delete(vatRates)
      .where(
        and(
          eq(vatRates.country, country),
          eq(vatRates.taxClass, taxClass),
          eq(vatRates.validFrom, validFrom),
        ),
      )
      .returning({ basisPoints: vatRates.basisPoints })
    if (!removed) throw new Problem('NOT_FOUND', { message: 'Dit tarief is niet door jou ingevuld.' })
    const quarter = await findClosedQuarter(tx, validFrom)
    if (quarter !== null)
      throw new Problem('CONFLICT', {
        message: `${quarterName(quarter)} is gesloten. Dit tarief gold toen en blijft daarom staan.`,
      })
    const after = mergeRates(await listEnteredRates(tx)).find(each => rateKey(each) === rateKey(rate))
    const details = {
      ...subjectOf(rate),
      rate: { from: removed.basisPoints / 100, to: after ? after.basisPoints / 100 : null },
    }
    const subjectId = `${country} ${taxClass} ${validFrom}`
    await recordAuditEntry(tx, { by, action: 'VAT_RATE_CHANGED', subjectId, details })
  })
  await publish(platform)
}

const subjectOf = ({ country, taxClass, validFrom }: Omit<VatRate, 'basisPoints'>) => ({
  country: countryName(country),
  taxClass: taxClassLabels[taxClass],
  validFrom,
})

/**
 * The last closed quarter, when it ends after this day.
 * Locks their table, so that no quarter is closed until the rate is there: its reports have it then.
 */
async function findClosedQuarter(tx: Tx, day: string): Promise<string | null> {
  await tx.execute(sql`lock table ${closedPeriods} in share mode`)
  const [closed] = await tx
    .select({ quarter: closedPeriods.quarter })
    .from(closedPeriods)
    .where(gt(closedPeriods.endsAt, sqlMidnight(sql`${day}::date`)))
    .orderBy(desc(closedPeriods.endsAt))
    .limit(1)
  return closed?.quarter ?? null
}

/** This node uses the new rates from the next request; the others refresh by the bus. */
async function publish({ vatRates: cache, bus }: RatePlatform): Promise<void> {
  await cache.refresh()
  bus.publish('vatRates.changed', null)
}
