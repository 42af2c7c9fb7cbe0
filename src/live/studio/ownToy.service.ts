import { and, eq, isNull, ne } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { toyControlSessions, toyQueue } from '../sessions/table.ts'
import { lockBridge } from '../toys/bridge.service.ts'
import { offAir, OFFLINE_AFTER_MS } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'

type ToyRow = typeof toys.$inferSelect

interface ConfirmedToy {
  toyId: string
  /** The device that its owner felt. */
  device: number
}

const isConnected = ({ status }: ToyRow) => status === 'ONLINE'

/**
 * Stores which of the connected devices each held toy is, as its owner felt.
 * @throws Problem CONFLICT when other devices are connected by now
 */
export async function confirmBridgedToys(
  { db, bus, now }: Pick<Platform, 'db' | 'bus' | 'now'>,
  ownerId: string,
  chosen: ConfirmedToy[],
): Promise<null> {
  await db.transaction(async tx => {
    await lockBridge(tx, ownerId, now())
    const isOwn = and(eq(toys.ownerId, ownerId), eq(toys.provider, 'BUTTPLUG'), isNull(toys.removedAt))
    const own = await tx.select().from(toys).where(isOwn).orderBy(toys.id).for('no key update')
    const held = new Map(
      own
        .filter(toy => isConnected(toy) && toy.unconfirmedCap !== null)
        .map(toy => [toy.bridgeDevice as number, toy]),
    )
    if (!isComplete(chosen, held, own))
      throw new Problem('CONFLICT', { message: 'Je toys zijn intussen veranderd. Laat ze opnieuw trillen.' })
    const models = new Set([...held.values()].map(({ model }) => model))
    for (const toy of own)
      if (models.has(toy.model) && !isKnown(toy)) await placeToy(tx, toy, chosen, held, now())
    for (const { toyId } of chosen)
      await recordAuditEntry(tx, {
        by: ownerId,
        action: 'TOY_CHANGED',
        subjectId: toyId,
        details: { recognized: true },
      })
  })
  bus.publish('bridge.confirmed', { ownerId })
  bus.publish('toys.changed', null)
  return null
}

const isKnown = (toy: ToyRow) => isConnected(toy) && toy.unconfirmedCap === null

/** Each held device is chosen once, as another toy of its name that is not connected otherwise. */
function isComplete(chosen: ConfirmedToy[], held: Map<number, ToyRow>, own: ToyRow[]): boolean {
  const isFitting = ({ toyId, device }: ConfirmedToy) => {
    const toy = own.find(({ id }) => id === toyId)
    return toy !== undefined && !isKnown(toy) && toy.model === held.get(device)?.model
  }
  return (
    held.size > 0 &&
    chosen.length === held.size &&
    new Set(chosen.map(({ toyId }) => toyId)).size === held.size &&
    new Set(chosen.map(({ device }) => device)).size === held.size &&
    chosen.every(isFitting)
  )
}

/** One that was not chosen is not connected. */
async function placeToy(
  tx: Tx,
  { id }: ToyRow,
  chosen: ConfirmedToy[],
  held: Map<number, ToyRow>,
  now: Date,
): Promise<void> {
  const place = chosen.find(({ toyId }) => toyId === id)
  const bridgeLink = place ? (held.get(place.device)?.bridgeLink ?? null) : null
  const set = place
    ? { bridgeLink, bridgeDevice: place.device, status: 'ONLINE' as const, lastActive: now }
    : { bridgeLink, bridgeDevice: null, status: 'OFFLINE' as const }
  await tx
    .update(toys)
    .set({ ...set, unconfirmedCap: null })
    .where(eq(toys.id, id))
}

/**
 * Removes a toy that is gone; its sessions stay. A toy that comes back later is a new one, which waits for approval.
 * @throws Problem NOT_FOUND for another's toy; CONFLICT while it is connected, or somebody controls it
 */
export async function removeOwnToy(
  { db, bus, now }: Pick<Platform, 'db' | 'bus' | 'now'>,
  ownerId: string,
  toyId: string,
): Promise<null> {
  await db.transaction(async tx => {
    const isOwn = and(eq(toys.id, toyId), eq(toys.ownerId, ownerId), isNull(toys.removedAt))
    const [toy] = await tx.select().from(toys).where(isOwn).for('update')
    if (!toy) throw new Problem('NOT_FOUND')
    const silentMs = now().getTime() - (toy.lastActive?.getTime() ?? 0)
    if (silentMs < OFFLINE_AFTER_MS || isConnected(toy))
      throw new Problem('CONFLICT', {
        message: 'Deze toy was net nog verbonden. Zet haar uit, en probeer het over een minuut opnieuw.',
      })
    const played = eq(toyControlSessions.toyDeviceId, toyId)
    if ((await tx.$count(toyControlSessions, and(played, ne(toyControlSessions.status, 'STOPPED')))) > 0)
      throw new Problem('TOY_BUSY')
    await tx.delete(toyQueue).where(eq(toyQueue.toyId, toyId))
    if ((await tx.$count(toyControlSessions, played)) > 0)
      await tx
        .update(toys)
        .set({ ...offAir, isActive: false, removedAt: now() })
        .where(isOwn)
    else await tx.delete(toys).where(isOwn)
    await recordAuditEntry(tx, { by: ownerId, action: 'TOY_REMOVED', subjectId: toyId })
  })
  bus.publish('toys.changed', null)
  return null
}
