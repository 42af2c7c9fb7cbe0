import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser } from '../../../platform/http/session.ts'
import { qualified } from '../../../platform/db/sql.ts'
import { creatorCardSql } from '../../creatorPages/shown.service.ts'
import type { Toy, ToyCreator } from '../../toys/contract.ts'
import { patternsForModel } from '../../toys/pattern.rules.ts'
import type { Menu } from '../../menu/contract.ts'
import { allowedFunctions, isPatternAllowed, menuNotice, offPatterns, restsUntil } from '../../menu/rules.ts'
import { lastEndedOfOwner, menuOfOwner } from '../../menu/service.ts'
import { capOf, isOnAir, isToyOnline } from '../../toys/rules.ts'
import { isOnAirAt } from '../../toys/service.ts'
import { toys } from '../../toys/table.ts'
import { hiddenUsersOf } from '../../blocks/hiding.service.ts'
import { PRESENCE_TIMEOUT_MS } from '../queue/rules.ts'
import { toyControlSessions, toyQueue } from '../table.ts'

export type ToyRow = typeof toys.$inferSelect
/** A toy as services return it. */
export type ToyView = z.input<typeof Toy>

const isBusySql = sql<boolean>`${toyControlSessions.id} is not null`

/** The queue for a toy. */
interface ToyQueueSummary {
  waiting: number
  /** Someone in it is present: the toy is kept for the queue. */
  isKept: boolean
  /** The user with the claim window. */
  holder: string | null
}

const queueSummarySql = (now: Date) => sql<ToyQueueSummary>`(
  select json_build_object('waiting', count(*)::int,
    'isKept', coalesce(bool_or(seen_at > ${new Date(now.getTime() - PRESENCE_TIMEOUT_MS).toISOString()}::timestamptz), false),
    'holder', max(user_id::text) filter (where claim_until is not null))
  from ${toyQueue} where toy_id = ${qualified(toys.id)}
)`

export type ToyReader = Pick<Platform, 'db' | 'settings' | 'now'>

export const selectToys = <T extends Record<string, SQL | PgColumn>>(
  { db, ...parts }: ToyReader,
  now: Date,
  more: T,
) =>
  db
    .select({
      toy: toys,
      busy: isBusySql,
      busySince: toyControlSessions.createdAt,
      creator: creatorCardSql(parts, toys.ownerId),
      queue: queueSummarySql(now),
      menu: menuOfOwner,
      lastEndedAt: lastEndedOfOwner,
      ...more,
    })
    .from(toys)
    .leftJoin(
      toyControlSessions,
      and(eq(toyControlSessions.toyDeviceId, toys.id), ne(toyControlSessions.status, 'STOPPED')),
    )
    .orderBy(asc(toys.name), asc(toys.id))

/**
 * The toys as each of these users sees them: the active ones on the air, except those of a creator who is hidden from the user; an admin
 * sees all of them. One statement for all users.
 */
export async function findToysForViewers(
  platform: ToyReader,
  viewers: AuthenticatedUser[],
): Promise<(who: AuthenticatedUser) => ToyView[]> {
  const now = platform.now()
  const isShown = (toy: ToyRow) => toy.isActive && isOnAir(toy, now)
  const watching = sql`array(select jsonb_array_elements_text(${JSON.stringify(viewers.map(({ userId }) => userId))}::jsonb)::uuid)`
  const hasAdmin = viewers.some(({ role }) => role === 'ADMIN')
  const rows = await selectToys(platform, now, {
    hidden: sql<string[]>`array(
      select user_id::text from (${hiddenUsersOf(toys.ownerId, userId => sql`${userId} = any(${watching})`)}) as hidden
    )`,
  }).where(hasAdmin ? isNull(toys.removedAt) : and(eq(toys.isActive, true), isOnAirAt(now)))
  const all = rows.map(row => ({
    row,
    hiddenFrom: new Set(row.hidden),
    isShown: isShown(row.toy),
    toy: toToy(row, now),
  }))
  const shown = all.filter(each => each.isShown)
  const forAdmins = all.map(({ toy }) => toy)
  const forMost = shown.map(({ toy }) => toy)
  const isSpecial = new Set(rows.flatMap(({ hidden, queue }) => [...hidden, queue.holder]))
  return ({ userId, role }) => {
    if (!isSpecial.has(userId)) return role === 'ADMIN' ? forAdmins : forMost
    return (role === 'ADMIN' ? all : shown.filter(({ hiddenFrom }) => !hiddenFrom.has(userId))).map(
      ({ row, toy }) => (row.queue.holder === userId ? { ...toy, busy: row.busy } : toy),
    )
  }
}

/** A creator's own toys, or all toys when `ownerId` is null, also those off the air, as a viewer's studio shows them. One statement. */
export async function findOwnToys(platform: ToyReader, ownerId: string | null, viewerId: string) {
  const now = platform.now()
  const isOwn = ownerId === null ? undefined : eq(toys.ownerId, ownerId)
  const rows = await selectToys(platform, now, {}).where(and(isOwn, isNull(toys.removedAt)))
  return rows.map(row => ({
    ...toToy(row, now),
    maxIntensity: capOf(row.toy),
    ownMaxIntensity: row.toy.maxIntensity,
    ...onAirState(row.toy, now),
    isOwn: row.toy.ownerId === viewerId,
    isBridged: row.toy.provider === 'BUTTPLUG',
    heldDevice: row.toy.unconfirmedCap !== null && row.toy.status === 'ONLINE' ? row.toy.bridgeDevice : null,
    unstoppedAt: row.toy.unstoppedAt,
  }))
}

export const onAirState = (toy: ToyRow, now: Date) => {
  const onAir = isOnAir(toy, now)
  return { onAir, onAirUntil: onAir ? toy.onAirUntil : null }
}

interface ListedToy {
  toy: ToyRow
  busy: boolean
  busySince: Date | null
  queue: ToyQueueSummary
  menu: Menu
  lastEndedAt: Date | null
  creator: ToyCreator | null
}

/** As every user sees it except the one with the claim window. */
export function toToy(
  { toy, busy, busySince, queue, menu, lastEndedAt, creator }: ListedToy,
  now: Date,
): ToyView {
  const online = isToyOnline(toy, now)
  return {
    id: toy.id,
    name: toy.name,
    type: toy.model,
    isOnline: online,
    isActive: toy.isActive,
    batteryLevel: toy.batteryLevel ?? 0,
    status: online ? 'ONLINE' : 'OFFLINE',
    busy: busy || queue.isKept || restsUntil(menu, lastEndedAt, now) !== null,
    busySince,
    waiting: queue.waiting,
    capabilities: {
      vibrate: allowedFunctions(toy).includes('Vibrate'),
      functions: allowedFunctions(toy),
      maxIntensity: capOf(toy),
      patterns: patternsForModel(toy.model).filter(name => isPatternAllowed(menu, name)),
      offPatterns: offPatterns(menu),
      ownPatterns: menu.ownPatterns,
    },
    notice: menuNotice(menu),
    creator,
  }
}
