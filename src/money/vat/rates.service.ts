import { and, eq } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Platform, VatRatesCache } from '../../platform/platform.ts'
import type { Db } from '../../platform/db.ts'
import { countryName } from '../../wire/country.ts'
import { Problem } from '../../wire/problem.ts'
import { recordOf } from '../../wire/records.ts'
import { TaxClass, type VatRate } from '../../wire/vat.ts'
import { taxClassLabels } from './labels.rules.ts'
import { mergeRates, rateKey } from './rates.rules.ts'
import { currentTerms, decideTreatment, rateOf } from './rules.ts'
import { vatRates } from './table.ts'

/** The interval of the refresh, in milliseconds; needed because bus messages can be lost. */
const REFRESH_INTERVAL_MS = 30_000

/** The rates that the owner entered. */
export const listEnteredRates = (db: Db): Promise<VatRate[]> =>
  db
    .select({
      country: vatRates.country,
      taxClass: vatRates.taxClass,
      validFrom: vatRates.validFrom,
      basisPoints: vatRates.basisPoints,
    })
    .from(vatRates)

/** Opens this node's copy of the rates. It is refreshed by bus messages of other nodes, and by a timer. */
export async function openVatRates({
  db,
  bus,
  log,
}: Pick<Platform, 'db' | 'bus' | 'log'>): Promise<VatRatesCache> {
  let rates = mergeRates(await listEnteredRates(db))
  let reads = 0
  const refresh = async () => {
    reads += 1
    const mine = reads
    const found = mergeRates(await listEnteredRates(db))
    // Of two simultaneous reads, the older one may return last.
    if (mine === reads) rates = found
  }
  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'VAT rates could not be refreshed'))
  const unsubscribe = bus.subscribe(
    'vatRates.changed',
    (_, from) => from === 'elsewhere' && refreshInBackground(),
  )
  const timer = setInterval(refreshInBackground, REFRESH_INTERVAL_MS).unref()
  return {
    get current() {
      return rates
    },
    refresh,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

/** The rate of each class for a consumer in the seller's country now, in hundredths of a percent. */
export function homeRates({
  settings: { current: settings },
  vatRates: { current: rates },
  now,
}: Pick<Platform, 'settings' | 'vatRates' | 'now'>): Record<TaxClass, number> {
  const home = { place: settings.company.country, evidence: [] }
  const treatment = decideTreatment(currentTerms(settings), home)
  return recordOf(TaxClass.options, taxClass => rateOf(treatment, taxClass, rates, now()).basisPoints)
}

type RatePlatform = Pick<Platform, 'db' | 'bus' | 'now' | 'vatRates'>

/** Enters a rate, or another for the same country, class and day, and informs all nodes. Without a change, nothing is written. */
export async function setVatRate(platform: RatePlatform, by: string, rate: VatRate): Promise<void> {
  const { db, now } = platform
  const { country, taxClass, validFrom, basisPoints } = rate
  await db.transaction(async tx => {
    const before = mergeRates(await listEnteredRates(tx)).find(each => rateKey(each) === rateKey(rate))
    if (before?.basisPoints === basisPoints) return
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

/** Removes a rate that the owner entered; the default applies again. @throws Problem NOT_FOUND for one that was not entered */
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

/** This node uses the new rates from the next request; the others refresh by the bus. */
async function publish({ vatRates: cache, bus }: RatePlatform): Promise<void> {
  await cache.refresh()
  bus.publish('vatRates.changed', null)
}
