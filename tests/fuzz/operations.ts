import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './values.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

interface ResponseObject {
  content?: Record<string, { schema?: Schema }>
}

/** An operation of the OpenAPI document. */
export interface Operation {
  /** `GET /api/orders/{orderId}` */
  key: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  responses: Record<string, ResponseObject>
  /** Whether it needs a session, so that its answers are about one person. */
  isPersonal: boolean
}

interface DocumentedOperation {
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, ResponseObject>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: object
}

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters, requestBody, responses }]) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      responses,
      isPersonal: security.length > 0,
    })),
  )

/** The parts of an answer of which the document speaks. */
export interface Answer {
  status: number
  contentType: string | undefined
  /** Parsed where it is JSON. */
  body: unknown
  bytes: number
}

/**
 * Checks answers by the document.
 * @returns the error of one, or null
 */
export function createAnswerCheck({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const compiled = new Map<string, ValidateFunction>()
  const validatorOf = (key: string, schema: Schema) => {
    const known = compiled.get(key)
    if (known) return known
    const validate = ajv.compile({ ...schema, components })
    compiled.set(key, validate)
    return validate
  }
  return ({ key, responses }: Operation, answer: Answer): string | null => {
    const documented = responses[answer.status]
    if (!documented) return `status ${answer.status} is not in the document`
    const { content } = documented
    if (!content)
      return answer.bytes === 0 ? null : `a body of ${String(answer.contentType)}, and the document says none`
    const type = answer.contentType?.split(';')[0] ?? ''
    const media = content[type] ?? content['*/*']
    if (!media) return `content type ${type || 'none'}, and the document says ${Object.keys(content).join()}`
    if (!media.schema || type !== 'application/json') return null
    const validate = validatorOf(`${key} ${answer.status}`, media.schema)
    if (validate(answer.body)) return null
    const [error] = validate.errors ?? []
    const value = JSON.stringify(answer.body).slice(0, 300)
    return `the body is not as the document says: ${error?.instancePath} ${error?.message}: ${value}`
  }
}
