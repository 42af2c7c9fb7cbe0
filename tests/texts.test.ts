import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ClientFrame } from '../src/live/sessions/socket.contract.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { id } from '../src/wire/fields.ts'

const contracts = import.meta.glob<Record<string, unknown>>('../src/**/*contract.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'inBody' in value && 'input' in value
const endpoints = Object.values(contracts).flatMap(contract => Object.values(contract).filter(isEndpoint))

/** The texts that are compared with a stored value, or prove an identity: nobody reads it. */
const compared =
  /\.(q|option|codes?|giftCards|country|orderId|idOrSlug|imageUrl|images|pictures\[\]\.url|packageId|serviceCode|pickupToken|pattern|version|query|queue|key|challenge|token|password|newPassword|credential\..*|page|tab)(\[\])?$/
/** Checked elsewhere: by the schema of its text (`definition.rules.test.ts`), or once it is known that nobody is signed in. Or not stored. */
const others =
  /\/content\/:key\/\w+\.body|(contact|content-reports)\.email$|collect\.(title|referrer)$|lookup\.\w+$/

type AnySchema = z.core.$ZodType
interface SchemaDefinition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
  innerType?: AnySchema
  in?: AnySchema
  out?: AnySchema
}
const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as SchemaDefinition

/** The schema within those that allow null, have a default, or transform. */
function unwrap(schema: AnySchema): AnySchema {
  const { innerType, in: first, out } = definitionOf(schema)
  const inner = innerType ?? (first && definitionOf(first).type === 'transform' ? out : first)
  return inner ? unwrap(inner) : schema
}

/** The texts of an input, those within objects and lists too, each with its schema. */
function textsOf(schema: AnySchema, path: string): [string, AnySchema][] {
  const inner = unwrap(schema)
  const { type, shape, element, valueType, options } = definitionOf(inner)
  if (shape) return Object.entries(shape).flatMap(([name, field]) => textsOf(field, `${path}.${name}`))
  if (element) return textsOf(element, `${path}[]`)
  if (valueType) return textsOf(valueType, `${path}{}`)
  if (options) return options.flatMap(option => textsOf(option, path))
  return type === 'string' && inner !== id ? [[path, schema]] : []
}

/**
 * The texts of other programs that are compared, proven by a signature, or parsed by a schema of its own; and names of functions and providers
 * that are looked up.
 */
const parsedElsewhere =
  /\.(payload|provider|signature|secret|uid|utoken|link|toys|fullFunctionNames\[\]|shortFunctionNames\[\])$/

const inputs = endpoints.map(({ method, path, input }): [string, AnySchema] => [`${method} ${path}`, input])
const texts = [...inputs, ['frame', ClientFrame] as const]
  .flatMap(([path, input]) => textsOf(input, path))
  .filter(([path]) => ![compared, others, parsedElsewhere].some(each => each.test(path)))
/** The texts that a program sends by itself: names of devices, apps and systems. */
const reported = texts.filter(([path]) => /^(frame\.toys|POST \/api\/webhooks\/)/.test(path))

/** The rest of a text that an input accepts; empty when it is refused. */
function kept(schema: AnySchema, typed: string): string {
  const { data } = z.safeParse(schema, typed)
  return typeof data === 'string' ? data : ''
}

describe('every text of every input', () => {
  it('is found', () => {
    expect(texts.length).toBeGreaterThan(150)
  })

  it.each(['\u2800', '\u3164', '\u200b', '\u115f\u2800 \u00ad\u200d\u034f\u2060\ufeff'])(
    'is empty, or refused, when it is made of %j',
    invisible => {
      const typed = invisible.repeat(12)
      const shown = texts.filter(([, schema]) => kept(schema, typed) !== '')
      expect(shown.map(([path]) => path)).toEqual([])
    },
  )

  it('is on one line and in one form, when a program sends it', () => {
    expect(reported.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'frame.toys[].name',
        'POST /api/webhooks/lovense/:secret.toys{}.name',
        'POST /api/webhooks/lovense/:secret.toys[].nickName',
      ]),
    )
    const differing = reported.filter(
      ([, schema]) => kept(schema, ' Zoe\u0308\r\n\u0000Lush ') !== 'Zoë Lush',
    )
    expect(differing.map(([path]) => path)).toEqual([])
  })

  it('has no character that turns the direction of the text behind it', () => {
    const turned = texts.filter(([, schema]) => /[\u202e\u2067]/.test(kept(schema, 'Sam \u202enaam \u2067')))
    expect(turned.map(([path]) => path)).toEqual([])
  })
})
