import type { Db } from '../../platform/db.ts'
import type { Platform, SettingsCache } from '../../platform/platform.ts'
import { Settings } from '../../wire/settings.ts'
import { settings } from './table.ts'

/** Milliseconds between looks: news of a change can be lost between nodes. */
const REFRESH_INTERVAL_MS = 30_000

export interface StoredSettingsRow {
  version: number
  /** Null as long as these are the defaults. */
  changedAt: Date | null
  settings: Settings
}

/** What an admin saved, or `defaults`. A setting that is newer than what was saved has its default. */
export async function readStoredSettings(db: Db, defaults: Settings): Promise<StoredSettingsRow> {
  const [row] = await db.select().from(settings)
  if (!row) return { version: 0, changedAt: null, settings: defaults }
  const { version, changedAt, value } = row
  return { version, changedAt, settings: Settings.parse({ ...defaults, ...value }) }
}

/** This node's memory of what is set. It hears of changes at other nodes through the bus, and looks by itself in case it did not. */
export async function openSettingsCache({
  db,
  bus,
  log,
  config,
}: Pick<Platform, 'db' | 'bus' | 'log' | 'config'>): Promise<SettingsCache> {
  let kept = await readStoredSettings(db, config.settings)
  const refresh = async () => {
    const read = await readStoredSettings(db, config.settings)
    // Of two looks at once, the older may be answered last.
    if (read.version >= kept.version) kept = read
  }
  const look = () => void refresh().catch((error: unknown) => log.warn({ err: error }, 'settings'))
  const leave = bus.subscribe('settings.changed', (_, from) => from === 'elsewhere' && look())
  const timer = setInterval(look, REFRESH_INTERVAL_MS).unref()
  return {
    get current() {
      return kept.settings
    },
    refresh,
    close() {
      clearInterval(timer)
      leave()
    },
  }
}
