import { eq, sql } from 'drizzle-orm'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PublicShopSettings, Settings } from '../../wire/settings.ts'
import { Problem } from '../../wire/problem.ts'
import { type StoredSettingsRow, readStoredSettings } from './cache.service.ts'
import { flattenSettings, buildShopInfo } from './rules.ts'
import { settings } from './table.ts'

/**
 * Sets everything, and tells all nodes. What is the same already changes nothing.
 * @param version which one the admin saw
 * @throws Problem SETTINGS_CHANGED when it is not the last one any more
 */
export async function saveSettings(
  platform: Platform,
  by: string,
  { version, ...wanted }: Settings & { version: number },
): Promise<StoredSettingsRow> {
  const { db, bus, config, now, settings: memory } = platform
  const saved = await db.transaction(async tx => {
    const before = await readStoredSettings(tx, config.settings)
    if (before.version !== version) throw new Problem('SETTINGS_CHANGED')
    const details = diffForAudit(flattenSettings(before.settings), flattenSettings(wanted))
    if (Object.keys(details).length === 0) return before
    const next = { value: wanted, version: version + 1, changedAt: now() }
    // Of two who saw the same version, the second finds it gone.
    const [row] = await tx
      .insert(settings)
      .values(next)
      .onConflictDoUpdate({ target: settings.id, set: next, setWhere: eq(settings.version, version) })
      .returning({ isMine: sql<boolean>`true` })
    if (!row) throw new Problem('SETTINGS_CHANGED')
    await recordAuditEntry(tx, { by, action: 'SETTINGS_CHANGED', subjectId: 'shop', details })
    return { version: next.version, changedAt: next.changedAt, settings: wanted }
  })
  // Who saved sees it with the next request, at this node; the others follow.
  await memory.refresh()
  bus.publish('settings.changed', { version: saved.version })
  return saved
}

/** What pages know of the shop now. */
export const readShopInfo = ({ settings: memory, now }: Platform): PublicShopSettings =>
  buildShopInfo(memory.current, now())
