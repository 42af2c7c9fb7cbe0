import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import type { Who } from '../platform/session.ts'
import type { Toy } from '../toys/contract.ts'
import { patternsFor } from '../toys/pattern.rules.ts'
import { isOnline } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { toyControlSessions } from './table.ts'

/** The active toys on the air; an admin sees all of them. One statement. */
export async function listToysFor(db: Db, who: Who, now: Date): Promise<Toy[]> {
  const onAir = and(eq(toys.isActive, true), eq(toys.onAir, true))
  const rows = await db
    .select({ toy: toys, busy: sql<boolean>`${toyControlSessions.id} is not null` })
    .from(toys)
    .leftJoin(
      toyControlSessions,
      and(eq(toyControlSessions.toyDeviceId, toys.id), ne(toyControlSessions.status, 'STOPPED')),
    )
    .where(who.role === 'ADMIN' ? undefined : onAir)
    .orderBy(asc(toys.name), asc(toys.id))
  return rows.map(({ toy, busy }) => {
    const online = isOnline(toy, now)
    return {
      id: toy.id,
      name: toy.name,
      type: toy.model,
      isOnline: online,
      isActive: toy.isActive,
      batteryLevel: toy.batteryLevel,
      status: online ? ('ONLINE' as const) : ('OFFLINE' as const),
      busy,
      capabilities: { vibrate: true, maxIntensity: toy.maxIntensity, patterns: patternsFor(toy.model) },
    }
  })
}
