import fc from 'fast-check'
import { boundaryValues, brokenValue, RealValue, type Schema } from './values.ts'

/** A change of one field of a request, by its place among all of them. */
export type Twist =
  | { kind: 'set'; at: number; value: unknown }
  | { kind: 'boundary'; at: number; nth: number }
  | { kind: 'remove'; at: number }
  | { kind: 'add'; at: number; name: string; value: unknown }

const extraNames = [
  'id',
  'userId',
  'role',
  'price',
  'status',
  'length',
  'toString',
  'hasOwnProperty',
  '__proto',
  'x'.repeat(500),
]

export const twist: fc.Arbitrary<Twist> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(100), value: brokenValue }),
  fc.record({ kind: fc.constant('boundary' as const), at: fc.nat(100), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(100) }),
  fc.record({
    kind: fc.constant('add' as const),
    at: fc.nat(100),
    name: fc.constantFrom(...extraNames),
    value: fc.constantFrom<unknown>('ADMIN', 0, null, true, {}, ['x']),
  }),
)

type Container = Record<string | number, unknown>

/** A field of a value, at any depth, with its schema where that is known. */
interface Field {
  holder: Container
  name: string
  schema: Schema
}

/** @returns a copy of the value, changed @param schema of an object whose fields can be changed */
export function applyTwists<T>(value: T, schema: Schema, twists: Twist[]): T {
  const copied = copy(value)
  for (const each of twists) {
    const fields = fieldsOf(copied, schema)
    const field = fields[each.at % fields.length]
    if (each.kind === 'add') addField(copied, fields, each)
    else if (field) changeField(field, each)
  }
  return copied
}

function changeField({ holder, name, schema }: Field, change: Exclude<Twist, { kind: 'add' }>): void {
  if (change.kind === 'remove') return void delete holder[name]
  if (change.kind === 'set') return void (holder[name] = copy(change.value))
  const values = boundaryValues(schema)
  if (values.length > 0) holder[name] = values[change.nth % values.length]
}

function addField(whole: unknown, fields: Field[], { at, name, value }: Twist & { kind: 'add' }): void {
  const objects = [whole, ...fields.map(field => field.holder[field.name])].filter(
    (each): each is Container => isContainer(each) && !Array.isArray(each),
  )
  const chosen = objects[at % objects.length]
  if (chosen) chosen[name] = copy(value)
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof RealValue)

function copy<T>(value: T): T {
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map(copy) as T
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)])) as T
}

function fieldsOf(value: unknown, schema: Schema): Field[] {
  if (!isContainer(value)) return []
  return Object.keys(value).flatMap(name => {
    const inner = (Array.isArray(value) ? schema.items : schema.properties?.[name]) ?? {}
    return [{ holder: value, name, schema: inner }, ...fieldsOf(value[name], inner)]
  })
}
