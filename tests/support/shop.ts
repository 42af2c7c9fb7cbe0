import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { POLICY_VERSION } from '../../src/people/accounts/contract.ts'
import { hashPassword } from '../../src/people/accounts/passwords/passwordHash.service.ts'
import { insertUser, type UserRow } from '../../src/people/accounts/service.ts'
import { createLoginSession } from '../../src/people/accounts/login/session.service.ts'
import { loginSessions } from '../../src/people/accounts/table.ts'
import type { Role } from '../../src/wire/roles.ts'
import { startNode, type ServerNode } from '../../src/app/node.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { createLog, type Log } from '../../src/platform/telemetry/log.ts'
import { CLIENT_LEFT } from '../../src/platform/telemetry/metrics.ts'
import { SESSION_COOKIE } from '../../src/platform/http/session.ts'
import { statusesOf } from '../../src/platform/http/openapi.ts'
import type { Endpoint } from '../../src/wire/endpoint.ts'
import { fillPath } from '../../src/wire/path.ts'
import { openTestDatabase } from './database.ts'

export interface TestShopOptions {
  /** Added to an environment without rate limits and with a countdown of zero. */
  env?: Record<string, string>
  database?: Database
  now?: () => Date
  /** Receives the log; by default it is discarded. */
  log?: Log
  /** Receives every SQL statement of ours. */
  onStatement?: (sql: string) => void
}

export interface TestResponse<T = unknown> {
  status: number
  body: T
  headers: Headers
}

/** A client with a cookie jar. */
export interface TestClient {
  /** Calls an endpoint with any input, also one that its contract refuses. */
  call<O extends z.ZodType>(
    endpoint: Endpoint<z.ZodObject, O>,
    input?: object,
    headers?: Record<string, string>,
  ): Promise<TestResponse<z.output<O>>>
  /** Sends any request; a string or form unchanged, anything else as JSON. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>
  cookie(): string
}

export interface TestUser extends TestClient {
  user: UserRow
}

export interface TestShop {
  origin: string
  node: ServerNode
  newClient(): TestClient
  /** A new account, logged in. */
  newUser(role?: Role): Promise<TestUser>
  /** Answers so far with a status that the endpoint's contract does not state, as `GET /api/cart: 418`. */
  unstatedAnswers(): string[]
  /** Stops the node. @throws when there were `unstatedAnswers` */
  close(): Promise<void>
}

/** Of every account that a test makes. */
export const PASSWORD = 'een-goed-wachtwoord'
let accounts = 0
/** Hashing is slow on purpose: one hash serves all tests of a thread. */
let passwordHash: Promise<string> | undefined

type Neighbours = Pick<TestShopOptions, 'env' | 'database'>
let openNeighbours: () => Promise<Neighbours> = async () => ({})

/** Opens something beside every shop that is opened from now on, to run its tests once more with that. */
export function setNeighbours(open: typeof openNeighbours): void {
  openNeighbours = open
}

/** A node on a port of its own with the simulated providers, without pages. */
export async function openShop({
  env = {},
  database,
  now,
  log: ownLog,
  onStatement,
}: TestShopOptions = {}): Promise<TestShop> {
  const neighbours = await openNeighbours()
  const dataDir = await mkdtemp(join(tmpdir(), 'gloed-shop-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    RATE_LIMIT_FACTOR: '1000',
    LIVE_COUNTDOWN_SECONDS: '0',
    ...neighbours.env,
    ...env,
  })
  const opened = database ?? neighbours.database ?? (await openTestDatabase(onStatement))
  const log = ownLog ?? createLog(config.logLevel)
  // Scheduled jobs use the machine's clock, so they are off in a test that sets the time.
  const clock = now && { now, schedule: false }
  const node = await startNode(config, opened, { log, pages: false, ...clock })
  const origin = node.platform.origin()
  const unstatedAnswers = watchAnswers(node)
  return {
    origin,
    node,
    unstatedAnswers,
    newClient: () => createTestClient(origin),
    async newUser(role = 'USER') {
      accounts += 1
      const email = `lid-${process.pid}-${accounts}-${Date.now()}@gloed.test`
      passwordHash ??= hashPassword(PASSWORD)
      const user = await insertUser(node.platform.db, {
        email,
        displayName: `Lid ${accounts}`,
        role,
        password: await passwordHash,
        adultStatementAt: new Date(),
        policyVersion: POLICY_VERSION,
      })
      const token = await createLoginSession(node.platform.db, user.id, node.platform.now(), {
        confirmedBy: 'PASSWORD',
      })
      // For as long as a test moves its clock; one of confirmations signs in by itself.
      const later = new Date('2100-01-01')
      await node.platform.db
        .update(loginSessions)
        .set({ confirmedAt: later, ...(role === 'ADMIN' && { createdAt: later, expiresAt: later }) })
        .where(eq(loginSessions.userId, user.id))
      const one = createTestClient(origin, new Map([[SESSION_COOKIE, token]]))
      return { ...one, user }
    },
    async close() {
      await node.stop()
      await rm(dataDir, { recursive: true, force: true })
      const unstated = unstatedAnswers()
      if (unstated.length > 0)
        throw new Error(`Not in the contract (\`problems\`, \`alsoAnswers\`): ${unstated.join(', ')}`)
    },
  }
}

/** Compares the status of every answer with those that the endpoint's contract states. */
function watchAnswers({ app, platform: { metrics } }: ServerNode): () => string[] {
  const unstated = new Set<string>()
  const stated = new Map(
    app.endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, statusesOf(endpoint)]),
  )
  if (metrics) {
    const { ...original } = metrics
    metrics.recordRequest = (method, route, status, seconds) => {
      const call = `${method} ${route}`
      if (status !== CLIENT_LEFT && stated.get(call)?.has(status) === false)
        unstated.add(`${call}: ${status}`)
      original.recordRequest(method, route, status, seconds)
    }
  }
  return () => [...unstated]
}

export function createTestClient(origin: string, jar = new Map<string, string>()): TestClient {
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const request: TestClient['request'] = async (method, path, body, headers = {}) => {
    const raw = typeof body === 'string' || body instanceof URLSearchParams || body instanceof FormData
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 && { cookie: cookie() }),
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) keep(jar, set)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
  }
  const call: TestClient['call'] = async (endpoint, input = {}, headers) => {
    const { path, rest } = fillPath(endpoint.path, { ...input })
    if (!endpoint.inBody)
      return request(
        endpoint.method,
        `${path}?${new URLSearchParams(Object.entries(rest).flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])))}`,
        undefined,
        headers,
      ) as never
    return request(endpoint.method, path, rest, headers) as never
  }
  return { call, request, cookie }
}

function keep(jar: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const gone = value === '' || attributes.some(attribute => attribute.trim().toLowerCase() === 'max-age=0')
  if (gone) jar.delete(name)
  else jar.set(name, value)
}
