import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { isSameSecret } from '../../platform/crypto/signature.ts'
import { Problem } from '../../wire/problem.ts'
import { ReportedToys, type ReportedToy, type receiveLovenseCallback } from './contract.ts'
import { parseReportedFunctions } from './function.rules.ts'
import type { ToyGateway, ToyTarget } from './gateway.ts'
import { storedToken } from './linkToken.service.ts'
import { isShownDifferently, isToyOnline, offAir, OFFLINE_AFTER_MS } from './rules.ts'
import { toyLinks, toys } from './table.ts'

const INSTRUCTIONS =
  'Open de Lovense Remote-app, kies Discover, scan deze code en laat de app open. De code is 4 uur geldig.'

/** The maximum number of toys that are read from one report. */
const MAX_REPORTED_TOYS = 50

export const randomProviderId = () => randomBytes(24).toString('base64url')

/**
 * Creates a QR code for a creator. Pairing again keeps the `uid`, so that the toys are kept; the linked app stays linked until
 * another scans the new code.
 * @throws Problem PROVIDER_UNAVAILABLE; the app that was linked before is linked still
 */
export async function createPairingCode(db: Db, gateway: ToyGateway, who: AuthenticatedUser, now: Date) {
  // First, so that two concurrent calls get the same `uid`.
  await db
    .insert(toyLinks)
    .values({
      userId: who.userId,
      uid: randomProviderId(),
      utoken: storedToken(randomProviderId()),
      createdAt: now,
    })
    .onConflictDoNothing()
  const isOwn = eq(toyLinks.userId, who.userId)
  const [owner] = await db.select({ uid: toyLinks.uid }).from(toyLinks).where(isOwn)
  if (!owner) throw new Problem('NO_SESSION')
  const utoken = randomProviderId()
  const code = await gateway.pair({ ...owner, utoken })
  await db.transaction(async tx => {
    await tx
      .update(toyLinks)
      .set({ pendingUtoken: storedToken(utoken), createdAt: now })
      .where(isOwn)
    await recordAuditEntry(tx, { by: who.userId, action: 'APP_PAIRED', subjectId: who.userId })
  })
  return { ...code, instructions: INSTRUCTIONS }
}

/** Whether an app answers: that of one creator, or any when `userId` is null. */
export async function loadProviderConnection(db: Db, userId: string | null, now: Date) {
  const [link] = await db
    .select({
      platform: toyLinks.platform,
      appVersion: toyLinks.appVersion,
      connectedAt: toyLinks.connectedAt,
      toyCount: countOnlineToys.mapWith(Number),
    })
    .from(toyLinks)
    .leftJoin(toys, eq(toys.ownerId, toyLinks.userId))
    .where(
      and(
        userId === null ? undefined : eq(toyLinks.userId, userId),
        sql`${toyLinks.connectedAt} is not null and ${toyLinks.lastSeenAt} > ${new Date(now.getTime() - OFFLINE_AFTER_MS).toISOString()}::timestamptz`,
      ),
    )
    .groupBy(toyLinks.userId)
    .orderBy(desc(toyLinks.lastSeenAt))
    .limit(1)
  if (!link?.connectedAt) return { isConnected: false, connectionInfo: null }
  return { isConnected: true, connectionInfo: { ...link, connectedAt: link.connectedAt } }
}

const countOnlineToys = sql<number>`count(${toys.id}) filter (where ${toys.status} = 'ONLINE' and ${toys.provider} = 'LOVENSE')`

export type AppReport = Omit<z.output<typeof receiveLovenseCallback.input>, 'secret'>

interface ReportResult {
  /** Its toys that took no command the last time. */
  doubted: ToyTarget[]
  /** Whether anyone is shown something else of a toy; another heartbeat is nothing else. */
  hasChanged: boolean
}

/**
 * Stores an app's report of its toys, on pairing and then as its heartbeat. A report has no signature: the random token
 * authenticates it. A new toy waits for an admin to activate it; one of another creator stays with that creator.
 * @returns null when the report is not authentic
 */
export async function processAppReport(db: Db, report: AppReport, now: Date): Promise<ReportResult | null> {
  const [link] = await db.select().from(toyLinks).where(eq(toyLinks.uid, report.uid))
  // Always compares both, so that the response time does not reveal which one differs.
  const token = storedToken(report.utoken)
  const tokens = [link?.utoken, link?.pendingUtoken].map(kept => isSameSecret(kept ?? '', token))
  if (!link || !tokens.includes(true)) return null
  const reported = listReportedToys(report.toys)
  return db.transaction(async tx => {
    const believed = await tx
      .update(toyLinks)
      .set({
        ...promoteTokenColumns(token, now),
        lastSeenAt: now,
        platform: report.platform ?? link.platform,
        appVersion: report.appVersion ?? link.appVersion,
      })
      // Unless another app was linked just now.
      .where(and(eq(toyLinks.userId, link.userId), hasToken(token)))
      .returning({ userId: toyLinks.userId })
    if (believed.length === 0) return null
    if (!reported) return { doubted: [], hasChanged: false }
    const { doubted, hasChanged } = await upsertReportedToys(tx, link.userId, reported, now)
    return { doubted: doubted.map(toyId => ({ provider: 'LOVENSE', toyId, uid: link.uid })), hasChanged }
  })
}

const hasToken = (token: string) => or(eq(toyLinks.utoken, token), eq(toyLinks.pendingUtoken, token))

