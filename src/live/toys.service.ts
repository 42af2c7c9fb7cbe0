import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import type { Who } from '../platform/session.ts'
import type { Toy } from '../toys/contract.ts'
import { patternsFor } from '../toys/pattern.rules.ts'
import { isOnline } from '../toys/rules.ts'
import { toyBlocks, toys } from '../toys/table.ts'
import { toyControlSessions } from './table.ts'

type ToyRow = typeof toys.$inferSelect

const isBusy = sql<boolean>`${toyControlSessions.id} is not null`

const selectToys = <T extends Record<string, SQL>>(db: Db, more: T) =>
  db
    .select({ toy: toys, busy: isBusy, ...more })
    .from(toys)
    .leftJoin(
      toyControlSessions,
      and(eq(toyControlSessions.toyDeviceId, toys.id), ne(toyControlSessions.status, 'STOPPED')),
    )
    .orderBy(asc(toys.name), asc(toys.id))

/**
 * The toys as each of these people sees them: the active ones on the air, but for those of a creator who blocked them;
 * an admin sees all of them. One statement for all.
 */
export async function listToysFor(db: Db, viewers: Who[], now: Date): Promise<(who: Who) => Toy[]> {
  const isOnAir = (toy: ToyRow) => toy.isActive && toy.onAir
  const watching = sql`array(select jsonb_array_elements_text(${JSON.stringify(viewers.map(({ userId }) => userId))}::jsonb)::uuid)`
  const hasAdmin = viewers.some(({ role }) => role === 'ADMIN')
  const rows = await selectToys(db, {
    blocked: sql<string[]>`array(
      select user_id::text from ${toyBlocks} where creator_id = ${toys.ownerId} and user_id = any(${watching})
    )`,
  }).where(hasAdmin ? undefined : and(eq(toys.isActive, true), eq(toys.onAir, true)))
  const all = rows.map(({ toy, busy, blocked }) => ({
    blocked,
    isOnAir: isOnAir(toy),
    toy: asToy(toy, busy, now),
  }))
  const shown = all.filter(({ isOnAir }) => isOnAir)
  const forAdmins = all.map(({ toy }) => toy)
  const forMost = shown.map(({ toy }) => toy)
  const isBlocked = new Set(all.flatMap(({ blocked }) => blocked))
  return ({ userId, role }) => {
    if (role === 'ADMIN') return forAdmins
    if (!isBlocked.has(userId)) return forMost
    return shown.filter(({ blocked }) => !blocked.includes(userId)).map(({ toy }) => toy)
  }
}

/** A creator's own toys, or everyone's when `ownerId` is null, also those off the air. One statement. */
export async function ownToys(db: Db, ownerId: string | null, now: Date) {
  const isOwn = ownerId === null ? undefined : eq(toys.ownerId, ownerId)
  const rows = await selectToys(db, {}).where(isOwn)
  return rows.map(({ toy, busy }) => ({
    ...asToy(toy, busy, now),
    maxIntensity: toy.maxIntensity,
    onAir: toy.onAir,
  }))
}

function asToy(toy: ToyRow, busy: boolean, now: Date): Toy {
  const online = isOnline(toy, now)
  return {
    id: toy.id,
    name: toy.name,
    type: toy.model,
    isOnline: online,
    isActive: toy.isActive,
    batteryLevel: toy.batteryLevel,
    status: online ? 'ONLINE' : 'OFFLINE',
    busy,
    capabilities: { vibrate: true, maxIntensity: toy.maxIntensity, patterns: patternsFor(toy.model) },
  }
}
