import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { qualified } from '../../platform/db/sql.ts'
import { formatBrusselsTime } from '../../wire/brusselsTime.ts'
import { Problem } from '../../wire/problem.ts'
import { toys } from '../toys/table.ts'
import { toyControlSessions } from './table.ts'

/** Whether a user controlled a toy of a creator before. */
export const hasPlayed = (userId: string | PgColumn, ownerId: string | PgColumn) =>
  sql<boolean>`exists (
    select from ${toyControlSessions} played join ${toys} theirs on theirs.id = played.toy_device_id
    where played.user_id = ${qualified(userId)} and theirs.owner_id = ${qualified(ownerId)}
      and played.metered_at is not null
  )`

/** @throws Problem NOT_RECEIVING with the time when the creator's pause ends */
export function refuseInPause(until: Date | null): void {
  if (until === null) return
  // To the next full minute, so that nobody comes too early.
  const time = formatBrusselsTime(new Date(until.getTime() + 59_000)).slice(-5)
  throw new Problem('NOT_RECEIVING', { message: `Ze neemt even pauze. Vanaf ${time} kan het weer.` })
}
