import fc from 'fast-check'
import { oddHeaders, validHeaders } from './headers.ts'
import type { Operation } from './operations.ts'
import { twist, type Twist } from './twists.ts'
import { someFields, validValue, type IsReal } from './values.ts'
import { wireForms, type WireForm } from './wireForms.ts'

/** The caller of a request: nobody, a guest with a cart and an order, two customers, two creators and an admin. */
export const callers = ['nobody', 'guest', 'user1', 'user2', 'creator1', 'creator2', 'admin'] as const
export type Caller = (typeof callers)[number]
/** The callers who have an account. */
export type Member = Exclude<Caller, 'nobody' | 'guest'>
export const isMember = (caller: Caller): caller is Member => caller !== 'nobody' && caller !== 'guest'

/**
 * A request as it is generated. Real values are named, not chosen, so that a seed gives the same requests whatever ids the database has
 * given out.
 */
export interface FuzzRequest {
  /** The operation: `GET /api/orders/{orderId}`. */
  key: string
  caller: Caller
  /** Which of the rows with real values it uses, and whether they are the caller's own. */
  row: number
  whose: 'own' | 'any'
  parameters: Record<string, unknown>
  body: unknown
  twists: Twist[]
  /** Another form of the body than JSON; null for none. */
  wire: WireForm | null
  headers: Record<string, string>
}

/** How often an operation is called, where not as often as others: hashing a password takes a hundred times as long as other answers. */
const weights: Record<string, number> = {
  // With much that can be chosen.
  'POST /api/cart/checkout': 40,
  'POST /api/login': 2,
  'POST /api/register': 2,
  'POST /api/email/verify': 2,
  'POST /api/email/refuse': 2,
  'POST /api/password/reset': 2,
  'PUT /api/account/password': 2,
  'DELETE /api/account': 1,
  'POST /api/account/totp': 2,
  'DELETE /api/account/totp': 2,
  'POST /api/account/totp/recovery-codes': 2,
  'POST /api/setup/admin': 2,
}
const USUAL = 8

/** Any request to any operation. @param isReal whether an operation's field has known real values */
export const anyRequest = (
  operations: Operation[],
  isReal: (key: string, field: string) => boolean,
): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...operations.map(operation => ({
      weight: weights[operation.key] ?? USUAL,
      arbitrary: requestOf(operation, field => isReal(operation.key, field)),
    })),
  )

function requestOf(operation: Operation, isReal: IsReal): fc.Arbitrary<FuzzRequest> {
  const parameters = Object.fromEntries(
    operation.parameters.map(({ name, schema }) => [name, validValue(schema, isReal, name)]),
  )
  const required = operation.parameters.filter(each => each.required).map(({ name }) => name)
  return fc.record({
    key: fc.constant(operation.key),
    caller: callerOf(operation),
    row: fc.nat(10_000),
    whose: fc.constantFrom('own' as const, 'own' as const, 'any' as const),
    parameters: someFields(parameters, required),
    body: operation.body ? validValue(operation.body, isReal) : fc.constant(undefined),
    twists: fc.oneof(
      { weight: 5, arbitrary: fc.constant<Twist[]>([]) },
      { weight: 4, arbitrary: fc.array(twist, { minLength: 1, maxLength: 2 }) },
    ),
    wire: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: operation.method === 'GET' ? 0 : 1, arbitrary: fc.constantFrom(...wireForms) },
    ),
    headers: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
      { weight: 2, arbitrary: validHeaders },
      { weight: 1, arbitrary: oddHeaders },
    ),
  })
}

/** The calls that a shop that is open to everyone lets visitors do without an account. */
const forGuests = /^\/api\/(cart|orders|invoices|pickup-points|vat-number|addresses\/lookup)/

/** Mostly those who may call it, and everybody else as well. */
function callerOf({ path, isPersonal }: Operation): fc.Arbitrary<Caller> {
  const likely: Caller[] = path.startsWith('/api/admin')
    ? ['admin']
    : path.startsWith('/api/studio')
      ? ['creator1', 'creator2']
      : isPersonal
        ? forGuests.test(path)
          ? ['user1', 'user2', 'creator1', 'guest', 'guest']
          : ['user1', 'user2', 'creator1']
        : ['nobody', 'user1']
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...likely) },
    { weight: 1, arbitrary: fc.constantFrom(...callers) },
  )
}
