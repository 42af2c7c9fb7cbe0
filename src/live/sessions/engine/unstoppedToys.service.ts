import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { notifyAdmins, notifyUser } from '../../../people/notifications/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import { toys } from '../../toys/table.ts'

/** A failed write is tried again after this long, in milliseconds. */
const RETRY_MS = 1000

export type UnstoppedToys = ReturnType<typeof createUnstoppedToys>

/**
 * Stores for each toy since when its provider takes neither a stop nor zeros although it may run, and tells its owner at once, because
 * nobody else can still switch it off, and admins, who can call her.
 */
export function createUnstoppedToys({ db, bus, log, now }: Pick<Platform, 'db' | 'bus' | 'log' | 'now'>) {
  /** By toy id, the time to be stored; a newer one replaces it. */
  const wanted = new Map<string, Date | null>()
  const told = new Set<string>()

  async function store(toyId: string, at: Date | null): Promise<void> {
    while (wanted.get(toyId) === at) {
      try {
        await (at ? raise(toyId, at) : db.update(toys).set({ unstoppedAt: null }).where(eq(toys.id, toyId)))
        if (wanted.get(toyId) === at) wanted.delete(toyId)
        return bus.publish('toys.changed', null)
      } catch (error) {
        log.error({ err: error }, 'whether a toy took its stop was not saved')
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  const raise = (toyId: string, at: Date) =>
    db.transaction(async tx => {
      const [toy] = await tx
        .update(toys)
        .set({ unstoppedAt: at })
        .where(and(eq(toys.id, toyId), isNull(toys.unstoppedAt)))
        .returning({ ownerId: toys.ownerId, name: toys.name })
      if (!toy) return
      const about = `${toyId} ${at.toISOString()}`
      const params = { toyName: toy.name }
      await notifyUser(tx, toy.ownerId, { kind: 'TOY_UNSTOPPED', params, about, path: '/studio' })
      // Not the name, which is the owner's own text.
      await notifyAdmins(tx, { kind: 'UNSTOPPED_TOY', params: undefined, about, path: '/admin/devices' })
    })

  const put = (toyId: string, at: Date | null) => {
    wanted.set(toyId, at)
    void store(toyId, at)
  }

  return {
    /** A stop of this toy is not acknowledged, though it may run. */
    recordOverdue: ({ provider, toyId }: ToyTarget): void => {
      log.error({ provider, toyId }, 'a toy that may run did not take its stop')
      told.add(toyId)
      put(toyId, now())
    },
    /** A stop of this toy was acknowledged. */
    recordStopped: ({ toyId }: ToyTarget): void => {
      if (told.delete(toyId)) put(toyId, null)
    },
    /** Another node may have stored that the toy did not take its stop: the next answer counts. */
    recheck: ({ toyId }: ToyTarget) => void told.add(toyId),
  }
}
