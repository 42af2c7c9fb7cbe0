import { and, desc, eq, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db.ts'
import { type Asked, readCommand, startingAt } from './command.rules.ts'
import { type Faults, LovenseError } from './contract.ts'
import { functionsOf } from './rules.ts'
import {
  simulatorApps,
  simulatorCodes,
  simulatorCommands,
  simulatorLovenseFaults,
  simulatorToys,
} from './table.ts'

const LOG_KEEPS = 5000

/** A command that was received and logged, with what it met. */
export interface Received {
  /** Rises in the order of receipt, over all nodes. */
  id: number
  body: unknown
  uid: string
  faults: Faults
  user: 'linked' | 'code given' | 'unknown'
  /** The types of all the user's toys, by their ids. */
  toys: Record<string, string>
}

/** Logs a command and reads all that it needs, in one statement. */
export async function receiveCommand(db: Db, body: unknown, now: Date): Promise<Received> {
  const uid = uidOf(body)
  const logged = db
    .$with('logged')
    .as(db.insert(simulatorCommands).values({ at: now, uid, body }).returning({ id: simulatorCommands.id }))
  const [row] = await db
    .with(logged)
    .select({
      id: logged.id,
      faults: sql<Faults | null>`(select ${simulatorLovenseFaults.faults} from ${simulatorLovenseFaults})`,
      linked: sql<boolean>`exists (select 1 from ${simulatorApps} where ${simulatorApps.uid} = ${uid})`,
      known: sql<boolean>`exists (select 1 from ${simulatorCodes} where ${simulatorCodes.uid} = ${uid})`,
      toys: sql<Record<
        string,
        string
      > | null>`(select jsonb_object_agg(${simulatorToys.id}, ${simulatorToys.name}) from ${simulatorToys} where ${simulatorToys.uid} = ${uid})`,
    })
    .from(logged)
  if (!row) throw new LovenseError(506)
  if (row.id % 500 === 0) await pruneLog(db, row.id)
  const user = row.linked ? 'linked' : row.known ? 'code given' : 'unknown'
  return { id: row.id, body, uid, user, faults: row.faults ?? {}, toys: row.toys ?? {} }
}

/** Never with the one character that PostgreSQL can't hold; who has such a uid is unknown. */
const uidOf = (body: unknown): string => {
  const uid = (body as { uid?: unknown } | null)?.uid
  return typeof uid === 'string' ? uid.replaceAll('\0', '').slice(0, 200) : ''
}

const pruneLog = (db: Db, newest: number) =>
  db.delete(simulatorCommands).where(lte(simulatorCommands.id, newest - LOG_KEEPS))

/**
 * Carries a received command out, in one statement.
 * @throws LovenseError with the provider's code for whatever is wrong with it.
 */
export async function carryOut(db: Db, received: Received, now: Date): Promise<void> {
  const { body, faults, user, toys } = received
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new LovenseError(400)
  const { token } = body as { token?: unknown }
  if (typeof token !== 'string' || token === '') throw new LovenseError(501)
  if (user === 'unknown') throw new LovenseError(503)
  const asked = readCommand(body as Record<string, unknown>)
  if (user === 'code given' || faults.offline) throw new LovenseError(507)
  checkToys(asked, new Map(Object.entries(toys)))
  if (asked.toys?.some(id => faults.lost?.includes(id))) throw new LovenseError(402)
  if (asked.run === null && faults.dropStops) throw new LovenseError(506)
  await moveToys(db, received, asked, now.getTime())
}

/** A toy that is named must have whatever is asked of it; what is for all of them is done by those that can. */
function checkToys({ toys, functions }: Asked, types: Map<string, string>): void {
  if (toys?.some(id => !types.has(id))) throw new LovenseError(404)
  const canAll = (type: string | undefined) => functions.every(name => functionsOf(type ?? '').includes(name))
  const isSomeones = functions.every(name =>
    [...types.values()].some(type => functionsOf(type).includes(name)),
  )
  if (toys ? !toys.every(id => canAll(types.get(id))) : !isSomeones) throw new LovenseError(403)
}

async function moveToys(db: Db, { id, uid, faults }: Received, asked: Asked, at: number): Promise<void> {
  const { toys, stopPrevious } = asked
  const runs = asked.run ? [startingAt(asked.run, at)] : []
  const until = runs[0]?.endsAt ?? at
  const table = simulatorToys
  const living = sql`(select coalesce(jsonb_agg(run), '[]'::jsonb) from jsonb_array_elements(${table.runs}) run where (run ->> 'endsAt')::bigint > ${at})`
  await db
    .update(table)
    .set({
      runs: stopPrevious ? runs : sql`${living} || ${JSON.stringify(runs)}::jsonb`,
      runsUntil: stopPrevious ? until : sql`greatest(${table.runsUntil}, ${until})`,
      ranMs: sql`${table.ranMs} + greatest(0, least(${at}, ${table.runsUntil}) - ${table.settledAt})`,
      settledAt: at,
      lastCommandId: id,
    })
    // One that was held up must not be carried out after a younger one: a radio keeps the order.
    .where(
      and(
        eq(table.uid, uid),
        toys && inArray(table.id, toys),
        notInArray(table.id, faults.lost ?? []),
        lt(table.lastCommandId, id),
      ),
    )
}

interface LoggedCommand {
  at: string
  uid: string | null
  body: unknown
}

/** The newest commands received, oldest first. */
export async function listCommands(db: Db): Promise<LoggedCommand[]> {
  const rows = await db.select().from(simulatorCommands).orderBy(desc(simulatorCommands.id)).limit(LOG_KEEPS)
  return rows.toReversed().map(({ at, uid, body }) => ({ at: at.toISOString(), uid: uid || null, body }))
}
