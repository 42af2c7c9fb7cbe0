import { z } from 'zod'
import { pathParameters, type Endpoint } from '../wire/endpoint.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of all mounted endpoints. */
export function createOpenApiDocument(endpoints: Endpoint[], title: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0' },
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
  },
}

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
    ...(!open && { security: [{ session: [] }] }),
    parameters: [
      ...inPath.map(parameter('path')),
      ...(inQuery ? rest.map(([name]) => parameter('query')(name)) : []),
    ],
    ...(!inQuery &&
      rest.length > 0 && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { [successStatus(endpoint)]: successResponse(endpoint), default: problemResponse },
  }
}

const problemResponse = {
  description: 'A problem',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const successStatus = ({ status, method }: Endpoint): number =>
  typeof status === 'number' ? status : method === 'POST' ? 201 : 200

const successResponse = (endpoint: Endpoint): Json =>
  endpoint.output instanceof z.ZodNull
    ? { description: 'Done' }
    : {
        description: 'The answer',
        content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
      }

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