/** The first report with a new code's token makes it the only valid token, and begins a connection; later ones continue it. */
function promoteTokenColumns(token: string, now: Date) {
  const isFirst = sql`coalesce(${eq(toyLinks.pendingUtoken, token)}, false)`
  const at = sql`${now.toISOString()}::timestamptz`
  return {
    utoken: sql`case when ${isFirst} then ${toyLinks.pendingUtoken} else ${toyLinks.utoken} end`,
    pendingUtoken: sql`case when ${isFirst} then null else ${toyLinks.pendingUtoken} end`,
    connectedAt: sql`case when ${isFirst} then ${at} else coalesce(${toyLinks.connectedAt}, ${at}) end`,
  }
}

/** In the order of their ids, in which all reports lock them; null when the report has no toys. */
function listReportedToys(sent: string | ReportedToys): ReportedToy[] | null {
  const toys = typeof sent === 'string' ? parseReportedToys(sent) : sent
  if (!toys) return null
  const read = Object.values(toys)
    .filter(toy => toy !== null)
    .slice(0, MAX_REPORTED_TOYS)
  return [...new Map(read.map(toy => [toy.id, toy])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function parseReportedToys(text: string): ReportedToys {
  try {
    return ReportedToys.safeParse(JSON.parse(text)).data
  } catch {
    return null
  }
}

/** Whether an upsert inserted the row: PostgreSQL stores no updating transaction in a new one. */
const isInserted = sql<boolean>`xmax = 0`

/** Whether a toy took no command, or no stop, the last time. */
export const isDoubted = sql<boolean>`(${toys.unreachableAt} is not null or ${toys.unstoppedAt} is not null)`

/** Notifies admins of toys that wait for them to be activated, with one notification for all toys of a report. */
export async function notifyAdminsOfNewToys(tx: Tx, reported: { id: string; isNew: boolean }[]) {
  const [first, ...more] = reported.filter(({ isNew }) => isNew)
  if (!first) return
  const params = { count: 1 + more.length }
  await notifyAdmins(tx, { kind: 'TOY_WAITING', params, about: first.id, path: '/admin/devices' })
}

/** @returns the ids of those that took no command the last time, and whether anyone is shown something else; the caller has the link's lock */
async function upsertReportedToys(tx: Tx, ownerId: string, reported: ReportedToy[], now: Date) {
  const ids = new Set(reported.map(toy => toy.id))
  const known = await tx
    .select()
    .from(toys)
    .where(and(eq(toys.ownerId, ownerId), eq(toys.provider, 'LOVENSE')))
  const before = new Map(known.map(toy => [toy.id, toy]))
  const gone = known.filter(({ id, status }) => status !== 'OFFLINE' && !ids.has(id))
  const goneIds = gone.map(({ id }) => id)
  if (gone.length > 0) await tx.update(toys).set({ status: 'OFFLINE' }).where(inArray(toys.id, goneIds))
  const kept = reported.length > 0 ? await storeReportedToys(tx, ownerId, reported, now) : []
  const isRemoved = (id: string) => (before.get(id)?.removedAt ?? null) !== null
  await notifyAdminsOfNewToys(
    tx,
    kept.map(({ id, isNew }) => ({ id, isNew: isNew || isRemoved(id) })),
  )
  return {
    doubted: kept.filter(({ isDoubted }) => isDoubted).map(({ id }) => id),
    hasChanged:
      gone.some(toy => isToyOnline(toy, now)) ||
      kept.some(toy => isShownDifferently(before.get(toy.id), toy, now)),
  }
}

const storeReportedToys = (tx: Tx, ownerId: string, reported: ReportedToy[], now: Date) =>
  tx
    .insert(toys)
    .values(
      reported.map(toy => ({
        id: toy.id,
        name: toy.nickName || toy.name,
        model: toy.name.toLowerCase(),
        ownerId,
        ...offAir,
        status: toy.status === 1 ? ('ONLINE' as const) : ('OFFLINE' as const),
        lastActive: now,
        batteryLevel: toy.battery ?? 0,
        functions: parseReportedFunctions(toy.fullFunctionNames, toy.shortFunctionNames),
      })),
    )
    .onConflictDoUpdate({
      target: toys.id,
      set: {
        status: sql`excluded.status`,
        lastActive: now,
        // 0 stands for an unknown level: the last reported one stays.
        batteryLevel: sql`coalesce(nullif(excluded.battery_level, 0), ${toys.batteryLevel})`,
        functions: sql`coalesce(excluded.functions, ${toys.functions})`,
        removedAt: null,
      },
      setWhere: sql`${toys.ownerId} = ${ownerId} and ${toys.provider} = 'LOVENSE'`,
    })
    .returning({
      id: toys.id,
      isDoubted,
      isNew: isInserted,
      status: toys.status,
      lastActive: toys.lastActive,
      unreachableAt: toys.unreachableAt,
      unstoppedAt: toys.unstoppedAt,
      batteryLevel: toys.batteryLevel,
      functions: toys.functions,
    })

/** The same as `capOf`, in a statement. */
export const currentCap = sql<number>`least(${toys.maxIntensity}, ${toys.unconfirmedCap})`.mapWith(Number)

/** The same as `isOnAir`, in a statement. */
export const isOnAirAt = (now: Date) => and(eq(toys.onAir, true), gt(toys.onAirUntil, now))

/** All toys that commands can be sent to; those of one creator when `ownerId` is given. */
export const findToyTargets = (db: Db, ownerId: string | null = null): Promise<ToyTarget[]> =>
  db
    .select({ provider: toys.provider, toyId: toys.id, uid: toyLinks.uid })
    .from(toys)
    .innerJoin(toyLinks, eq(toyLinks.userId, toys.ownerId))
    .where(ownerId === null ? undefined : eq(toys.ownerId, ownerId))

/** Stores that a toy takes no commands, or does again. */
export async function setToyUnreachableAt(db: Db, toyId: string, unreachableAt: Date | null): Promise<void> {
  await db.update(toys).set({ unreachableAt }).where(eq(toys.id, toyId))
}
