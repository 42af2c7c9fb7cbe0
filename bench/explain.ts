import type pg from 'pg'

/** A statement as it was asked. */
export interface Asked {
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
 * What a statement costs PostgreSQL, as `EXPLAIN ANALYZE` tells it.
 * @param large the tables of which it is told when one was read from end to end
 */
export async function explain(
  client: pg.Client,
  { text, values }: Asked,
  large: Set<string>,
): Promise<{ ms: number; whole: string[] }> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  const [found] = rows[0]?.['QUERY PLAN'] ?? []
  if (!found) throw new Error(`no plan of ${text}`)
  const { Plan: plan, 'Planning Time': planning, 'Execution Time': execution } = found
  return { ms: planning + execution, whole: wholeIn(plan, large) }
}

const wholeIn = (plan: Plan, large: Set<string>): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] as string]
    : []),
  ...(plan.Plans ?? []).flatMap(each => wholeIn(each, large)),
]
