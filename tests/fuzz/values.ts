import fc from 'fast-check'

/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
}

/** Stands for a value that is in the database, chosen by the name of its field when the request is sent. */
export class RealValue {
  readonly field: string
  constructor(field: string) {
    this.field = field
  }
}

/** Of the fields whose real values are known. */
export type IsReal = (field: string) => boolean

const words = [
  'Lindelaan',
  'Een fijne avond gewenst',
  'Sam de Wit',
  'é́ñ ŁØ ß',
  '🎁🎁',
  'שלום \u202Eomgekeerd',
  '<b>vet</b>',
  "'; drop table orders; --",
  '=HYPERLINK("https://elders.example")',
  '{{naam}} ${naam} %s %00',
]

/** Valid for a schema, with real values in the fields that have them. */
export function validValue(schema: Schema, isReal: IsReal, field = ''): fc.Arbitrary<unknown> {
  const any = byType(schema, isReal)
  if (!isReal(field)) return any
  return fc.oneof({ weight: 12, arbitrary: fc.constant(new RealValue(field)) }, { weight: 1, arbitrary: any })
}

function byType(schema: Schema, isReal: IsReal): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(option => byType(option, isReal)))
  const { type = 'any' } = schema
  switch (type) {
    case 'string':
      return validText(schema)
    case 'integer':
    case 'number':
      return validNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return validArray(schema, isReal)
    case 'object':
      return validObject(schema, isReal)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function validText({ minLength = 0, maxLength, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.constantFrom('https://push.example/een', 'http://127.0.0.1:9/twee')
  if (format === 'date') return isoDates.map(date => date.slice(0, 10))
  if (format === 'date-time') return isoDates
  if (pattern) return matchingText(pattern, maxLength)
  const max = Math.min(maxLength ?? 60, 100)
  return fc.oneof(
    fc
      .constantFrom(...words)
      .map(word => word.slice(0, max).padEnd(minLength, 'x'))
      .filter(word => word.isWellFormed()),
    fc.string({ unit: 'grapheme', minLength, maxLength: max }),
  )
}

/** A negative lookahead, which may contain groups without groups of their own. */
const lookaheads = /\(\?!(?:[^()]|\([^()]*\))*\)/g

/** fast-check knows no lookahead: values that it would have excluded are left out afterwards. */
function matchingText(pattern: string, maxLength: number | undefined): fc.Arbitrary<string> {
  const simpler = new RegExp(pattern.replaceAll(lookaheads, ''), 'u')
  const whole = new RegExp(pattern, 'u')
  return fc
    .stringMatching(simpler, maxLength === undefined ? {} : { maxLength })
    .filter(text => whole.test(text))
}

const isoDates = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())

const validNumber = ({
  type,
  exclusiveMinimum = -1e9,
  minimum = exclusiveMinimum + 1,
  maximum = 1e9,
}: Schema): fc.Arbitrary<number> =>
  type === 'integer'
    ? fc.integer({ min: minimum, max: maximum })
    : fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      )

const validArray = ({ items = {}, minItems = 0, maxItems = 3 }: Schema, isReal: IsReal) =>
  fc.array(validValue(items, isReal), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 3)),
  })

function validObject(schema: Schema, isReal: IsReal): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (typeof additionalProperties !== 'object')
    return someFields(
      Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, validField(name, each, isReal)]),
      ),
      required,
    )
  return fc.dictionary(fc.string({ maxLength: 10 }), byType(additionalProperties, isReal), {
    maxKeys: 3,
    noNullPrototype: true,
  })
}

const LEFT_OUT = Symbol('left out')

/** Mostly without the fields that may be left out: each one more can be wrong. */
export const someFields = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: string[],
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([name, each]) => [
          name,
          required.includes(name)
            ? each
            : fc.oneof({ weight: 3, arbitrary: fc.constant(LEFT_OUT) }, { weight: 1, arbitrary: each }),
        ]),
      ),
      { noNullPrototype: true },
    )
    .map(all => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== LEFT_OUT)))

/** A list of ids is named after its elements: `productIds` holds values of `productId`. */
function validField(name: string, schema: Schema, isReal: IsReal): fc.Arbitrary<unknown> {
  const singular = name.replace(/s$/, '')
  if (schema.type !== 'array' || isReal(name) || !isReal(singular)) return validValue(schema, isReal, name)
  return fc.array(fc.constant(new RealValue(singular)), { minLength: schema.minItems ?? 0, maxLength: 3 })
}

/** Values that a schema may not have thought of. */
const brokenValues: unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53) - 2,
  1e308,
  '0',
  '-1',
  'NaN',
  '1e9',
  'null',
  'true',
  '٣',
  'a\u0000b',
  '\ud83c',
  '\u202e\u200b\ufeff',
  'x'.repeat(300),
  'é'.repeat(20_000),
  '../../etc/passwd',
  'https://elders.example/',
  'javascript:alert(1)',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  [],
  [[]],
  [null],
  {},
  { length: 5 },
  { toString: 1 },
  { a: { b: [] } },
]
export const brokenValue = fc.constantFrom(...brokenValues)

/** Just inside and just outside the limits of a schema. */
export function boundaryValues(schema: Schema): unknown[] {
  const { type, minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap(boundaryValues)
  if (type === 'string' && maxLength !== undefined)
    return [minLength, Math.max(0, minLength - 1), maxLength, maxLength + 1].flatMap(length =>
      ['x', 'é', '🎁'].map(letter => letter.repeat(length / letter.length)),
    )
  if ((type === 'integer' || type === 'number') && minimum !== undefined && maximum !== undefined)
    return [minimum, minimum - 1, maximum, maximum + 1]
  if (type === 'array' && maxItems !== undefined)
    return [minItems, minItems - 1, maxItems, maxItems + 1]
      .filter(length => length >= 0)
      .map(length => Array.from({ length }, () => boundaryValues(schema.items ?? {})[0] ?? null))
  return []
}
