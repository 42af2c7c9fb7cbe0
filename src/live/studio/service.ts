import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifications } from '../../people/notifications/table.ts'
import { findLiveSessionsByOwner } from '../sessions/engine/creatorSession.service.ts'
import type { Signal } from '../sessions/contract.ts'
import type { StopReason } from '../sessions/meter.rules.ts'
import { shownPause } from '../sessions/rules.ts'
import type { SessionController } from '../sessions/engine/sessionController.service.ts'
import { toyControlSessions } from '../sessions/table.ts'
import { findOwnToys } from '../sessions/engine/toyList.service.ts'
import { outputLevel } from '../sessions/engine/toyOutput.rules.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { findHiddenUsers, isHiddenFrom } from '../blocks/hiding.service.ts'
import { assertAdmitted } from '../creators/admission.service.ts'
import { planOnlineNotices } from '../follows/service.ts'
import { messagesPath } from '../messages/service.ts'
import { warmUpCap } from '../menu/rules.ts'
import { findToyTargets, loadProviderConnection } from '../toys/service.ts'
import { ON_AIR_HOURS } from '../toys/contract.ts'
import { isOnAir, offAir, onAirFor } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { changeToy, StudioSession, StudioToy } from './contract.ts'

/** The dependencies of a creator's calls: only the session controller moves toys. */
export interface StudioContext extends Pick<Platform, 'db' | 'bus' | 'log' | 'now' | 'settings' | 'jobs'> {
  sessionController: SessionController
}

/** A user who manages toys: a creator or an admin. */
type Manager = Pick<AuthenticatedUser, 'userId' | 'role'>

/** The owner of the toys that the caller manages: their own or, with null, all. */
const managedOwnerId = ({ userId, role }: Manager): string | null => (role === 'ADMIN' ? null : userId)

type OwnedSession = Awaited<ReturnType<typeof findLiveSessionsByOwner>>[number]
type StudioSessionResponse = z.input<typeof StudioSession>

export async function loadStudio(context: StudioContext, who: AuthenticatedUser) {
  const { db, now } = context
  const ownerId = managedOwnerId(who)
  const [toys, sessions, provider] = await Promise.all([
    findOwnToys(context, ownerId, who.userId),
    findLiveSessionsByOwner(db, ownerId),
    loadProviderConnection(db, ownerId, now()),
  ])
  return { toys, sessions: sessions.map(toStudioSession(context, who.userId)), provider, serverNow: now() }
}

/** The level and the running command are for the toy's owner alone: to an admin it says 0 and null. */
const toStudioSession =
  ({ sessionController, now }: StudioContext, viewerId: string) =>
  ({ session: row, balance, menu, lastPlayed: last, ...session }: OwnedSession): StudioSessionResponse => {
    const seen = sessionController.getLastKnown(session.userId)
    const isShown = session.ownerId === viewerId && seen?.session.id === session.id
    const output = isShown ? sessionController.getOutput(seen) : null
    const elapsedMs = output ? now().getTime() - output.startedAt.getTime() : 0
    const delay = seen?.session.id === session.id ? sessionController.getDelay(session.userId) : null
    const pause = shownPause(row, balance, now())
    const cap = warmUpCap(session.cap, menu, row.meteredMs)
    const awaitsAccept = row.status === 'COUNTDOWN' && row.mustAccept && row.acceptedAt === null
    const level = outputLevel(output, elapsedMs, cap)
    const lastPlayed = last && { ...last, at: new Date(last.at) }
    return { ...session, lastPlayed, output, delay, pause, cap, awaitsAccept, level }
  }

const DAYS = 30
const ZONE = 'Europe/Brussels'

