import { createHash } from 'node:crypto'
import { and, eq, inArray, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { matchDevices, modelOfDevice, type DeviceMatch } from './bridgeMatch.rules.ts'
import type { BridgedToy } from './contract.ts'
import { storedToken } from './linkToken.service.ts'
import { offAir } from './rules.ts'
import { isDoubted, notifyAdminsOfNewToys, randomProviderId } from './service.ts'
import { toyLinks, toys } from './table.ts'

/** Maximum number of bridged toys of a creator, without those that she removed. */
const MAX_BRIDGED_TOYS_PER_OWNER = 30

/** The report of a creator's browser about its computer. */
export interface BridgeReport {
  toys: BridgedToy[]
  /** The connection to the program; another one may have other numbers for the same devices. */
  link: string
}

/** The id of a device's toy when it is first seen: different for every other creator, whatever is reported, and not in use. */
function newToyId(ownerId: string, { device, name }: BridgedToy, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const text = `${ownerId} ${device} ${name}${attempt === 0 ? '' : ` ${attempt}`}`
    const id = `bp-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    if (!taken.has(id)) return id
  }
}

/**
 * Locks the link of a creator's bridged toys, so that two reports, or a report and a confirmation, run one after the other.
 * @returns her id at the provider
 */
export async function lockBridge(tx: Tx, ownerId: string, now: Date): Promise<string> {
  const link = {
    userId: ownerId,
    uid: randomProviderId(),
    utoken: storedToken(randomProviderId()),
    createdAt: now,
  }
  await tx.insert(toyLinks).values(link).onConflictDoNothing()
  const [{ uid } = link] = await tx
    .select({ uid: toyLinks.uid })
    .from(toyLinks)
    .where(eq(toyLinks.userId, ownerId))
    .for('update')
  return uid
}

/**
 * Stores a report of a creator's browser about the toys on its computer. A new toy waits for an admin to approve it; the name
 * that its owner gave it is kept. A toy whose device is not known goes off the air.
 * @returns its bridged toys, those that took no command the last time or are held since now, and the devices for which there is
 * no room
 */
export const saveBridgedToys = (db: Db, ownerId: string, { toys: reported, link }: BridgeReport, now: Date) =>
  db.transaction(async tx => {
    const uid = await lockBridge(tx, ownerId, now)
    const all = await tx
      .select()
      .from(toys)
      .where(and(eq(toys.ownerId, ownerId), eq(toys.provider, 'BUTTPLUG')))
    const known = new Map(all.filter(toy => toy.removedAt === null).map(toy => [toy.id, toy]))
    const matches = matchDevices([...known.values()], reported, link)
    const room = MAX_BRIDGED_TOYS_PER_OWNER - known.size
    const refused = matches.filter(({ toyId }) => toyId === null).slice(Math.max(room, 0))
    const taken = new Set(all.map(({ id }) => id))
    const kept = matches
      .filter(match => !refused.includes(match))
      .map(match => {
        const id = match.toyId ?? newToyId(ownerId, match.device, taken)
        taken.add(id)
        return { ...match, id }
      })
      // In the order in which all reports lock them.
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await markBridgedToysOffline(tx, ownerId, { but: kept.map(({ id }) => id) })
    const rows = kept.length > 0 ? await upsertBridgedToys(tx, ownerId, kept, link, now) : []
    const told = rows.map(row => ({ ...row, isNew: !known.has(row.id) }))
    await notifyAdminsOfNewToys(tx, told)
    const isToStop = ({ id, isDoubted: doubts, unconfirmedCap }: (typeof rows)[number]) =>
      doubts || (unconfirmedCap !== null && known.get(id)?.unconfirmedCap === null)
    return {
      bridged: kept.map(({ id, device, unconfirmedCap }) => ({
        toyId: id,
        device: device.device,
        isHeld: unconfirmedCap !== null,
      })),
      refused: refused.map(({ device }) => device.device),
      doubted: rows.filter(isToStop).map(({ id }) => ({ provider: 'BUTTPLUG' as const, uid, toyId: id })),
    }
  })

type KeptMatch = DeviceMatch<BridgedToy> & { id: string }

const upsertBridgedToys = (tx: Tx, ownerId: string, kept: KeptMatch[], link: string, now: Date) =>
  tx
    .insert(toys)
    .values(
      kept.map(({ id, device, unconfirmedCap }) => ({
        id,
        provider: 'BUTTPLUG' as const,
        name: device.name,
        model: modelOfDevice(device),
        ownerId,
        ...offAir,
        status: 'ONLINE' as const,
        lastActive: now,
        batteryLevel: device.battery ?? 0,
        functions: [device.drives],
        bridgeLink: link,
        bridgeDevice: device.device,
        unconfirmedCap,
      })),
    )
    .onConflictDoUpdate({
      target: toys.id,
      set: {
        status: sql`excluded.status`,
        lastActive: now,
        // 0 stands for an unknown level: the last reported one stays.
        batteryLevel: sql`coalesce(nullif(excluded.battery_level, 0), ${toys.batteryLevel})`,
        functions: sql`excluded.functions`,
        bridgeLink: sql`excluded.bridge_link`,
        bridgeDevice: sql`excluded.bridge_device`,
        unconfirmedCap: sql`excluded.unconfirmed_cap`,
        onAir: sql`${toys.onAir} and excluded.unconfirmed_cap is null`,
        onAirUntil: sql`case when excluded.unconfirmed_cap is null then ${toys.onAirUntil} end`,
      },
      setWhere: eq(toys.ownerId, ownerId),
    })
    .returning({ id: toys.id, isDoubted, unconfirmedCap: toys.unconfirmedCap })

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
