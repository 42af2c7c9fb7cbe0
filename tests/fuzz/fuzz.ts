import fc from 'fast-check'
import { FormData } from 'undici'
import type { FullAnswer, SentRequest } from './client.ts'
import { findViolation, type Violation } from './invariants.ts'
import { createAnswerCheck, operationsOf, type OpenApiDocument, type Operation } from './operations.ts'
import { brokenRawAnswer, rawRequest, sendRaw, type RawRequest } from './rawRequests.ts'
import { createCounts, type Finding } from './report.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'
import { createRowCache, isRealField, resolve, type RowCache } from './resolve.ts'
import { openRounds, type Round } from './round.ts'
import { openSecrets } from './secrets.ts'

/** Requests between two fresh copies of the shop. */
const ROUND = 2500
/** How often a request is made smaller before it is reported. */
const MAX_SHRINKS = 150
/** One request in so many is not even HTTP. */
const RAW = 80

interface FuzzOptions {
  requests: number
  /** Of the first round; the next round has the next one. */
  seed: number
  /** The operations that are called, by their key; all when it is left out. */
  only?: RegExp
  onRound?: (done: number, findings: Finding[]) => void
}

interface FuzzResult {
  findings: Finding[]
  /** Operations that nobody reached. */
  unreached: string[]
  counts: ReturnType<typeof createCounts>
}

/** Sends that many requests, in rounds, and checks every answer. Each broken rule of an operation is reported once. */
export async function fuzz({ requests, seed, only, onRound }: FuzzOptions): Promise<FuzzResult> {
  const rounds = await openRounds()
  const findings: Finding[] = []
  const counts = createCounts()
  let api: Api | undefined
  try {
    for (let done = 0, index = 0; done < requests; index += 1) {
      const round = await rounds.open((seed + index) % 2 === 1)
      api ??= await readApi(round, only)
      const run = await openRun(round, api, counts, findings)
      done += await runRound(run, seed + index, Math.min(ROUND, requests - done), findings)
      await round.close()
      onRound?.(done, findings)
    }
  } finally {
    await rounds.close()
  }
  return { findings, unreached: counts.unreached([...(api?.operations.keys() ?? [])]), counts }
}

class Broken extends Error {}

type Run = Awaited<ReturnType<typeof openRun>>

/** @returns how many requests were made */
async function runRound(run: Run, seed: number, requests: number, findings: Finding[]): Promise<number> {
  let [made, shrinks] = [0, 0]
  let found: Finding | undefined
  const property = fc.asyncProperty(run.any, async request => {
    if (found && (shrinks += 1) > MAX_SHRINKS) return
    if (!found) made += 1
    const broken = await run.send(request)
    const isSame = !found || (broken?.rule === found.rule && broken.key === found.key)
    if (!broken || !isSame) return
    found = { ...broken, seed, requests: made, request }
    throw new Broken()
  })
  const { errorInstance } = await fc.check(property, { seed, numRuns: requests })
  if (errorInstance && !(errorInstance instanceof Broken)) throw errorInstance
  if (found) findings.push(found)
  return made
}

type Broke = Omit<Finding, 'seed' | 'requests' | 'request'>

/** The operations of the document, once: its schemas take seconds. */
async function readApi(round: Round, only = /^/) {
  const document = (await round.callAs('nobody', 'GET', '/api/openapi.json')).body as OpenApiDocument
  const operations = operationsOf(document).filter(({ key }) => only.test(key))
  return {
    operations: new Map(operations.map(operation => [operation.key, operation])),
    checkAnswer: createAnswerCheck(document),
    any: fc.oneof(
      { weight: RAW, arbitrary: anyRequest(operations, isRealField) },
      { weight: 1, arbitrary: rawRequest },
    ),
  }
}
type Api = Awaited<ReturnType<typeof readApi>>

async function openRun(round: Round, api: Api, counts: ReturnType<typeof createCounts>, known: Finding[]) {
  const parts = { round, cache: createRowCache(round), secrets: await openSecrets(round), ...api }
  const isKnown = ({ key, rule }: Broke) => known.some(each => each.key === key && each.rule === rule)
  await round.takeChanges()
  const send = async (request: FuzzRequest | RawRequest): Promise<Broke | null> => {
    if ('raw' in request) return sendUnreadable(round, request)
    const operation = api.operations.get(request.key) as Operation
    const { broken, refusal } = await sendRequest(parts, operation, request)
    counts.add(request.key, request.caller, refusal)
    return broken
  }
  const sendSafely = (request: FuzzRequest | RawRequest): Promise<Broke | null> =>
    send(request).catch((error: unknown) => {
      const key = 'key' in request ? request.key : 'raw'
      return {
        rule: 'no answer',
        key,
        detail: String(error instanceof Error ? error.stack : error),
        sent: '',
      }
    })
  return {
    any: api.any,
    send: async (request: FuzzRequest | RawRequest) => {
      const broken = await sendSafely(request)
      return broken && !isKnown(broken) ? broken : null
    },
  }
}

interface Parts extends Pick<Api, 'checkAnswer'> {
  round: Round
  cache: RowCache
  secrets: Awaited<ReturnType<typeof openSecrets>>
}

async function sendRequest(parts: Parts, operation: Operation, request: FuzzRequest) {
  const { round, cache, secrets } = parts
  const sent = await resolve(round, cache, operation, request)
  const answer = await round.send(request.caller, sent)
  const changes = await round.takeChanges()
  const writes = round.takeWrites(String(answer.headers['x-request-id']))
  const own = secrets.ofCaller(request.caller)
  const find = (known: Parts['secrets']) => {
    const hidden = known.hiddenFrom(request.caller, operation.key, sent.owner)
    return findViolation({ operation, request: sent, answer, changes, writes, secrets: hidden, own })
  }
  // The owner of a thing may have changed since the round began: a code is sold, a guest's order goes to an account.
  const found = find(secrets) && find(await openSecrets(round))
  const violation: Violation | null = found ?? asViolation(parts.checkAnswer(operation, answer))
  cache.forget(new Set(changes.map(({ table }) => table)))
  await round.restoreAfter(changes, sent.changed)
  const broken = violation && { ...violation, key: operation.key, sent: describe(sent) }
  return { broken, refusal: refusalOf(answer) }
}

/** The code of a refusal, with the field that it is about; null for a success. */
function refusalOf({ status, body }: FullAnswer): string | null {
  if (status < 400) return null
  const { code, fields = {} } = (body ?? {}) as { code?: string; fields?: object }
  return [status, code, ...Object.keys(fields)].join(' ')
}

const asViolation = (detail: string | null): Violation | null =>
  detail === null ? null : { rule: 'not as the document says', detail }

const describe = ({ method, path, headers, body }: SentRequest): string =>
  `${method} ${path} ${JSON.stringify(headers)} ${body instanceof FormData ? JSON.stringify([...body.keys()]) : (body?.toString() ?? '')}`

async function sendUnreadable(round: Round, request: RawRequest): Promise<Broke | null> {
  const detail = brokenRawAnswer(await sendRaw(round.origin, request))
  return detail === null ? null : { rule: 'no answer for bytes', key: 'raw', detail, sent: request.raw }
}
