import { eq, sql } from 'drizzle-orm'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { currentTermsVersion } from '../../people/accounts/terms.service.ts'
import type { Platform, SettingsCache } from '../../platform/platform.ts'
import { type PublicShopSettings, Settings } from '../../wire/settings.ts'
import { Problem } from '../../wire/problem.ts'
import { modeOf, schemeOf, type VatMode } from '../../wire/vat.ts'
import { buildShopInfo, flattenSettings } from './rules.ts'
import { settings } from './table.ts'
import type { Db } from '../../platform/db.ts'

/**
 * Saves all settings and informs all nodes. Without a change, nothing is written.
 * @param input.version the version that the form was opened with
 * @throws Problem SETTINGS_CHANGED when another version was saved since
 */
export async function saveSettings(
  platform: Platform,
  by: string,
  { version, ...input }: Settings & { version: number },
): Promise<StoredSettingsRow> {
  const { db, bus, config, now, settings: cache } = platform
  const saved = await db.transaction(async tx => {
    const before = await readStoredSettings(tx, config.settings)
    if (before.version !== version) throw new Problem('SETTINGS_CHANGED')
    const details = diffForAudit(flattenSettings(before.settings), flattenSettings(input))
    if (Object.keys(details).length === 0) return before
    const value = { ...input, vatMode: modeOf(input.vatScheme) }
    const next = { value, version: version + 1, changedAt: now() }
    // Of two simultaneous saves of the same version, the second updates no row.
    const [row] = await tx
      .insert(settings)
      .values(next)
      .onConflictDoUpdate({ target: settings.id, set: next, setWhere: eq(settings.version, version) })
      .returning({ isMine: sql<boolean>`true` })
    if (!row) throw new Problem('SETTINGS_CHANGED')
    await recordAuditEntry(tx, { by, action: 'SETTINGS_CHANGED', subjectId: 'shop', details })
    return { version: next.version, changedAt: next.changedAt, settings: input }
  })
  // This node uses the new settings from the next request; the others refresh by the bus.
  await cache.refresh()
  bus.publish('settings.changed', { version: saved.version })
  return saved
}

export const readShopInfo = ({ settings: cache, content, config, now }: Platform): PublicShopSettings => ({
  ...buildShopInfo(cache.current, currentTermsVersion(content), now()),
  hasCarriers: config.sendcloud !== null,
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
  // Stored by a version from before the schemes.
  const before = value.vatScheme === undefined && value.vatMode !== undefined
  const scheme = before ? { vatScheme: schemeOf(value.vatMode as VatMode) } : {}
  return { version, changedAt, settings: Settings.parse({ ...defaults, ...value, ...scheme }) }
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
