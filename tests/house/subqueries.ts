import { Visitor, type parseSync } from 'vite'

type Program = ReturnType<typeof parseSync>['program']

export interface OuterColumn {
  /** As it is written: `orders.id`. */
  column: string
  /** Its place in the text. */
  start: number
}

/**
 * The columns in the subqueries of `sql` templates that are of no table of the template, or that a function was passed, without `qualified`. Among the columns that are selected
 * of one table Drizzle writes `orders.id` as "id": a column of the subquery's own table.
 */
export function findOuterColumns(program: Program, text: string): OuterColumn[] {
  const found: OuterColumn[] = []
  const columnsPassed = new Set(
    [...text.matchAll(/\b(\w+): [\w |]*Column\b/g)].map(([, parameter]) => parameter as string),
  )
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      const [first = '', ...rest] = quasi.quasis.map(({ value }) => value.raw)
      // Drizzle changes nothing in a whole statement.
      if (/^\s*(select|with|insert|update|delete)\b/i.test(first)) return
      const written = quasi.expressions.map(({ start, end }) => text.slice(start, end))
      const own = new Set(
        written.filter((_, index) => isTableWithoutAlias(quasi.quasis[index]?.value.raw, rest[index])),
      )
      let before = first
      for (const [index, expression] of quasi.expressions.entries()) {
        const column = written[index] as string
        const [, table] = /^(\w+)\.\w+$/.exec(column) ?? []
        const isForeign = table ? !own.has(table) : columnsPassed.has(column)
        if (isForeign && isInSubquery(before)) found.push({ column, start: expression.start })
        before += `?${rest[index]}`
      }
    },
  }).visit(program)
  return found
}

/**
 * The lines with `in (… union all …)`. A statement that locks or updates rows and had to wait for one loses the others of them that were
 * updated meanwhile, when PostgreSQL plans that subquery as a join; with `union` it does not.
 */
export function findUnionAllOfIn(text: string): number[] {
  const found: number[] = []
  const open: boolean[] = []
  for (const { 0: token, 1: isOfIn, index } of text.matchAll(/(\bin\s*)?\(|\)|\bunion\s+all\b/gi))
    if (token === ')') open.pop()
    else if (token.endsWith('(')) open.push(isOfIn !== undefined)
    else if (open.at(-1)) found.push(index)
  return found
}

const isTableWithoutAlias = (before = '', after = ''): boolean =>
  /\b(from|join)\s+$/i.test(before) &&
  !/^\s+(as\s+)?(?!(on|where|join|inner|left|cross|order|group|limit|union|for)\b)\w/i.test(after)

/** Whether the text ends within parentheses that begin with `select`. */
function isInSubquery(text: string): boolean {
  const open: boolean[] = []
  for (const [found, select] of text.matchAll(/\(\s*(select\b)?|\)/gi))
    if (found === ')') open.pop()
    else open.push(select !== undefined)
  return open.includes(true)
}
