import { createHash } from 'node:crypto'
import { and, eq, inArray, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import type { BridgedToy } from './contract.ts'
import { storedToken } from './linkToken.service.ts'
import { offAir } from './rules.ts'
import { isDoubted, isInserted, notifyAdminsOfNewToys, randomProviderId } from './service.ts'
import { toyLinks, toys } from './table.ts'

/** Maximum number of bridged toys of a creator, deleted ones included, so that made-up names can't fill the table. */
const MAX_BRIDGED_TOYS_PER_OWNER = 30
const LONGEST_MODEL = 40

/**
 * The id of a device of a creator: the same for the same device, and different for every other creator, whatever is reported.
 */
const bridgedToyId = (ownerId: string, { device, name }: BridgedToy): string =>
  `bp-${createHash('sha256').update(`${ownerId} ${device} ${name}`).digest('hex').slice(0, 24)}`

/**
 * Stores what a creator's browser reports of the toys on its computer. A new toy waits for an admin to activate it; the name that
 * its owner gave it is kept.
 * @returns its bridged toys, and those that took no command the last time
 */
export const saveBridgedToys = (db: Db, ownerId: string, reported: BridgedToy[], now: Date) =>
  db.transaction(async tx => {
    const link = {
      userId: ownerId,
      uid: randomProviderId(),
      utoken: storedToken(randomProviderId()),
      createdAt: now,
    }
    await tx.insert(toyLinks).values(link).onConflictDoNothing()
    // Locked first, so that two reports of one creator run one after the other.
    const [{ uid } = link] = await tx
      .select({ uid: toyLinks.uid })
      .from(toyLinks)
      .where(eq(toyLinks.userId, ownerId))
      .for('update')
    const seen = new Map(reported.map(toy => [bridgedToyId(ownerId, toy), toy]))
    const kept = await selectStorableIds(tx, ownerId, [...seen.keys()])
    const there = kept.map(id => ({ id, ...(seen.get(id) as BridgedToy) }))
    await markBridgedToysOffline(tx, ownerId, { but: kept })
    if (there.length === 0) return { bridged: [], doubted: [] }
    const rows = await upsertBridgedToys(tx, ownerId, there, now)
    await notifyAdminsOfNewToys(tx, rows)
    return {
      bridged: there.map(({ id, device }) => ({ toyId: id, device })),
      doubted: rows
        .filter(({ isDoubted }) => isDoubted)
        .map(({ id }) => ({ provider: 'BUTTPLUG' as const, uid, toyId: id })),
    }
  })

/** The known ids among these, and new ones up to the maximum; in the order in which all reports lock them. */
async function selectStorableIds(tx: Tx, ownerId: string, ids: string[]): Promise<string[]> {
  const known = await tx
    .select({ id: toys.id })
    .from(toys)
    .where(and(eq(toys.ownerId, ownerId), eq(toys.provider, 'BUTTPLUG')))
  const isKnown = new Set(known.map(({ id }) => id))
  const fresh = ids
    .filter(id => !isKnown.has(id))
    .slice(0, Math.max(MAX_BRIDGED_TOYS_PER_OWNER - known.length, 0))
  return [...ids.filter(id => isKnown.has(id)), ...fresh].sort()
}

const upsertBridgedToys = (tx: Tx, ownerId: string, there: (BridgedToy & { id: string })[], now: Date) =>
  tx
    .insert(toys)
    .values(
      there.map(({ id, name, battery, drives }) => ({
        id,
        provider: 'BUTTPLUG' as const,
        name,
        model: name.toLowerCase().slice(0, LONGEST_MODEL),
        ownerId,
        ...offAir,
        status: 'ONLINE' as const,
        lastActive: now,
        batteryLevel: battery ?? 0,
        functions: [drives],
      })),
    )
    .onConflictDoUpdate({
      target: toys.id,
      set: {
        status: sql`excluded.status`,
        lastActive: now,
        // 0 stands for none: what was reported last stays.
        batteryLevel: sql`coalesce(nullif(excluded.battery_level, 0), ${toys.batteryLevel})`,
        functions: sql`excluded.functions`,
      },
      setWhere: eq(toys.ownerId, ownerId),
    })
    .returning({ id: toys.id, isDoubted, isNew: isInserted })

/** Sets a creator's bridged toys to offline: all except these, or those without a report since a time. */
export async function markBridgedToysOffline(
  db: Db,
  ownerId: string,
  { but = [], notAfter }: { but?: string[]; notAfter?: Date },
): Promise<void> {
  const away = await db
    .select({ id: toys.id })
    .from(toys)
    .where(
      and(
        eq(toys.ownerId, ownerId),
        eq(toys.provider, 'BUTTPLUG'),
        ne(toys.status, 'OFFLINE'),
        but.length > 0 ? notInArray(toys.id, but) : undefined,
        notAfter ? lte(toys.lastActive, notAfter) : undefined,
      ),
    )
    .orderBy(toys.id)
    .for('update')
  if (away.length === 0) return
  const ids = away.map(({ id }) => id)
  await db.update(toys).set({ status: 'OFFLINE' }).where(inArray(toys.id, ids))
}
