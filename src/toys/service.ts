import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db } from '../platform/db.ts'
import type { Who } from '../platform/session.ts'
import { Problem } from '../wire/problem.ts'
import type { Connection, PairingCode } from './contract.ts'
import type { ToyGateway, ToyTarget } from './gateway.ts'
import { SILENCE } from './rules.ts'
import { toyLinks, toys } from './table.ts'

const INSTRUCTIONS =
  'Open de Lovense Remote-app, kies Discover, scan deze code en laat de app open. De code is 4 uur geldig.'

const randomId = () => randomBytes(24).toString('base64url')

/** A new QR code for a creator. Linking again keeps the `uid`, so that the toys stay, and makes the old token void. */
export async function pairCreator(db: Db, gateway: ToyGateway, who: Who, now: Date): Promise<PairingCode> {
  const utoken = randomId()
  const [link] = await db
    .insert(toyLinks)
    .values({ userId: who.userId, uid: randomId(), utoken, createdAt: now })
    .onConflictDoUpdate({ target: toyLinks.userId, set: { utoken, connectedAt: null, createdAt: now } })
    .returning({ uid: toyLinks.uid })
  const [owner] = await db
    .select({ displayName: users.displayName })
    .from(users)
    .where(eq(users.id, who.userId))
  if (!link || !owner) throw new Problem('NO_SESSION')
  const code = await gateway.pair({ uid: link.uid, utoken, displayName: owner.displayName })
  return { ...code, instructions: INSTRUCTIONS }
}

/** Whether an app answers: that of one creator, or that of any when `userId` is null. */
export async function readConnection(
  db: Db,
  userId: string | null,
  now: Date,
): Promise<z.input<typeof Connection>> {
  const [link] = await db
    .select(connectionColumns)
    .from(toyLinks)
    .leftJoin(toys, eq(toys.ownerId, toyLinks.userId))
    .where(
      and(
        userId === null ? undefined : eq(toyLinks.userId, userId),
        sql`${toyLinks.connectedAt} is not null and ${toyLinks.lastSeenAt} > ${new Date(now.getTime() - SILENCE).toISOString()}::timestamptz`,
      ),
    )
    .groupBy(toyLinks.userId)
    .orderBy(desc(toyLinks.lastSeenAt))
    .limit(1)
  if (!link?.connectedAt) return { isConnected: false, connectionInfo: null }
  const { platform, appVersion, toyCount, connectedAt } = link
  return { isConnected: true, connectionInfo: { platform, appVersion, toyCount, connectedAt } }
}

const connectionColumns = {
  platform: toyLinks.platform,
  appVersion: toyLinks.appVersion,
  connectedAt: toyLinks.connectedAt,
  toyCount: sql<number>`count(${toys.id}) filter (where ${toys.status} = 'ONLINE')`.mapWith(Number),
}

/** One toy as the app reports it; anything else in there is left unread. */
const ReportedToy = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(40),
  nickName: z.string().max(60).nullish(),
  status: z.coerce.number(),
  battery: z.coerce.number().int().min(0).max(100).nullish().catch(null),
})

export interface Report {
  uid: string
  utoken: string
  toys: unknown
  platform?: string | null | undefined
  appVersion?: string | null | undefined
}

/**
 * Takes what an app reports of its toys, on pairing and then as its heartbeat. It carries no signature: the random
 * token is what proves it. A toy that is new here waits for an admin to activate it; one that is someone else's stays
 * theirs.
 * @returns whether the report was believed
 */
export async function takeReport(db: Db, report: Report, now: Date): Promise<boolean> {
  const [link] = await db.select().from(toyLinks).where(eq(toyLinks.uid, report.uid))
  if (!link || !isSame(link.utoken, report.utoken)) return false
  const reported = reportedToys(report.toys)
  await db.transaction(async tx => {
    await tx
      .update(toyLinks)
      .set({
        lastSeenAt: now,
        connectedAt: link.connectedAt ?? now,
        platform: report.platform ?? link.platform,
        appVersion: report.appVersion ?? link.appVersion,
      })
      .where(eq(toyLinks.userId, link.userId))
    await keepToys(tx, link.userId, reported, now)
  })
  return true
}

/** Compares secrets in a time that tells nothing of where they differ. */
export function isSame(kept: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(kept), digest(given))
}

/** The app sends an object by id; as a form, the same as JSON in a field. */
function reportedToys(sent: unknown): z.output<typeof ReportedToy>[] {
  const toys = typeof sent === 'string' ? parsed(sent) : sent
  if (typeof toys !== 'object' || toys === null) return []
  const read = Object.values(toys)
    .slice(0, 50)
    .flatMap(toy => ReportedToy.safeParse(toy).data ?? [])
  return [...new Map(read.map(toy => [toy.id, toy])).values()]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function keepToys(
  tx: Db,
  ownerId: string,
  reported: z.output<typeof ReportedToy>[],
  now: Date,
): Promise<void> {
  const ids = reported.map(toy => toy.id)
  await tx
    .update(toys)
    .set({ status: 'OFFLINE' })
    .where(and(eq(toys.ownerId, ownerId), ids.length > 0 ? notInArray(toys.id, ids) : undefined))
  if (reported.length === 0) return
  await tx
    .insert(toys)
    .values(
      reported.map(toy => ({
        id: toy.id,
        name: toy.nickName?.trim() || toy.name,
        model: toy.name.toLowerCase(),
        ownerId,
        status: toy.status === 1 ? ('ONLINE' as const) : ('OFFLINE' as const),
        lastActive: now,
        batteryLevel: toy.battery ?? null,
      })),
    )
    .onConflictDoUpdate({
      target: toys.id,
      set: {
        status: sql`excluded.status`,
        lastActive: now,
        batteryLevel: sql`coalesce(excluded.battery_level, ${toys.batteryLevel})`,
      },
      setWhere: eq(toys.ownerId, ownerId),
    })
}

/** Every toy that can be spoken to at all, for the sweep at start-up. */
export const knownTargets = (db: Db): Promise<ToyTarget[]> =>
  db
    .select({ toyId: toys.id, uid: toyLinks.uid })
    .from(toys)
    .innerJoin(toyLinks, eq(toyLinks.userId, toys.ownerId))
