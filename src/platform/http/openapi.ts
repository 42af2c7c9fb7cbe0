import { z } from 'zod'
import type { Endpoint } from '../../wire/endpoint.ts'
import { pathParameters } from '../../wire/path.ts'
import { type ProblemCode, problems } from '../../wire/problem.ts'

type Json = Record<string, unknown>

/** The document as JSON. It takes a large part of a second to make, for whoever asks, so it is made once for each title and origin. */
export function createOpenApiBody(endpoints: Endpoint[]): (title: string, origin: string) => Buffer {
  let made: { title: string; origin: string; body: Buffer } | undefined
  return (title, origin) => {
    if (made?.title !== title || made.origin !== origin) {
      const body = Buffer.from(JSON.stringify(createOpenApiDocument(endpoints, title, origin)))
      made = { title, origin, body }
    }
    return made.body
  }
}

/** The OpenAPI 3.1 document of all mounted endpoints. */
function createOpenApiDocument(endpoints: Endpoint[], title: string, origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'gloed_session' } },
    },
  }
}

const problemSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
}

/** `GET /api/cart/:itemId` → `getCartByItemId`. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api/, '')
    .replaceAll(/[/.-]+(:?)(\w)/g, (_, colon: string, letter: string) =>
      colon ? `By${letter.toUpperCase()}` : letter.toUpperCase(),
    )

function operation(endpoint: Endpoint): Json {
  const inPath = pathParameters(endpoint.path)
  const input = schemaOf(endpoint.input, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const required = (input.required ?? []).filter(name => !inPath.includes(name))
  const inQuery = !endpoint.inBody
  const parameter = (place: string) => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: input.properties?.[name] ?? { type: 'string' },
  })
  const body = { type: 'object', properties: Object.fromEntries(rest), required }
  const open = endpoint.access === 'public' || endpoint.access === 'machine'
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(endpoint),
    security: open ? [] : [{ session: [] }],
    ...(endpoint.confirmation && { 'x-confirmation': endpoint.confirmation }),
    parameters: [
      ...inPath.map(parameter('path')),
      ...(inQuery ? rest.map(([name]) => parameter('query')(name)) : []),
    ],
    ...(!inQuery &&
      rest.length > 0 && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: responses(endpoint),
  }
}

/** All problems that an endpoint can answer: its own, and those of its access, its input and the server itself. */
function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const { access, confirmation, method, input, idempotent, rateLimited } = endpoint
  const needsLogin = access !== 'public' && access !== 'machine'
  const changes = method !== 'GET'
  const codes: (ProblemCode | false)[] = [
    ...endpoint.problems,
    needsLogin && 'NO_SESSION',
    confirmation !== null && 'CONFIRMATION_NEEDED',
    ...(access === 'model' || access === 'admin' ? (['FORBIDDEN', 'TWO_FACTOR_REQUIRED'] as const) : []),
    pathParameters(endpoint.path).length > 0 && 'NOT_FOUND',
    (idempotent || Object.keys(input.shape).length > 0) && 'INVALID_INPUT',
    idempotent && 'IDEMPOTENCY_REUSED',
    changes && access !== 'machine' && 'CROSS_SITE',
    // A body is read also where none is expected; and of two changes at once PostgreSQL may refuse one.
    ...(changes ? (['TOO_LARGE', 'UNSUPPORTED_TYPE', 'CONFLICT'] as const) : []),
    rateLimited && 'RATE_LIMITED',
    // Of any request that Node's parser or the router can't read.
    ...(['MALFORMED_REQUEST', 'HEADERS_TOO_LARGE', 'REQUEST_TIMEOUT'] as const),
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes.filter(code => code !== false))]
}

/** Every status that the endpoint can answer. */
export const statusesOf = (endpoint: Endpoint): Set<number> =>
  new Set([
    endpoint.status,
    ...endpoint.alsoAnswers,
    ...problemsOf(endpoint).map(code => problems[code].status),
  ])

function responses(endpoint: Endpoint): Record<number, Json> {
  const all: Record<number, Json> = {}
  for (const status of [endpoint.status, ...endpoint.alsoAnswers]) all[status] = success(endpoint, status)
  const byStatus = Map.groupBy(problemsOf(endpoint), code => problems[code].status)
  for (const [status, codes] of byStatus) all[status] = refusal(codes.toSorted())
  return all
}

function success({ output, sends }: Endpoint, status: number): Json {
  if (status === 302) return { description: 'A redirect' }
  if (status === 304) return { description: 'What `If-None-Match` names is still true' }
  if (status === 204) return { description: 'Done' }
  if (status === 416) return { description: 'The range is not in the file' }
  if (sends) return { description: 'The file', content: { [sends]: {} } }
  return {
    description: 'The answer',
    content: { 'application/json': { schema: schemaOf(output, 'output') } },
  }
}

/** A problem with one of the codes. */
const refusal = (codes: ProblemCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
      },
    },
  },
})

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
