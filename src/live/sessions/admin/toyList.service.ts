import type { z } from 'zod'
import type { AdminToy } from './contract.ts'
import { users } from '../../../people/accounts/table.ts'
import { eq, isNull } from 'drizzle-orm'
import { toys } from '../../toys/table.ts'
import { capOf } from '../../toys/rules.ts'
import { type ToyReader, type ToyRow, selectToys, onAirState, toToy } from '../engine/toyList.service.ts'

/** All toys with their owners: those that take no stop first, then those that wait for approval, then by name. One statement. */
export async function findAllToys(platform: ToyReader): Promise<z.input<typeof AdminToy>[]> {
  const now = platform.now()
  const owner = { ownerId: users.id, ownerName: users.displayName, ownerEmail: users.email }
  const rows = await selectToys(platform, now, owner)
    .innerJoin(users, eq(users.id, toys.ownerId))
    .where(isNull(toys.removedAt))
  const urgency = ({ toy }: { toy: ToyRow }) => (toy.unstoppedAt ? 0 : toy.isActive ? 2 : 1)
  const mostUrgentFirst = rows.toSorted((a, b) => urgency(a) - urgency(b))
  return mostUrgentFirst.map(row => ({
    ...toToy(row, now),
    provider: row.toy.provider,
    maxIntensity: capOf(row.toy),
    ...onAirState(row.toy, now),
    unstoppedAt: row.toy.unstoppedAt,
    owner: { id: row.ownerId, displayName: row.ownerName, email: row.ownerEmail },
    lastSeenAt: row.toy.lastActive,
  }))
}