/** Minutes that were played on a creator's toys. One statement. */
export async function sumPlayedMinutes(db: Db, who: AuthenticatedUser, now: Date) {
  const ownerId = managedOwnerId(who)
  const at = sql`${now.toISOString()}::timestamptz`
  const played = sql`coalesce(sum(${toyControlSessions.minutesUsed})`
  const since = (moment: typeof at) =>
    sql<number>`${played} filter (where ${toyControlSessions.createdAt} >= ${moment}), 0)`.mapWith(Number)
  const [earned] = await db
    .select({
      today: since(sql`date_trunc('day', ${at} at time zone ${ZONE}) at time zone ${ZONE}`),
      month: since(sql`${at} - make_interval(days => ${DAYS})`),
      ever: sql<number>`${played}, 0)`.mapWith(Number),
    })
    .from(toyControlSessions)
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .where(ownerId === null ? undefined : eq(toys.ownerId, ownerId))
  return earned ?? { today: 0, month: 0, ever: 0 }
}

type ToyChange = z.output<typeof changeToy.input>

/**
 * A running command obeys a new cap at once.
 * @throws Problem NOT_FOUND for a toy that does not exist or is another creator's; FORBIDDEN when an admin would decide for its owner; CONFLICT while it is
 * not known which device it is
 */
export async function updateStudioToy(
  context: StudioContext,
  who: AuthenticatedUser,
  { toyId, ...changed }: ToyChange,
): Promise<z.input<typeof StudioToy>> {
  const { db, bus } = context
  const ownerId = managedOwnerId(who)
  const isOwn = and(eq(toys.id, toyId), ownerId === null ? undefined : eq(toys.ownerId, ownerId))
  const set = Object.values(changed).some(value => value !== undefined)
  if (set) await db.transaction(tx => updateToyRow(context, tx, { who, isOwn }, changed))
  const toy = (await findOwnToys(context, ownerId, who.userId)).find(({ id }) => id === toyId)
  if (!toy) throw new Problem('NOT_FOUND')
  if (changed.maxIntensity !== undefined) await applyCaps(context, ownerId, [toyId])
  if (set) bus.publish('toys.changed', null)
  return toy
}

/** The output that runs on these toys obeys their caps at once. */
export async function applyCaps(
  { db, log, sessionController }: StudioContext,
  ownerId: string | null,
  toyIds: string[],
): Promise<void> {
  for (const { id, toyId } of await findLiveSessionsByOwner(db, ownerId))
    if (toyIds.includes(toyId))
      await sessionController
        .applyCapChange(id)
        .catch((error: unknown) =>
          log.error({ err: error }, 'could not apply the new cap to the running session'),
        )
}

async function updateToyRow(
  context: Pick<StudioContext, 'settings' | 'now' | 'jobs'>,
  tx: Tx,
  { who, isOwn }: { who: AuthenticatedUser; isOwn: SQL | undefined },
  { onAirHours, onAir = onAirHours && true, ...changed }: Omit<ToyChange, 'toyId'>,
) {
  const now = context.now()
  const [before] = await tx.select().from(toys).where(isOwn).for('no key update')
  if (!before) return
  if (before.ownerId !== who.userId) refuseToConsent(before, { onAir, ...changed })
  if (onAir && before.unconfirmedCap !== null)
    throw new Problem('CONFLICT', { message: 'Zeg eerst welke toy dit is. Daarna kan ze in de uitzending.' })
  const hours = onAirHours ?? ON_AIR_HOURS[0]
  const air =
    onAir === undefined
      ? {}
      : onAir
        ? onAirFor(hours, now, await assertAdmitted(tx, context.settings.current, before.ownerId, now))
        : offAir
  await tx
    .update(toys)
    .set({ ...changed, ...air })
    .where(isOwn)
  if (onAir && !isOnAir(before, now)) await planOnlineNotices(context, tx, before)
  // A lower cap holds for all that it may be.
  if (changed.maxIntensity !== undefined && before.unconfirmedCap !== null)
    await tx
      .update(toys)
      .set({ unconfirmedCap: sql`least(${toys.unconfirmedCap}, ${changed.maxIntensity})` })
      .where(
        and(eq(toys.ownerId, before.ownerId), eq(toys.model, before.model), isNotNull(toys.unconfirmedCap)),
      )
  // Without the name, which is the owner's own text.
  const { name, ...rest } = changed
  const details = {
    ...diffForAudit({ ...before, onAir: isOnAir(before, now) }, { ...rest, onAir }),
    ...(onAir && { onAirHours: hours }),
    ...(name !== undefined && { renamed: true }),
  }
  await recordAuditEntry(tx, { by: who.userId, action: 'TOY_CHANGED', subjectId: before.id, details })
}

