import { createHash, randomBytes } from 'node:crypto'
import { asc, count, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { type LovenseFaults, LovenseError } from './contract.ts'
import { batteryAfter, levelAt, motorsAt } from './rules.ts'
import { simulatorApps, simulatorCodes, simulatorLovenseFaults, simulatorToys } from './table.ts'

/** Milliseconds until a code expires. */
const CODE_LASTS = 4 * 3_600_000
/** Milliseconds between two heartbeats of an app; the shop counts it as offline after a minute without one. */
export const HEARTBEAT_INTERVAL_MS = 20_000

interface AppToy {
  id: string
  /** The provider's name of its type. */
  name: string
  nickName: string
}

/** An app that scanned a code, as its callback describes it. */
export interface LinkedApp {
  uid: string
  utoken: string
  toys: AppToy[]
}

/** A code that links an app to this user, valid for 4 hours. */
export async function createCode(db: Db, uid: string, utoken: string, now: Date): Promise<string> {
  const code = randomBytes(8).toString('hex')
  await db.delete(simulatorCodes).where(lt(simulatorCodes.expiresAt, now))
  await db
    .insert(simulatorCodes)
    .values({ code, uid, utoken, expiresAt: new Date(now.getTime() + CODE_LASTS) })
  return code
}

/** The toys of an app that scans for the first time. */
const FIRST_TOYS = ['lush', 'ferri', 'edge', 'max']

/**
 * Acts as the app that scans the code: it gets toys of these types, or keeps the toys that it had; all are fully charged.
 * @throws LovenseError 404 for a code that is unknown or expired.
 */
export const scanCode = (db: Db, code: string, now: Date, types = FIRST_TOYS): Promise<LinkedApp> =>
  db.transaction(async tx => {
    const [found] = await tx.select().from(simulatorCodes).where(eq(simulatorCodes.code, code))
    if (!found || found.expiresAt <= now) throw new LovenseError(404, 404)
    await saveApp(tx, found, now)
    const [owned] = await tx
      .select({ toys: count() })
      .from(simulatorToys)
      .where(eq(simulatorToys.uid, found.uid))
    if (owned?.toys === 0) await saveToys(tx, found.uid, newToys(found.uid, types), now)
    await tx
      .update(simulatorToys)
      .set({ ranMs: 0, settledAt: now.getTime() })
      .where(eq(simulatorToys.uid, found.uid))
    return { uid: found.uid, utoken: found.utoken, toys: await toysOf(tx, found.uid) }
  })

/** An app that is already linked, with toys of given ids: for demo data. Idempotent. */
export const linkDemoApp = (db: Db, app: LinkedApp, now: Date): Promise<void> =>
  db.transaction(async tx => {
    await saveApp(tx, app, now)
    await saveToys(tx, app.uid, app.toys, now)
  })

async function saveApp(db: Db, { uid, utoken }: { uid: string; utoken: string }, now: Date): Promise<void> {
  const link = { utoken, linkedAt: now, heartbeatDueAt: new Date(now.getTime() + HEARTBEAT_INTERVAL_MS) }
  await db
    .insert(simulatorApps)
    .values({ uid, ...link })
    .onConflictDoUpdate({ target: simulatorApps.uid, set: link })
}

/** A toy that belonged to another app is moved to this one. */
async function saveToys(db: Db, uid: string, toys: AppToy[], now: Date): Promise<void> {
  for (const [position, toy] of toys.entries()) {
    const row = { ...toy, uid, position }
    await db
      .insert(simulatorToys)
      .values({ ...row, settledAt: now.getTime() })
      .onConflictDoUpdate({ target: simulatorToys.id, set: row })
  }
}

/** The ids have the provider's form, and are the same for the same user. */
const newToys = (uid: string, types: string[]): AppToy[] =>
  types.map(name => ({
    id: createHash('sha256').update(`${uid}:${name}`).digest('hex').slice(0, 12),
    name,
    nickName: '',
  }))

const toysOf = (db: Db, uid: string): Promise<AppToy[]> =>
  db
    .select({ id: simulatorToys.id, name: simulatorToys.name, nickName: simulatorToys.nickName })
    .from(simulatorToys)
    .where(eq(simulatorToys.uid, uid))
    .orderBy(asc(simulatorToys.position))

interface DueHeartbeats {
  /** The apps whose heartbeat is due, and that this node sends; none when they are offline. */
  apps: LinkedApp[]
  faults: LovenseFaults
  /** In how many milliseconds the next one is. */
  dueInMs: number
}

/** Claims the heartbeats that are due, in one statement: simulated apps that nobody uses cost a shop no more. */
export async function claimDueHeartbeats(db: Db, now: Date): Promise<DueHeartbeats> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = (await db.execute(
    sql`with state as (
      select coalesce((select ${simulatorLovenseFaults.faults} from ${simulatorLovenseFaults}), '{}') as faults
    ), claimed as (
      update ${simulatorApps} set heartbeat_due_at = ${at} + ${HEARTBEAT_INTERVAL_MS} * interval '1 millisecond'
      where heartbeat_due_at <= ${at} and (select faults ->> 'offline' from state) is distinct from 'true'
      returning uid, utoken, heartbeat_due_at
    )
    select faults, (
      select coalesce(json_agg(json_build_object('uid', uid, 'utoken', utoken, 'toys', (
        select coalesce(json_agg(json_build_object('id', id, 'name', name, 'nickName', nick_name) order by position), '[]')
        from ${simulatorToys} toy where toy.uid = claimed.uid
      ))), '[]') from claimed
    ) as apps, (1000 * extract(epoch from least(
      (select min(heartbeat_due_at) from claimed),
      (select min(heartbeat_due_at) from ${simulatorApps} where heartbeat_due_at > ${at})
    ) - ${at}))::float8 as "dueInMs" from state`,
  )) as { rows: unknown[] }
  const [found] = rows as [Omit<DueHeartbeats, 'dueInMs'> & { dueInMs: number | null }]
  return { ...found, dueInMs: found.dueInMs ?? Infinity }
}

