import { z } from 'zod'
import type { Bus } from '../../platform/cluster/bus.ts'
import type { BridgeGateway } from './bridge.gateway.ts'
import { toyFunctionNames } from './contract.ts'
import {
  ToyOfflineError,
  ToyCommandError,
  type ToyDriver,
  type ToyOutput,
  type ToyTarget,
} from './gateway.ts'

/** How long to wait for the tab's node, in milliseconds: the timeout of a provider. */
const ANSWER_TIMEOUT_MS = 2000
/**
 * The tab's node ignores a command that is older than this, in milliseconds: with the 2 s that it may run, a toy stops within 3.
 */
const ACT_WITHIN_MS = 800

const Output = z.object({
  strengths: z.array(z.int().min(0).max(20)),
  stepMs: z.number(),
  levels: z.array(z.tuple([z.enum(toyFunctionNames), z.number()])),
  followers: z.array(z.enum(toyFunctionNames)),
  word: z.object({ sessionId: z.string(), generation: z.int() }),
  cap: z.int(),
})
const RelayRequest = z.object({
  uid: z.string(),
  toyId: z.string(),
  /** Null is a stop. */
  run: z.object({ output: Output, seconds: z.number() }).nullable(),
})
type RelayRequest = z.output<typeof RelayRequest>
type RelayedRun = { output: ToyOutput; seconds: number } | null
/** Null is success; else the error code, when there is one. */
const RelayReply = z.object({
  refused: z.object({ code: z.int().nullable(), isAway: z.boolean() }).nullable(),
})
type RelayReply = z.output<typeof RelayReply>

/**
 * Toys that are bridged at any node: at this one, or at the node that answers that its socket is there. A tab may move between
 * nodes during a session.
 */
export function createBridgeRelay(bridge: BridgeGateway, bus: Bus): ToyDriver {
  const carryOut = ({ uid, toyId, run }: RelayRequest): Promise<void> => {
    const target: ToyTarget = { provider: 'BUTTPLUG', uid, toyId }
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    return run ? bridge.run(target, run.output, run.seconds, signal) : bridge.stop(target, signal)
  }

  bus.onRequest('bridge', async (asked): Promise<RelayReply | undefined> => {
    const question = RelayRequest.parse(asked)
    if (!bridge.hasToy(question.toyId)) return undefined
    try {
      await carryOut(question)
      return { refused: null }
    } catch (error) {
      if (!(error instanceof ToyCommandError)) throw error
      return { refused: { code: error.code, isAway: error instanceof ToyOfflineError } }
    }
  })

  /** Sends to all nodes, in the order of the calls: a stop never arrives before the command that it stops. */
  async function askAround({ uid, toyId }: ToyTarget, run: RelayedRun, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new ToyCommandError('given up before it was sent')
    const overtaken = Promise.withResolvers<never>()
    const giveUp = () => overtaken.reject(new ToyCommandError('given up'))
    signal.addEventListener('abort', giveUp)
    try {
      const asked = bus.request(null, 'bridge', { uid, toyId, run }, ANSWER_TIMEOUT_MS, ACT_WITHIN_MS)
      const { data } = RelayReply.safeParse(await Promise.race([asked, overtaken.promise]))
      if (!data) throw new ToyOfflineError('no node has a tab that bridges this toy')
      if (!data.refused) return
      const Refusal = data.refused.isAway ? ToyOfflineError : ToyCommandError
      throw new Refusal('the node of the tab refused', data.refused.code)
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  const isHere = ({ toyId }: ToyTarget): boolean => bridge.hasToy(toyId) || !bus.isShared

  return {
    run: (target, output, seconds, signal) =>
      isHere(target)
        ? bridge.run(target, output, seconds, signal)
        : askAround(target, { output, seconds }, signal),
    stop: (target, signal) =>
      isHere(target) ? bridge.stop(target, signal) : askAround(target, null, signal),
  }
}
