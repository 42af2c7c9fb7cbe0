import { and, desc, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { type ParsedCommand, parseCommand, startRunAt } from './command.rules.ts'
import { type LovenseFaults, LovenseError } from './contract.ts'
import type { ToyRequest } from './lies.rules.ts'
import { moveLyingToy, obeyingToy } from './lies.service.ts'
import type { MotorLog } from './motorLog.rules.ts'
import { functionsOf } from './rules.ts'
import {
  simulatorApps,
  simulatorCodes,
  simulatorCommands,
  simulatorLovenseFaults,
  simulatorToys,
} from './table.ts'

const LOG_KEEPS = 5000

/** A command that was received and logged, with the data needed to carry it out. */
export interface ReceivedCommand {
  /** Increases in the order of receipt, across all nodes. */
  id: number
  body: unknown
  uid: string
  faults: LovenseFaults
  user: 'linked' | 'code given' | 'unknown'
  /** The types, by toy id, of the user's toys that the command names, or of all of them. */
  toys: Record<string, string>
}

/** A prepared statement, built once per database, because commands are frequent. */
function preparedPerDatabase<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return db => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

const { placeholder } = sql

/** The user's toys that are named, looked up one by one; all of them when none is named. */
function isTargetToy(named: string): SQL {
  const { id, uid } = simulatorToys
  const all = sql`(select array_agg(${id}) from ${simulatorToys} where ${uid} = ${placeholder('uid')})`
  return sql`(${uid} = ${placeholder('uid')} and ${id} = any(coalesce(${placeholder(named)}::text[], ${all})))`
}

const receiveQuery = preparedPerDatabase(db => {
  const row = { at: placeholder('at'), uid: placeholder('uid'), body: placeholder('body') }
  const logged = db
    .$with('logged')
    .as(db.insert(simulatorCommands).values(row).returning({ id: simulatorCommands.id }))
  const { id, name } = simulatorToys
  return db
    .with(logged)
    .select({
      id: logged.id,
      faults: sql<LovenseFaults | null>`(select ${simulatorLovenseFaults.faults} from ${simulatorLovenseFaults})`,
      linked: sql<boolean>`exists (select 1 from ${simulatorApps} where ${simulatorApps.uid} = ${placeholder('uid')})`,
      known: sql<boolean>`exists (select 1 from ${simulatorCodes} where ${simulatorCodes.uid} = ${placeholder('uid')})`,
      toys: sql<
        ReceivedCommand['toys'] | null
      >`(select jsonb_object_agg(${id}, ${name}) from ${simulatorToys} where ${isTargetToy('named')})`,
    })
    .from(logged)
    .prepare('simulator_receive')
})

/** Logs a command and reads all that it needs, in one statement. */
export async function receiveCommand(db: Db, body: unknown, now: Date): Promise<ReceivedCommand> {
  const uid = uidOf(body)
  const [row] = await receiveQuery(db).execute({ at: now, uid, body, named: namedIn(body) })
  if (!row) throw new LovenseError(506)
  if (row.id % 500 === 0) await pruneLog(db, row.id)
  const user = row.linked ? 'linked' : row.known ? 'code given' : 'unknown'
  return { id: row.id, body, uid, user, faults: row.faults ?? {}, toys: row.toys ?? {} }
}

/** Without NUL characters, which PostgreSQL cannot store; a user with such a uid is unknown. */
const uidOf = (body: unknown): string => {
  const uid = (body as { uid?: unknown } | null)?.uid
  return typeof uid === 'string' ? uid.replaceAll('\0', '').slice(0, 200) : ''
}

/** The toys that a command names, even if the rest of it is invalid; null when it addresses all toys. */
function namedIn(body: unknown): string[] | null {
  const toy = (body as { toy?: unknown } | null)?.toy
  if (toy === undefined) return null
  return [toy]
    .flat()
    .filter(name => typeof name === 'string')
    .map(name => name.replaceAll('\0', ''))
}

const pruneLog = (db: Db, newest: number) =>
  db.delete(simulatorCommands).where(lte(simulatorCommands.id, newest - LOG_KEEPS))

interface LyingToys {
  motors: MotorLog
  /** Does something a moment later, as some lies require. */
  later: (work: () => Promise<void>) => void
}

/**
 * Carries out a received command, in one statement if no toy lies.
 * @throws LovenseError with the provider's code for every kind of invalid command.
 */
export async function executeCommand(
  db: Db,
  received: ReceivedCommand,
  now: () => Date,
  { motors, later }: LyingToys,
): Promise<void> {
  const { body, faults, user, toys } = received
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new LovenseError(400)
  const { token } = body as { token?: unknown }
  if (typeof token !== 'string' || token === '') throw new LovenseError(501)
  if (user === 'unknown') throw new LovenseError(503)
  const asked = parseCommand(body as Record<string, unknown>)
  if (user === 'code given' || faults.offline) throw new LovenseError(507)
  assertToysSupport(asked, new Map(Object.entries(toys)))
  if (asked.toys?.some(id => faults.lost?.includes(id) || faults.lies?.[id] === 'renamed'))
    throw new LovenseError(402)
  if (asked.run === null && (faults.dropStops || (faults.refusesStop && isStop(body))))
    throw new LovenseError(506)
  await moveToys(db, received, asked, now().getTime())
  await moveLyingToys(db, received, asked, now, { motors, later })
}

const isStop = (body: unknown): boolean => (body as { action?: unknown } | null)?.action === 'Stop'

/** A toy that is named must have every function asked for; a command for all toys applies to those that have the function. */
function assertToysSupport({ toys, functions }: ParsedCommand, types: Map<string, string>): void {
  if (toys?.some(id => !types.has(id))) throw new LovenseError(404)
  const canAll = (type: string | undefined) => functions.every(name => functionsOf(type ?? '').includes(name))
  const isSomeones = functions.every(name =>
    [...types.values()].some(type => functionsOf(type).includes(name)),
  )
  if (toys ? !toys.every(id => canAll(types.get(id))) : !isSomeones) throw new LovenseError(403)
}

const moveQuery = preparedPerDatabase(db => {
  const { id, runs, runsUntil, ranMs, settledAt, lastCommandId } = simulatorToys
  const [at, until] = [sql`${placeholder('at')}::bigint`, sql`${placeholder('until')}::bigint`]
  const living = sql`(select coalesce(jsonb_agg(run), '[]'::jsonb) from jsonb_array_elements(${runs}) run where (run ->> 'endsAt')::bigint > ${at})`
  const isAlone = sql`${placeholder('stopPrevious')}::boolean`
  const added = sql`${placeholder('runs')}::jsonb`
  return (
    db
      .update(simulatorToys)
      .set({
        runs: sql`case when ${isAlone} then ${added} else ${living} || ${added} end`,
        runsUntil: sql`case when ${isAlone} then ${until} else greatest(${runsUntil}, ${until}) end`,
        ranMs: sql`${ranMs} + greatest(0, least(${at}, ${runsUntil}) - ${settledAt})`,
        settledAt: at,
        lastCommandId: sql`${placeholder('id')}::bigint`,
      })
      // A delayed command must not be carried out after a newer one: the radio link keeps the order.
      .where(
        and(
          isTargetToy('toys'),
          sql`${id} <> all(${placeholder('lost')}::text[])`,
          sql`${lastCommandId} < ${placeholder('id')}::bigint`,
        ),
      )
      .prepare('simulator_move')
  )
})

async function moveToys(db: Db, { id, uid, faults }: ReceivedCommand, asked: ParsedCommand, at: number) {
  const { toys = null, stopPrevious } = asked
  const runs = asked.run ? [startRunAt(asked.run, at)] : []
  const until = runs[0]?.endsAt ?? at
  const lost = [...(faults.lost ?? []), ...Object.keys(faults.lies ?? {})]
  await moveQuery(db).execute({ id, uid, at, until, toys, lost, stopPrevious, runs: JSON.stringify(runs) })
}

async function moveLyingToys(
  db: Db,
  { uid, body, faults: { lies = {} }, toys }: ReceivedCommand,
  asked: ParsedCommand,
  now: () => Date,
  { motors, later }: LyingToys,
): Promise<void> {
  const ended: ToyRequest = { kind: isStop(body) ? 'stop' : 'zeros' }
  for (const named of Object.keys(toys)) {
    const lie = lies[named]
    if (!lie) continue
    const move = () => {
      const at = now().getTime()
      const request: ToyRequest = asked.run ? { kind: 'run', run: startRunAt(asked.run, at) } : ended
      return moveLyingToy(db, { uid, id: obeyingToy(lies, named), lie }, request, at, motors)
    }
    const isDelayed = asked.run !== null && lie === 'late'
    if (!isDelayed) await move()
    if (isDelayed || (asked.run && lie === 'twice')) later(move)
  }
}

/** The newest commands received, by their times: of two at once, the later may get the lower id. */
export async function listCommands(db: Db): Promise<{ at: string; uid: string | null; body: unknown }[]> {
  const { at, id } = simulatorCommands
  const rows = await db.select().from(simulatorCommands).orderBy(desc(at), desc(id)).limit(LOG_KEEPS)
  return rows.toReversed().map(({ at, uid, body }) => ({ at: at.toISOString(), uid: uid || null, body }))
}