/** Makes the next heartbeat due at once, of all apps or of the one whose callback got no answer. */
export async function makeHeartbeatsDue(db: Db, now: Date, uid?: string): Promise<void> {
  await db
    .update(simulatorApps)
    .set({ heartbeatDueAt: now })
    .where(uid === undefined ? undefined : eq(simulatorApps.uid, uid))
}

export async function listToyStates(db: Db, now: Date) {
  const toys = await db
    .select()
    .from(simulatorToys)
    .orderBy(asc(simulatorToys.uid), asc(simulatorToys.position))
  const { offline = false, lost } = await readFaults(db)
  const at = now.getTime()
  return toys.map(({ id, name, runs, runsUntil, ranMs, settledAt }) => ({
    id,
    /** The provider's name of its type. */
    name,
    /** 0–20. */
    level: levelAt(runs, name, at),
    motors: motorsAt(runs, name, at),
    /** The end of the year 9999 for a run without an end; null when nothing runs. */
    runningUntil: runsUntil > at ? new Date(runsUntil).toISOString() : null,
    /** Percent. */
    battery: batteryAfter(ranMs + Math.max(0, Math.min(at, runsUntil) - settledAt)),
    online: !offline && !lost?.includes(id),
  }))
}

export async function readFaults(db: Db): Promise<LovenseFaults> {
  const [row] = await db.select({ faults: simulatorLovenseFaults.faults }).from(simulatorLovenseFaults)
  return row?.faults ?? {}
}

export async function replaceFaults(db: Db, faults: LovenseFaults): Promise<void> {
  await db
    .insert(simulatorLovenseFaults)
    .values({ id: 1, faults })
    .onConflictDoUpdate({ target: simulatorLovenseFaults.id, set: { faults } })
}
