import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { sessionsOn } from '../sessions/creator.service.ts'
import type { StopReason } from '../sessions/rules.ts'
import type { Stage } from '../sessions/stage.service.ts'
import { toyControlSessions } from '../sessions/table.ts'
import { ownToys } from '../sessions/toys.service.ts'
import { levelOf } from '../sessions/wave.rules.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Who } from '../../platform/session.ts'
import { knownTargets, readConnection } from '../toys/service.ts'
import { toys } from '../toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { changeToy, Earned, Studio, StudioSession, StudioToy } from './contract.ts'

/** What a creator's calls need: the toys are moved on the stage alone. */
export interface Backstage extends Pick<Platform, 'db' | 'bus' | 'log' | 'now'> {
  stage: Stage
}

/** Whose toys one manages: one's own, or, null, everyone's. */
const ownerFor = ({ userId, role }: Who): string | null => (role === 'ADMIN' ? null : userId)

type SessionOn = Awaited<ReturnType<typeof sessionsOn>>[number]
type Shown = z.input<typeof StudioSession>

export async function studioOf(backstage: Backstage, who: Who): Promise<z.input<typeof Studio>> {
  const { db, now } = backstage
  const ownerId = ownerFor(who)
  const [toys, sessions, provider] = await Promise.all([
    ownToys(db, ownerId, now()),
    sessionsOn(db, ownerId),
    readConnection(db, ownerId, now()),
  ])
  return { toys, sessions: sessions.map(asShown(backstage)), provider, serverNow: now() }
}

const asShown =
  ({ stage, now }: Backstage) =>
  (session: SessionOn): Shown => {
    const seen = stage.lastSeen(session.userId)
    const output = seen?.session.id === session.id ? stage.output(seen) : null
    const elapsedMs = output ? now().getTime() - output.startedAt.getTime() : 0
    return { ...session, output, level: levelOf(output, elapsedMs, session.cap) }
  }

const DAYS = 30
const ZONE = 'Europe/Brussels'

/** Minutes that were played on a creator's toys. One statement. */
export async function earnedBy(db: Db, who: Who, now: Date): Promise<Earned> {
  const ownerId = ownerFor(who)
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

type Changed = z.output<typeof changeToy.input>

/** What runs feels a new cap at once. @throws Problem NOT_FOUND for a toy that is not there or someone else's */
export async function setToy(
  backstage: Backstage,
  who: Who,
  { toyId, ...changed }: Changed,
): Promise<StudioToy> {
  const { db, bus, log, now, stage } = backstage
  const ownerId = ownerFor(who)
  const isOwn = and(eq(toys.id, toyId), ownerId === null ? undefined : eq(toys.ownerId, ownerId))
  const set = Object.values(changed).some(value => value !== undefined)
  if (set) await db.transaction(tx => change(tx, who, isOwn, changed))
  const toy = (await ownToys(db, ownerId, now())).find(({ id }) => id === toyId)
  if (!toy) throw new Problem('NOT_FOUND')
  if (changed.maxIntensity !== undefined)
    for (const { id } of (await sessionsOn(db, ownerId)).filter(session => session.toyId === toyId))
      await stage.recap(id).catch((error: unknown) => log.error({ err: error }, 'a cap waits for its turn'))
  if (set) bus.publish('toys.changed', null)
  return toy
}

async function change(tx: Tx, who: Who, isOwn: SQL | undefined, changed: Omit<Changed, 'toyId'>) {
  const [before] = await tx.select().from(toys).where(isOwn).for('no key update')
  if (!before) return
  await tx.update(toys).set(changed).where(isOwn)
  // Not what it is called, which is its owner's word.
  const { name, ...rest } = changed
  const details = { ...diffForAudit(before, rest), ...(name !== undefined && { renamed: true }) }
  await recordAuditEntry(tx, { by: who.userId, action: 'TOY_CHANGED', subjectId: before.id, details })
}

/** Those that are meant: that of the id, or all. @throws Problem NOT_FOUND when the id is of none of one's own */
async function meant({ db }: Backstage, who: Who, sessionId: string | undefined): Promise<SessionOn[]> {
  const sessions = await sessionsOn(db, ownerFor(who))
  if (sessionId === undefined) return sessions
  const found = sessions.filter(({ id }) => id === sessionId)
  if (found.length === 0) throw new Problem('NOT_FOUND')
  return found
}

/**
 * Declines what is still in its countdown.
 * @throws Problem NOT_FOUND, or CONFLICT once control has begun, or when there is nothing to decline
 */
export async function decline(
  backstage: Backstage,
  who: Who,
  sessionId: string | undefined,
): Promise<{ sessions: Shown[] }> {
  const all = await meant(backstage, who, sessionId)
  const counting = sessionId === undefined ? all.filter(({ status }) => status === 'COUNTDOWN') : all
  if (counting.length === 0) throw new Problem('CONFLICT', { message: 'Er is niets om af te wijzen.' })
  for (const { id } of counting) await backstage.stage.decline(id, who.userId)
  return { sessions: counting.map(asEnded(backstage)) }
}

/**
 * Ends sessions, the toys first. Without an id every toy of one's own is sent a stop, whatever it does: that is what the
 * big button promises.
 * @throws Problem NOT_FOUND
 */
export async function stopSessions(
  backstage: Backstage,
  who: Who,
  sessionId: string | undefined,
): Promise<{ sessions: Shown[] }> {
  const { db, stage } = backstage
  if (sessionId === undefined)
    for (const target of await knownTargets(db, ownerFor(who))) stage.silence(target)
  const sessions = await meant(backstage, who, sessionId)
  await Promise.all(sessions.map(session => endBy(stage, who, session, 'STOPPED_BY_CREATOR')))
  if (sessionId === undefined)
    await db.transaction(tx =>
      recordAuditEntry(tx, { by: who.userId, action: 'TOYS_STOPPED', subjectId: who.userId }),
    )
  return { sessions: sessions.map(asEnded(backstage)) }
}

const endBy = (stage: Stage, who: Who, { id, userId, ownerId }: SessionOn, reason: StopReason) =>
  stage.end(userId, ownerId === who.userId ? 'CREATOR' : 'ADMIN', reason, { only: id, actorId: who.userId })

const asEnded =
  (backstage: Backstage) =>
  (session: SessionOn): Shown => ({
    ...asShown(backstage)(session),
    status: 'STOPPED',
    output: null,
    level: 0,
  })

/** Ends what a user controls of a creator's toys. */
export async function endControlOf(backstage: Backstage, who: Who, userId: string): Promise<void> {
  const sessions = await sessionsOn(backstage.db, who.userId)
  const theirs = sessions.filter(session => session.userId === userId)
  await Promise.all(theirs.map(session => endBy(backstage.stage, who, session, 'STOPPED_BY_CREATOR')))
}