/** A change that only the owner of a toy may allow. @throws Problem FORBIDDEN */
function refuseToConsent(
  { maxIntensity }: typeof toys.$inferSelect,
  wanted: Pick<ToyChange, 'onAir' | 'maxIntensity'>,
): void {
  if (wanted.onAir)
    throw new Problem('FORBIDDEN', { message: 'Alleen de creator zelf zet haar toy in de uitzending.' })
  if (wanted.maxIntensity !== undefined && wanted.maxIntensity > maxIntensity)
    throw new Problem('FORBIDDEN', {
      message: `Alleen de creator zelf kan haar maximum van ${maxIntensity} verhogen.`,
    })
}

/** Notes that the owner of a toy that took no stop switched it off. @throws Problem NOT_FOUND for another creator's toy */
export async function confirmOwnToyOff({ db, bus }: StudioContext, who: AuthenticatedUser, toyId: string) {
  const ownerId = managedOwnerId(who)
  const isOwn = and(eq(toys.id, toyId), ownerId === null ? undefined : eq(toys.ownerId, ownerId))
  await db.transaction(async tx => {
    const changed = await tx.update(toys).set({ unstoppedAt: null }).where(isOwn).returning({ id: toys.id })
    if (changed.length === 0) throw new Problem('NOT_FOUND')
    await recordAuditEntry(tx, { by: who.userId, action: 'TOY_SWITCHED_OFF', subjectId: toyId })
  })
  bus.publish('toys.changed', null)
  return null
}

/** The session of the id, or all. @throws Problem NOT_FOUND when the id is of none of the creator's own */
async function findRequestedSessions({ db }: StudioContext, who: Manager, sessionId?: string) {
  const sessions = await findLiveSessionsByOwner(db, managedOwnerId(who))
  if (sessionId === undefined) return sessions
  const found = sessions.filter(({ id }) => id === sessionId)
  if (found.length === 0) throw new Problem('NOT_FOUND')
  return found
}

/**
 * Declines a session that is still in its countdown.
 * @throws Problem NOT_FOUND, or CONFLICT once control has begun, or when there is nothing to decline
 */
export async function declineSessions(context: StudioContext, who: AuthenticatedUser, sessionId?: string) {
  const all = await findRequestedSessions(context, who, sessionId)
  const counting = sessionId === undefined ? all.filter(({ status }) => status === 'COUNTDOWN') : all
  if (counting.length === 0) throw new Problem('CONFLICT', { message: 'Er is niets om af te wijzen.' })
  for (const { id } of counting) await context.sessionController.declineSession(id, who.userId)
  return { sessions: counting.map(toEndedSession(context)) }
}

/** @throws Problem NOT_FOUND, or CONFLICT once control has begun or the session has ended */
export async function acceptOwnSession(context: StudioContext, who: AuthenticatedUser, sessionId: string) {
  const [session] = await findRequestedSessions(context, who, sessionId)
  // Only the person whose toy it is can consent.
  if (!session || session.ownerId !== who.userId) throw new Problem('NOT_FOUND')
  await context.sessionController.acceptSession(session.id)
  return null
}

/**
 * Only she who is played with gives signs.
 * @throws Problem NOT_FOUND, or CONFLICT outside of control
 */
export async function signalOwnSession(
  context: StudioContext,
  who: AuthenticatedUser,
  sessionId: string,
  signal: Signal,
): Promise<void> {
  const [session] = await findRequestedSessions(context, who, sessionId)
  if (!session || session.ownerId !== who.userId) throw new Problem('NOT_FOUND')
  await context.sessionController.signalSession(session.id, signal)
  context.bus.publish('studio.changed', { userId: who.userId })
}

/**
 * Ends sessions, after stopping their toys. Without an id every toy of the creator is sent a stop, whether or not it runs.
 * @throws Problem NOT_FOUND
 */
