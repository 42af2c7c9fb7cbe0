import { eq, sql } from 'drizzle-orm'
import { changesOf } from '../../people/audit/rules.ts'
import { record } from '../../people/audit/service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ShopNow, Settings } from '../../wire/settings.ts'
import { Problem } from '../../wire/problem.ts'
import { type Kept, readKept } from './memory.service.ts'
import { flat, shopNow } from './rules.ts'
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
): Promise<Kept> {
  const { db, bus, config, now, settings: memory } = platform
  const saved = await db.transaction(async tx => {
    const before = await readKept(tx, config.settings)
    if (before.version !== version) throw new Problem('SETTINGS_CHANGED')
    const details = changesOf(flat(before.settings), flat(wanted))
    if (Object.keys(details).length === 0) return before
    const next = { value: wanted, version: version + 1, changedAt: now() }
    // Of two who saw the same version, the second finds it gone.
    const [row] = await tx
      .insert(settings)
      .values(next)
      .onConflictDoUpdate({ target: settings.id, set: next, setWhere: eq(settings.version, version) })
      .returning({ isMine: sql<boolean>`true` })
    if (!row) throw new Problem('SETTINGS_CHANGED')
    await record(tx, { by, action: 'SETTINGS_CHANGED', subjectId: 'shop', details })
    return { version: next.version, changedAt: next.changedAt, settings: wanted }
  })
  // Who saved sees it with the next request, at this node; the others follow.
  await memory.lookAgain()
  bus.publish('settings.changed', { version: saved.version })
  return saved
}

/** What pages know of the shop now. */
export const readFacts = ({ settings: memory, now }: Platform): ShopNow => shopNow(memory.current, now())
