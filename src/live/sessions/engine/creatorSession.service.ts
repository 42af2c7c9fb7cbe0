import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { users } from '../../../people/accounts/table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { qualified } from '../../../platform/db/sql.ts'
import { currentCap } from '../../toys/service.ts'
import { isFavourite, menuOfOwner } from '../../menu/service.ts'
import { toys } from '../../toys/table.ts'
import { toyControlSessions } from '../table.ts'

/** The newest of the sessions in which the same user controlled any toy of the same owner before. */
const lastPlayed = sql<{ at: string; minutes: number; toyName: string } | null>`(
  select json_build_object('at', played.created_at, 'minutes', played.minutes_used, 'toyName', theirs.name)
  from ${toyControlSessions} played join ${toys} theirs on theirs.id = played.toy_device_id
  where played.user_id = ${qualified(toyControlSessions.userId)} and theirs.owner_id = ${qualified(toys.ownerId)}
    and played.status = 'STOPPED' and played.metered_at is not null
  order by played.created_at desc limit 1
)`

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
      lastPlayed,
    })
    .from(toyControlSessions)
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .innerJoin(users, eq(users.id, toyControlSessions.userId))
    .where(
      and(ne(toyControlSessions.status, 'STOPPED'), ownerId === null ? undefined : eq(toys.ownerId, ownerId)),
    )
    .orderBy(asc(toyControlSessions.createdAt), asc(toyControlSessions.id))
