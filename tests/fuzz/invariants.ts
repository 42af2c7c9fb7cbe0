import { problems } from '../../src/wire/problem.ts'
import type { Change } from './changes.ts'
import type { FullAnswer, SentRequest } from './client.ts'
import { writtenOnRefusal } from './exceptions.ts'
import type { Operation } from './operations.ts'
import { isSignedPostback } from './postbacks.ts'

/** A rule that a request broke, and how. */
export interface Violation {
  rule: string
  detail: string
}

export interface Observed {
  operation: Operation
  request: SentRequest
  answer: FullAnswer
  changes: Change[]
  /** The tables that the request wrote to. */
  writes: Set<string>
  /** Texts of others that the caller may not see. */
  secrets: string[]
  /** Texts of the caller's own. */
  own: string[]
}

type Rule = (observed: Observed) => string | null

/** Every one of our answers that is no success has a known code, with its status. */
export function brokenRefusal({ status, body, contentType }: FullAnswer): string | null {
  if (status < 400) return null
  const { code, message } = (body ?? {}) as { code?: string; message?: unknown }
  const known = problems[code as keyof typeof problems] as { status: number } | undefined
  if (!known || typeof message !== 'string') return `no problem body, but ${String(contentType)}`
  return known.status === status ? null : `${code} has status ${known.status}, and this is ${status}`
}

/** A request that was refused has changed nothing, but for rows that are meant to be written then. */
function changeByRefusal({ operation, answer, changes, writes }: Observed): string | null {
  if (answer.status < 400) return null
  const first = changes.find(
    change => [...writes].some(table => change.table.startsWith(table)) && !isMeant(operation.key, change),
  )
  return first ? `${first.kind} ${first.table}: ${describe(first)}` : null
}

const isMeant = (key: string, { table, kind, was, became }: Change): boolean =>
  writtenOnRefusal.some(
    meant =>
      meant.table === table &&
      meant.kind === kind &&
      (!meant.of || meant.of.test(key)) &&
      (!meant.columns || changedColumns(was, became).every(name => meant.columns?.includes(name))),
  )

const changedColumns = (was: Change['was'], became: Change['became']): string[] =>
  Object.keys(was ?? {}).filter(name => JSON.stringify(was?.[name]) !== JSON.stringify(became?.[name]))

const describe = ({ kind, was, became }: Change): string =>
  kind === 'UPDATE' ? changedColumns(was, became).join(', ') : JSON.stringify(was ?? became).slice(0, 300)

function leak({ request, answer, secrets }: Observed): string | null {
  const said = answer.text.toLowerCase() + JSON.stringify(answer.headers).toLowerCase()
  const found = secrets.find(secret => said.includes(secret))
  if (!found) return null
  // An answer may repeat the caller's own input.
  const { path, headers, body } = request
  const asked =
    `${decodeURIComponent(path)} ${JSON.stringify(headers)} ${typeof body === 'string' ? body : ''}`.toLowerCase()
  return asked.includes(found) ? null : `the answer has ${found}`
}

/** An answer about one person is kept by no cache. */
function keptByCache({ operation, answer, own }: Observed): string | null {
  if (answer.status >= 300) return null
  const said = answer.text.toLowerCase()
  const isPersonal = operation.isPersonal || own.some(text => said.includes(text))
  const policy = String(answer.headers['cache-control'] ?? '')
  const isKept = !policy.includes('no-store') || !policy.includes('private')
  return isPersonal && isKept ? `cache-control: ${policy || 'none'}` : null
}

/** A postback is believed by its signature alone. */
function unsignedButTaken({ operation, request, answer }: Observed): string | null {
  const isTaken = operation.key === 'GET /api/webhooks/{provider}' && answer.status < 400
  return isTaken && !isSignedPostback(request.path) ? `${answer.status} ${answer.text.slice(0, 200)}` : null
}

const rules: Record<string, Rule> = {
  'an error of ours': ({ answer }) =>
    answer.status >= 500 ? `${answer.status} ${answer.text.slice(0, 200)}` : null,
  'no problem body': ({ answer }) => brokenRefusal(answer),
  'an unsigned postback was taken': unsignedButTaken,
  "another's data": leak,
  'changed by a refusal': changeByRefusal,
  'personal and kept by caches': keptByCache,
}

export function findViolation(observed: Observed): Violation | null {
  for (const [rule, check] of Object.entries(rules)) {
    const detail = check(observed)
    if (detail !== null) return { rule, detail }
  }
  return null
}
