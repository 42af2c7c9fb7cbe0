import { currentTermsVersion } from '../../people/accounts/terms.service.ts'
import type { Platform, SettingsCache } from '../../platform/platform.ts'
import { type PublicShopSettings, Settings } from '../../wire/settings.ts'
import { creditMayBuy } from '../payments/uses.service.ts'
import { buildShopInfo } from './rules.ts'
import { settings } from './table.ts'
import type { Db } from '../../platform/db/db.ts'

export const readShopInfo = (platform: Platform): PublicShopSettings => ({
  ...buildShopInfo(platform.settings.current, currentTermsVersion(platform.content), platform.now()),
  hasCarriers: platform.config.sendcloud !== null,
  creditBuysMinutes: creditMayBuy(platform, 'MINUTES'),
})

/** The interval of the refresh, in milliseconds; needed because bus messages can be lost. */
const REFRESH_INTERVAL_MS = 30_000

export interface StoredSettingsRow {
  version: number
  /** Null while these are the defaults. */
  changedAt: Date | null
  settings: Settings
}

/** The settings that an admin saved, or `defaults`. A setting that was added to the code later has its default. */
export async function readStoredSettings(db: Db, defaults: Settings): Promise<StoredSettingsRow> {
  const [row] = await db.select().from(settings)
  if (!row) return { version: 0, changedAt: null, settings: defaults }
  const { version, changedAt, value } = row
  return { version, changedAt, settings: Settings.parse({ ...defaults, ...value }) }
}

/** Opens this node's copy of the settings. It is refreshed by bus messages of other nodes, and by a timer. */
export async function openSettingsCache({
  db,
  bus,
  log,
  config,
}: Pick<Platform, 'db' | 'bus' | 'log' | 'config'>): Promise<SettingsCache> {
  let cached = await readStoredSettings(db, config.settings)
  const refresh = async () => {
    const read = await readStoredSettings(db, config.settings)
    // Of two simultaneous reads, the older one may return last.
    if (read.version >= cached.version) cached = read
  }
  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'settings could not be refreshed'))
  const unsubscribe = bus.subscribe(
    'settings.changed',
    (_, from) => from === 'elsewhere' && refreshInBackground(),
  )
  const timer = setInterval(refreshInBackground, REFRESH_INTERVAL_MS).unref()
  return {
    get current() {
      return cached.settings
    },
    refresh,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
