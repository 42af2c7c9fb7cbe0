import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../platform/log.ts'
import { Problem } from '../wire/problem.ts'
import { functionLetters } from './contract.ts'
import { ToyAway, ToyUnreachable, type ToyGateway, type ToyOutput } from './gateway.ts'

/** Lovense's Standard API by server, https://developer.lovense.com/docs/standard-solutions/standard-api.html */
const QrAnswer = z.object({
  code: z.literal(0),
  data: z.object({ qr: z.string().regex(/^(https:|http:|data:image\/)/), code: z.string().min(1) }),
})
const CommandAnswer = z.object({
  code: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]),
  message: z.string().optional(),
})

/** Success on commands; the HTTP status says nothing. */
const ACCEPTED = 200
const OFFLINE = 507
/** An app that sleeps refuses the command that wakes it: the same one is tried once more, so many milliseconds later. */
const WAKE_MS = 300
const PAIR_TIMEOUT = 8000

interface LovenseOptions {
  apiBase: () => string
  token: string
  log: Log
}

export function lovenseGateway({ apiBase, token, log }: LovenseOptions): ToyGateway {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const response = await fetch(`${apiBase()}/api/lan/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...body }),
      redirect: 'error',
      signal,
    })
    return response.json()
  }

  const command = async (body: object, signal: AbortSignal): Promise<void> => {
    let answer: z.output<typeof CommandAnswer>
    try {
      answer = CommandAnswer.parse(await post('v2/command', body, signal))
    } catch (error) {
      throw new ToyUnreachable('the toy provider did not answer', null, error)
    }
    const why = `the toy provider refused: ${answer.message}`
    if (answer.code === OFFLINE) throw new ToyAway(why, OFFLINE)
    if (answer.code !== ACCEPTED) throw new ToyUnreachable(why, answer.code)
  }

  const commandTwice = async (body: object, signal: AbortSignal): Promise<void> => {
    try {
      await command(body, signal)
    } catch (error) {
      if (!(error instanceof ToyAway)) throw error
      await pause(WAKE_MS, undefined, { signal }).catch(() => Promise.reject(error))
      await command(body, signal)
    }
  }

  return {
    async pair({ uid, utoken, displayName }) {
      try {
        const body = { uid, utoken, uname: displayName, v: 2 }
        const { data } = QrAnswer.parse(await post('getQrCode', body, AbortSignal.timeout(PAIR_TIMEOUT)))
        return { qrCode: data.qr, qrId: data.code }
      } catch (error) {
        log.warn({ err: error }, 'toy provider: pair')
        throw new Problem('PROVIDER_UNAVAILABLE')
      }
    },
    run: ({ uid, toyId }, output, seconds, signal) =>
      commandTwice({ uid, toy: toyId, timeSec: seconds, ...bodyOf(output) }, signal),
    stop: ({ uid, toyId }, signal) =>
      command({ uid, toy: toyId, command: 'Function', action: 'Stop', timeSec: 0, apiVer: 1 }, signal),
  }
}

/**
 * A steady strength is a function; several are a pattern of our own making, so that a cap binds them. A toy that can follow
 * no pattern has its first strength until the next renewal.
 */
function bodyOf({ strengths, stepMs, levels, followers }: ToyOutput): object {
  if (strengths.length === 1 || followers.length === 0) {
    const action = levels.map(([name, level]) => `${name}:${level}`).join(',')
    return { command: 'Function', action, stopPrevious: 1, apiVer: 1 }
  }
  const letters = followers.map(name => functionLetters[name]).join(',')
  const rule = `V:1;F:${letters};S:${stepMs}#`
  return { command: 'Pattern', rule, strength: strengths.join(';'), apiVer: 2 }
}
