import { and, asc, eq, ne } from 'drizzle-orm'
import { users } from '../../../people/accounts/table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { currentCap } from '../../toys/service.ts'
import { isFavourite, menuOfOwner } from '../../menu/service.ts'
import { toys } from '../../toys/table.ts'
import { toyControlSessions } from '../table.ts'

/** The live sessions on a creator's toys, or on all toys when `ownerId` is null; the oldest first. */
export const findLiveSessionsByOwner = (db: Db, ownerId: string | null) =>
  db
    .select({
      id: toyControlSessions.id,
      toyId: toyControlSessions.toyDeviceId,
      ownerId: toys.ownerId,
      cap: currentCap,
      status: toyControlSessions.status,
      userId: toyControlSessions.userId,
      displayName: users.displayName,
      startedAt: toyControlSessions.createdAt,
      countdownEndsAt: toyControlSessions.countdownEndsAt,
      minutesUsed: toyControlSessions.minutesUsed,
      session: toyControlSessions,
      menu: menuOfOwner,
      isFavourite: isFavourite(toyControlSessions.userId, toys.ownerId),
      balance: users.minutesBalance,
    })
    .from(toyControlSessions)
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .innerJoin(users, eq(users.id, toyControlSessions.userId))
    .where(
      and(ne(toyControlSessions.status, 'STOPPED'), ownerId === null ? undefined : eq(toys.ownerId, ownerId)),
    )
    .orderBy(asc(toyControlSessions.createdAt), asc(toyControlSessions.id))
