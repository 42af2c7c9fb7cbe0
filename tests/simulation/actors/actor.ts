import type { AuthenticatedUser } from '../../../src/platform/http/session.ts'
import { unwrapDatabaseError } from '../../../src/platform/db/databaseErrors.ts'
import { Problem } from '../../../src/wire/problem.ts'
import { CartLedger } from '../cartLedger.ts'
import type { CarrierModel } from '../carrier.ts'
import type { SimulatedNode } from '../node.ts'
import type { PaymentProviderModel } from '../paymentProvider.ts'
import type { ActorPlan } from '../plan.ts'
import type { Random } from '../random.ts'
import type { VerotelModel } from '../verotel.ts'
import type { World } from '../world.ts'

/** The node that a call was made to has crashed: nobody knows what it did. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** The knowledge of all actors of an episode, as people know what their browser has shown them. */
export interface Knowledge {
  orders: { id: string; userId: string }[]
  purchases: { id: string; userId: string }[]
  sessions: { id: string; userId: string; toyId: string }[]
  /** The answer to each key: the same, however often it was sent. */
  answersByKey: Map<string, string>
  /** The codes of gift cards that were mailed, by card, as whoever got the mail knows them. */
  receivedCards: Map<string, string>
  /** The refunds that an admin made at Verotel, each once. */
  givenByHand: Set<string>
  /** The products that are put into carts. */
  carts: CartLedger
  /** By user: when a stop was accepted, after which no command was sent. */
  stoppedAt: Map<string, { at: number; toyId: string }>
  /** By user, or `*` for all: when it was answered that the creator is hidden from them, or off the air; gone before that ends. */
  hiddenAt: Map<string, number>
}

export const newKnowledge = (): Knowledge => ({
  orders: [],
  purchases: [],
  sessions: [],
  answersByKey: new Map(),
  receivedCards: new Map(),
  givenByHand: new Set(),
  carts: new CartLedger(),
  stoppedAt: new Map(),
  hiddenAt: new Map(),
})

/** The parts of the world that an actor uses. */
export interface ActorContext {
  plan: ActorPlan
  random: Random
  world: World
  known: Knowledge
  provider: PaymentProviderModel
  verotel: VerotelModel
  carrier: CarrierModel
  now(): number
  wait(ms: number): Promise<void>
  /** The outcome of a call. */
  count(label: string, outcome: string): void
  /** Calls a node, any by default. @throws ConnectionLost when it crashes before its answer, Problem */
  call<T>(work: (node: SimulatedNode) => Promise<T>): Promise<T>
  /** A promise was broken. */
  report(what: string): void
}

export const asUser = (userId: string, role: AuthenticatedUser['role']): AuthenticatedUser => ({
  userId,
  role,
  sessionId: '',
})

/** Runs a request that may be refused. @returns undefined for a refusal, or a lost connection */
export async function attempt<T>(
  context: Pick<ActorContext, 'count' | 'report'>,
  label: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const answer = await work()
    context.count(label, 'done')
    return answer
  } catch (error) {
    if (error instanceof Problem || error instanceof ConnectionLost) {
      context.count(label, error instanceof Problem ? error.code : 'unanswered')
      return undefined
    }
    const { code = '', message = String(error) } = unwrapDatabaseError(error)
    // A deadlock is reported where it happens.
    if (code !== '40P01') context.report(`${label} failed with ${code} ${message}`)
    return undefined
  }
}

/** Records the answer to a key. */
export function checkAnswer(context: ActorContext, key: string, answer: string): void {
  const { known } = context
  const earlier = known.answersByKey.get(key)
  if (earlier !== undefined && earlier !== answer)
    context.report(`the same key made ${earlier} and ${answer}`)
  known.answersByKey.set(key, answer)
}

/** The credit that a customer pays with before the provider: often the same few cards, or one that was bought for somebody. */
export const pickCredit = ({ random, world, known }: ActorContext) => ({
  giftCards:
    known.receivedCards.size > 0 && random.chance(0.4)
      ? [random.pick([...known.receivedCards.values()])]
      : random.chance(0.6)
        ? world.giftCards.filter(() => random.chance(0.5)).map(({ code }) => code)
        : [],
  useStoreCredit: random.chance(0.3),
})
