import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { BridgeGateway } from './bridge.gateway.ts'
import { functionLetters, type ToyFunction } from './contract.ts'
import { ToyAway, ToyUnreachable, type ToyMover, type ToyOutput, type ToyTarget } from './gateway.ts'

/** How long the tab's node is waited for, in milliseconds: as long as a provider is. */
const ANSWER_MS = 2000
/** What comes to the tab's node later than this is not acted on: with the 2 s that it may run, a toy is silent within 3. */
const ACT_MS = 800

const Output = z.object({
  strengths: z.array(z.int().min(0).max(20)),
  stepMs: z.number(),
  levels: z.array(z.tuple([z.enum(Object.keys(functionLetters) as ToyFunction[]), z.number()])),
  followers: z.array(z.enum(Object.keys(functionLetters) as ToyFunction[])),
  word: z.object({ sessionId: z.string(), generation: z.int() }),
  cap: z.int(),
})
const Question = z.object({
  uid: z.string(),
  toyId: z.string(),
  /** Null asks for silence. */
  run: z.object({ output: Output, seconds: z.number() }).nullable(),
})
type Question = z.output<typeof Question>
type Told = { output: ToyOutput; seconds: number } | null
/** Null is done; else it is the code of the refusal, when it has one. */
const Answer = z.object({ refused: z.object({ code: z.int().nullable(), isAway: z.boolean() }).nullable() })
type Answer = z.output<typeof Answer>

/**
 * Bridged toys by whichever node their owner's tab has its socket at: by this one, or by whoever answers that it has it. A tab
 * may go from node to node while a session goes on.
 */
export function withRelay(bridge: BridgeGateway, bus: Bus): ToyMover {
  const carryOut = ({ uid, toyId, run }: Question): Promise<void> => {
    const target: ToyTarget = { provider: 'BUTTPLUG', uid, toyId }
    const signal = AbortSignal.timeout(ANSWER_MS)
    return run ? bridge.run(target, run.output, run.seconds, signal) : bridge.stop(target, signal)
  }

  bus.answer('bridge', async (asked): Promise<Answer | undefined> => {
    const question = Question.parse(asked)
    if (!bridge.holds(question.toyId)) return undefined
    try {
      await carryOut(question)
      return { refused: null }
    } catch (error) {
      if (!(error instanceof ToyUnreachable)) throw error
      return { refused: { code: error.code, isAway: error instanceof ToyAway } }
    }
  })

  /** Everyone is asked, in the order in which it is asked: a stop never comes before what it stops. */
  async function askAround({ uid, toyId }: ToyTarget, run: Told, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new ToyUnreachable('given up before it was sent')
    const overtaken = Promise.withResolvers<never>()
    const giveUp = () => overtaken.reject(new ToyUnreachable('given up'))
    signal.addEventListener('abort', giveUp)
    try {
      const asked = bus.ask(null, 'bridge', { uid, toyId, run }, ANSWER_MS, ACT_MS)
      const { data } = Answer.safeParse(await Promise.race([asked, overtaken.promise]))
      if (!data) throw new ToyAway('no node has a tab that bridges this toy')
      if (!data.refused) return
      const Refusal = data.refused.isAway ? ToyAway : ToyUnreachable
      throw new Refusal('the node of the tab refused', data.refused.code)
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  const isHere = ({ toyId }: ToyTarget): boolean => bridge.holds(toyId) || !bus.isShared

  return {
    run: (target, output, seconds, signal) =>
      isHere(target)
        ? bridge.run(target, output, seconds, signal)
        : askAround(target, { output, seconds }, signal),
    stop: (target, signal) =>
      isHere(target) ? bridge.stop(target, signal) : askAround(target, null, signal),
  }
}
