import type { SentRequest } from './client.ts'
import type { AccountName } from './accounts.ts'
import { formFor, takesForm } from './forms.ts'
import type { Operation } from './operations.ts'
import type { Prepared } from './prepare.ts'
import { isPrepared, preparerOf } from './prepared.ts'
import { realRowsFor } from './realRows.ts'
import type { RealRows } from './rows.ts'
import { isMember, type FuzzRequest } from './requests.ts'
import type { Round } from './round.ts'
import { applyTwists } from './twists.ts'
import { RealValue, type Schema } from './values.ts'
import { payloadOf } from './wireForms.ts'

export const isRealField = (key: string, field: string): boolean =>
  isPrepared(key, field) || realRowsFor(key, field) !== undefined

type Row = Record<string, unknown>

/** Rows with real values, read again when one of their tables has changed. */
export function createRowCache(round: Round) {
  const cached = new Map<RealRows, Row[]>()
  return {
    async rowsOf(entry: RealRows): Promise<Row[]> {
      const known = cached.get(entry)
      if (known) return known
      const found = await round.select(entry.sql)
      cached.set(entry, found)
      return found
    },
    forget(tables: Set<string>) {
      for (const entry of cached.keys())
        if ([...tables].some(table => entry.sql.includes(table))) cached.delete(entry)
    },
  }
}
export type RowCache = ReturnType<typeof createRowCache>

export interface ResolvedRequest extends SentRequest {
  /** The id of the owner of the request's secret. */
  owner: string | null | undefined
  /** Is made as it was after the request. */
  changed: AccountName | undefined
}

/** Fills in the real values of a request. */
export async function resolve(
  round: Round,
  cache: RowCache,
  operation: Operation,
  request: FuzzRequest,
): Promise<ResolvedRequest> {
  const values = await realValues(round, cache, request)
  const fill = (value: unknown): unknown => {
    if (value instanceof RealValue) return values.of(value.field)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]))
  }
  const inPath = new Set(operation.parameters.filter(each => each.in === 'path').map(({ name }) => name))
  const body = request.body === undefined ? values.prepared?.body : fill(request.body)
  const { parameters: sent, body: sentBody } = twist(operation, request, {
    parameters: fill(request.parameters),
    body,
  })
  const named = search(Object.entries(sent).filter(([name]) => !inPath.has(name)))
  const query = [values.prepared?.query, named].filter(Boolean).join('&')
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(asText(sent[name])))
  return {
    method: operation.method,
    owner: values.prepared?.owner,
    changed: values.prepared?.changed,
    path: query ? `${path}?${query}` : path,
    ...payload(operation, request, sentBody, values.prepared),
  }
}

interface Input {
  parameters: unknown
  body: unknown
}

/** A field of the parameters or of the body becomes another. */
function twist({ parameters, body = {} }: Operation, { twists }: FuzzRequest, input: Input) {
  const schema: Schema = {
    properties: {
      parameters: {
        properties: Object.fromEntries(parameters.map(({ name, schema: each }) => [name, each])),
      },
      body,
    },
  }
  const twisted = applyTwists(input, schema, twists)
  const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
  return { parameters: isRow(twisted.parameters) ? twisted.parameters : {}, body: twisted.body }
}

function payload(
  operation: Operation,
  request: FuzzRequest,
  body: unknown,
  { cookie, headersFor }: Partial<Prepared> = {},
): Pick<SentRequest, 'headers' | 'body'> {
  const headers = { ...request.headers, ...(cookie && { cookie }) }
  const hasBody = body !== undefined || request.wire !== null
  if (takesForm(operation.key) && request.wire === null)
    return { headers, body: formFor(operation.key, request.row) }
  if (!hasBody) return { headers, body: null }
  const { type, body: sent } = payloadOf(request.wire, JSON.stringify(body ?? {}))
  const typed = type !== null && { 'content-type': type }
  return { headers: { ...headers, ...typed, ...headersFor?.(sent) }, body: sent }
}

async function realValues(round: Round, cache: RowCache, request: FuzzRequest) {
  const { key, caller, row, whose } = request
  const preparer = preparerOf(key)
  const prepared = preparer && (await preparer(round, isMember(caller) ? caller : 'user1', row))
  if (preparer) await round.takeChanges()
  const ownerId = round.idOf(caller)
  const rows = new Map<RealRows, Row[]>()
  const fields = new Set(
    [...JSON.stringify([request.parameters, request.body ?? null]).matchAll(/"field":"(\w+)"/g)].map(
      match => match[1] as string,
    ),
  )
  for (const field of fields) {
    const entry = realRowsFor(key, field)
    if (entry) rows.set(entry, await cache.rowsOf(entry))
  }
  return {
    prepared,
    of(field: string): unknown {
      if (prepared && field in prepared.fields) return prepared.fields[field]
      const entry = realRowsFor(key, field)
      const all = (entry && rows.get(entry)) ?? []
      const own = all.filter(
        each => !('owner' in each) || each['owner'] === ownerId || each['owner'] === null,
      )
      const chosen = whose === 'own' && own.length > 0 ? own : all
      return chosen[row % chosen.length]?.[field] ?? null
    },
  }
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

const encode = (text: string): string => encodeURIComponent(text)

const search = (query: [string, unknown][]): string =>
  query
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map(each => [name, each] as const) : [[name, value] as const],
    )
    .map(([name, value]) => `${encode(name.toWellFormed())}=${encode(asText(value))}`)
    .join('&')
