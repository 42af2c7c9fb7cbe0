import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { sendRequest } from '../../platform/http/httpClient.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { Problem } from '../../wire/problem.ts'
import { functionLetters, type ProviderCall } from './contract.ts'
import { ToyOfflineError, ToyCommandError, type ToyCloudGateway, type ToyOutput } from './gateway.ts'

/** Lovense's Standard API by server, https://developer.lovense.com/docs/standard-solutions/standard-api.html */
const code = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
const QrAnswer = z.object({
  code: z.literal(0),
  data: z.object({ qr: z.string().regex(/^(https:|http:|data:image\/)/), code: z.string().min(1) }),
})
const CommandAnswer = z.object({ code, message: z.string().optional() })
const Refusal = z.object({ code: code.catch(0) })

/** The code of success; the HTTP status is 200 for errors too. */
const ACCEPTED = 200
const OFFLINE = 507
/** A sleeping app refuses the command that wakes it, so the command is retried once after this delay, in milliseconds. */
const WAKE_MS = 300
/** Timeout of pairing, and an upper bound for commands, whose signals abort earlier; in milliseconds. */
const MAX_TIMEOUT_MS = 8000

interface LovenseOptions {
  apiBase: () => string
  token: string
  log: Log
  /** Called for every failed call, with the provider's code when it gave one. */
  onError?: (call: ProviderCall, code: number | null) => void
}

export function lovenseGateway({ log, onError, ...options }: LovenseOptions): ToyCloudGateway {
  const api = lovenseApi(options)

  const commandTwice = async (body: object, signal: AbortSignal): Promise<void> => {
    try {
      await api.command(body, signal)
    } catch (error) {
      if (!(error instanceof ToyOfflineError)) throw error
      await pause(WAKE_MS, undefined, { signal }).catch(() => Promise.reject(error))
      await api.command(body, signal)
    }
  }

  const told = async <T>(call: ProviderCall, asked: Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (!isSuperseded(signal)) onError?.(call, error instanceof ToyCommandError ? error.code : null)
      throw error
    }
  }

  return {
    async pair({ uid, utoken }) {
      try {
        // It asks for a name, and gets the number once more: who the creator is concerns nobody but the shop.
        const { qr, code: qrId } = await told('PAIR', api.qrCode({ uid, utoken, uname: uid }))
        return { qrCode: qr, qrId }
      } catch (error) {
        log.warn({ err: error }, 'toy provider: pair')
        throw new Problem('PROVIDER_UNAVAILABLE')
      }
    },
    async probe() {
      await told('PAIR', api.qrCode({ uid: randomUUID(), utoken: randomUUID(), uname: 'test' }))
    },
    run({ uid, toyId }, output, seconds, signal) {
      const body = { uid, toy: toyId, timeSec: seconds, ...commandBody(output) }
      return told('RUN', commandTwice(body, signal), signal)
    },
    stop: ({ uid, toyId }, signal) => told('STOP', api.command({ uid, toy: toyId, ...STOP }, signal), signal),
    zero: ({ uid, toyId }, signal) => told('STOP', api.command({ uid, toy: toyId, ...ZERO }, signal), signal),
  }
}

/** The calls of the API, whose answers are checked. Both throw ToyCommandError. */
function lovenseApi({ apiBase, token }: Pick<LovenseOptions, 'apiBase' | 'token'>) {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    try {
      const { text } = await sendRequest(`${apiBase()}/api/lan/${path}`, {
        provider: 'lovense',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...body }),
        timeoutMs: MAX_TIMEOUT_MS,
        signal,
      })
      return JSON.parse(text)
    } catch (error) {
      throw unanswered(error)
    }
  }
  return {
    async command(body: object, signal: AbortSignal): Promise<void> {
      const { data: answer, error } = CommandAnswer.safeParse(await post('v2/command', body, signal))
      if (!answer) throw unanswered(error)
      const why = `the toy provider refused: ${answer.message}`
      if (answer.code === OFFLINE) throw new ToyOfflineError(why, OFFLINE)
      if (answer.code !== ACCEPTED) throw new ToyCommandError(why, answer.code)
    },
    async qrCode(body: object): Promise<z.output<typeof QrAnswer>['data']> {
      const said = await post('getQrCode', { ...body, v: 2 }, AbortSignal.timeout(MAX_TIMEOUT_MS))
      const answer = QrAnswer.safeParse(said)
      if (answer.data) return answer.data.data
      const refused = Refusal.safeParse(said).data?.code
      throw new ToyCommandError('the toy provider gave no code', refused || null, answer.error)
    },
  }
}

const unanswered = (cause: unknown) => new ToyCommandError('the toy provider did not answer', null, cause)

const STOP = { command: 'Function', action: 'Stop', timeSec: 0, apiVer: 1 } as const
/** With 0 seconds it holds until the next command. */
const ZERO = { command: 'Function', action: 'All:0', timeSec: 0, stopPrevious: 1, apiVer: 1 } as const

/** Aborted because a later command superseded it, and not by a timeout. */
const isSuperseded = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && (signal.reason as { name?: string } | undefined)?.name !== 'TimeoutError'

/**
 * A constant strength is sent as functions; several are sent as a custom pattern, so that a cap limits them. A toy that can
 * follow no pattern gets its first strength until the next renewal.
 */
function commandBody({ strengths, stepMs, levels, followers }: ToyOutput): object {
  if (strengths.length === 1 || followers.length === 0) {
    const action = levels.map(([name, level]) => `${name}:${level}`).join(',')
    return { command: 'Function', action, stopPrevious: 1, apiVer: 1 }
  }
  const letters = followers.map(name => functionLetters[name]).join(',')
  const rule = `V:1;F:${letters};S:${stepMs}#`
  return { command: 'Pattern', rule, strength: strengths.join(';'), apiVer: 2 }
}
