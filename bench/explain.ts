import pg from 'pg'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { withoutJit } from '../src/platform/db/postgres/pooler.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { openShop, type TestUser, type TestShop } from '../tests/support/shop.ts'

/** A statement with its parameters. */
interface LoggedStatement {
  text: string
  values: unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

interface Explained {
  Plan: Plan
  'Planning Time': number
  'Execution Time': number
}

/**
 * The cost of a statement in PostgreSQL, as reported by `EXPLAIN ANALYZE`.
 * @param large the tables whose sequential scans are reported
 */
async function explain(
  client: pg.Client,
  { text, values }: LoggedStatement,
  large: Set<string>,
): Promise<{ ms: number; sequentialScans: string[] }> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  const [found] = rows[0]?.['QUERY PLAN'] ?? []
  if (!found) throw new Error(`no plan of ${text}`)
  const { Plan: plan, 'Planning Time': planning, 'Execution Time': execution } = found
  return { ms: planning + execution, sequentialScans: sequentialScans(plan, large) }
}

const sequentialScans = (plan: Plan, large: Set<string>): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] as string]
    : []),
  ...(plan.Plans ?? []).flatMap(each => sequentialScans(each, large)),
]

// oxlint-disable-next-line typescript/no-explicit-any
type AnyEndpoint = Endpoint<any, any>

interface Cost {
  statements: number
  /** Of all statements together, planning included. */
  ms: number
  /** The large tables that were scanned sequentially. */
  sequentialScans: string[]
}

interface ExplainedShop {
  shop: TestShop
  client: pg.Client
  /** The cost of a call with a warm cache, or after `forget`. @throws Error when it fails */
  cost: (
    who: TestUser,
    endpoint: AnyEndpoint,
    input: object,
    forget?: () => Promise<unknown>,
  ) => Promise<Cost>
  close: () => Promise<void>
}

/**
 * A shop on a database, with every statement recorded.
 * @param isOwn whether a statement is included
 */
export async function openExplainedShop(
  url: string,
  large: Set<string>,
  isOwn: (text: string) => boolean,
): Promise<ExplainedShop> {
  let asked: LoggedStatement[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  const shop = await openShop({ database: await openPostgres(url, { logger }), now: () => new Date() })
  const client = new pg.Client({ connectionString: url, ...withoutJit })
  await client.connect()
  return {
    shop,
    client,
    async cost(who, endpoint, input, forget) {
      await who.call(endpoint, input)
      await forget?.()
      asked = []
      const { status } = await who.call(endpoint, input)
      if (status !== 200) throw new Error(`${endpoint.path}: ${status}`)
      const plans = []
      for (const each of asked.filter(({ text }) => isOwn(text)))
        plans.push(await explain(client, each, large))
      return {
        statements: plans.length,
        ms: plans.reduce((sum, plan) => sum + plan.ms, 0),
        sequentialScans: [...new Set(plans.flatMap(plan => plan.sequentialScans))],
      }
    },
    async close() {
      await client.end()
      await shop.close()
    },
  }
}