export async function stopOwnSessions(context: StudioContext, who: Manager, sessionId?: string) {
  const { db, sessionController } = context
  const end = (session: OwnedSession) => endSessionAs(sessionController, who, session, 'STOPPED_BY_CREATOR')
  if (sessionId === undefined) {
    const sessions = await stopAllToys(context, managedOwnerId(who), end)
    await db.transaction(tx =>
      recordAuditEntry(tx, { by: who.userId, action: 'TOYS_STOPPED', subjectId: who.userId }),
    )
    return { sessions: sessions.map(toEndedSession(context)) }
  }
  const sessions = await findRequestedSessions(context, who, sessionId)
  await Promise.all(sessions.map(end))
  return { sessions: sessions.map(toEndedSession(context)) }
}

/** Sends every toy of an owner, or of all with null, a stop, whether or not it runs, and ends the sessions on them. */
export async function stopAllToys(
  { db, sessionController }: Pick<StudioContext, 'db' | 'sessionController'>,
  ownerId: string | null,
  end: (session: OwnedSession) => Promise<unknown>,
): Promise<OwnedSession[]> {
  for (const target of await findToyTargets(db, ownerId)) sessionController.stopToy(target)
  const sessions = await findLiveSessionsByOwner(db, ownerId)
  await Promise.all(sessions.map(end))
  return sessions
}

const endSessionAs = (
  sessionController: SessionController,
  who: Manager,
  { id, userId, ownerId }: OwnedSession,
  reason: StopReason,
) =>
  sessionController.endSession(userId, ownerId === who.userId ? 'CREATOR' : 'ADMIN', reason, {
    only: id,
    actorId: who.userId,
  })

const toEndedSession =
  (context: StudioContext) =>
  (session: OwnedSession): StudioSessionResponse => ({
    ...toStudioSession(context, session.ownerId)(session),
    status: 'STOPPED',
    output: null,
    level: 0,
  })

/**
 * Ends the sessions of those from whom a creator is hidden, with the reason of any stop of hers, and deletes the notifications that lead them to her.
 * The sessions come first: a failure of the rest delays no stop.
 */
export async function endForHiddenUsers(context: StudioContext, creatorId: string): Promise<void> {
  const { db, sessionController } = context
  const sessions = await findLiveSessionsByOwner(db, creatorId)
  const hidden = new Set(
    await findHiddenUsers(
      db,
      creatorId,
      sessions.map(({ userId }) => userId),
    ),
  )
  await Promise.all(
    sessions
      .filter(({ userId }) => hidden.has(userId))
      .map(({ id, userId }) =>
        sessionController.endSession(userId, 'CREATOR', 'STOPPED_BY_CREATOR', {
          only: id,
          actorId: creatorId,
        }),
      ),
  )
  const isOfHer = or(
    eq(notifications.path, messagesPath(creatorId)),
    and(
      eq(notifications.kind, 'FOLLOWED_ONLINE'),
      eq(sql`split_part(${notifications.about}, ' ', 1)`, creatorId),
    ),
    and(
      eq(notifications.kind, 'TOY_FREE'),
      sql`split_part(${notifications.about}, ' ', 1) in (select t.id from ${toys} t where t.owner_id = ${creatorId})`,
    ),
  )
  await db.delete(notifications).where(and(isOfHer, isHiddenFrom(notifications.userId, creatorId)))
}

/**
 * The same for one user, who got an address or a contact that a block may cover, and all creators who are hidden now. A start and a place in the queue
 * hold the toy's lock, so that they either see that address or are seen here.
 */
export async function endForHiddenUser(context: StudioContext, userId: string): Promise<void> {
  const hiding = await context.db.transaction(tx =>
    tx
      .select({ ownerId: toys.ownerId })
      .from(toys)
      .where(isHiddenFrom(userId, toys.ownerId))
      .orderBy(toys.id)
      .for('no key update'),
  )
  const creatorIds = new Set(hiding.map(({ ownerId }) => ownerId))
  for (const creatorId of creatorIds) await endForHiddenUsers(context, creatorId)
  if (creatorIds.size > 0) context.bus.publish('toys.changed', null)
}
