import type { Platform, VatRatesCache } from '../../platform/platform.ts'
import type { Db } from '../../platform/db/db.ts'
import { recordOf } from '../../wire/records.ts'
import { TaxClass, type VatRate } from '../../wire/vat.ts'
import { mergeRates } from './rates.rules.ts'
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
