import { and, eq, lte, sql } from 'drizzle-orm'
import { notifyUsers } from '../../people/notifications/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { toys } from './table.ts'

const isOver = (now: Date) => and(eq(toys.onAir, true), lte(toys.onAirUntil, now))

/** Whether the hours of a toy passed since its owner was last told of such. */
export const hasOnAirEnded = (now: Date) => sql`exists (select from ${toys} where ${isOver(now)})`

/** Tells owners that the hours that they chose have passed. Nobody could start since; that depends on the time alone. */
export async function endOnAir({ db, bus, now }: Pick<Platform, 'db' | 'bus' | 'now'>): Promise<void> {
  const ended = await db.transaction(async tx => {
    const rows = await tx.update(toys).set({ onAir: false }).where(isOver(now())).returning()
    const news = rows.map(({ id, ownerId, name, onAirUntil }) => ({
      userId: ownerId,
      kind: 'ON_AIR_ENDED' as const,
      params: { toyName: name },
      about: `${id} ${onAirUntil?.toISOString()}`,
      path: '/studio',
    }))
    await notifyUsers(tx, news)
    return rows
  })
  for (const { ownerId } of ended) bus.publish('studio.changed', { userId: ownerId })
  if (ended.length > 0) bus.publish('toys.changed', null)
}
