import { call, CallError, OFFLINE_MESSAGE } from '../../../ui/call/call.ts'
import { newIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { problems, type ProblemCode } from '../../../wire/problem.ts'
import { sendCommand, type ControlCommand } from '../contract.ts'
import type { CommandDelay } from '../delay.contract.ts'
import { type ClientFrame, LIVE_SOCKET_PATH, type ServerFrame } from '../socket.contract.ts'

/** The part of a WebSocket that a connection uses. */
export type ConnectionSocket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>

/** The heartbeat interval of a tab, in milliseconds: while a session is live, and while none is. */
const HEARTBEAT_INTERVAL_MS = { live: 1000, idle: 15_000 }
/** A connection whose heartbeat is not answered for this long is closed, in milliseconds. */
const ANSWER_TIMEOUT_MS = 4000
/** The maximum age of a pushed frame that answers no request, in milliseconds. */
const MAX_FRAME_AGE_MS = 1000

/** Timeout of a poll or a command, in milliseconds. */
const REQUEST_TIMEOUT_MS = 4000

/** The server's number of a command, and the delay from finger to toy, if it is known. */
export interface CommandAnswer {
  sequence: number
  delay?: CommandDelay | null
}

/** Frames for listeners: all except the answers to commands. */
export type PushedFrame = Exclude<ServerFrame, { type: 'ack' | 'error' }>
type FrameListener = (frame: PushedFrame, askedAt: number) => void

export interface LiveConnectionOptions {
  connect: () => ConnectionSocket
  /** Whether a session is live: then the heartbeat keeps it alive. */
  isLive: () => boolean
  clock: () => number
  /** From 0 to 1, without 1. */
  random: () => number
}

const defaultOptions: LiveConnectionOptions = {
  connect: () => new WebSocket(LIVE_SOCKET_PATH),
  isLive: () => false,
  clock: () => performance.now(),
  random: Math.random,
}

/** The socket of this tab. It reopens by itself; while it is closed, HTTP is used instead. */
export class LiveConnection {
  readonly #options: LiveConnectionOptions
  readonly #listeners = new Set<() => void>()
  readonly #frameListeners = new Set<FrameListener>()
  readonly #answers = new Map<number, PromiseWithResolvers<CommandAnswer> & { sentAt: number }>()
  #socket: ConnectionSocket | null = null
  #isOpen = false
  #isWanted = false
  readonly #tab = newIdempotencyKey()
  #sequence = 0
  #networkMs: number | null = null
  #heartbeatAt = 0
  /** When the heartbeat was sent that has no answer yet. */
  #askedAt: number | null = null
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Partial<LiveConnectionOptions> = {}) {
    this.#options = { ...defaultOptions, ...options }
  }

  open = (): void => {
    this.#isWanted = true
    if (!this.#socket) this.#connect()
  }

  close = (): void => {
    this.#isWanted = false
    this.#giveUp()
  }

  isOpen = (): boolean => this.#isOpen

  /** Calls the listener when the connection opens or closes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener with each frame, and with the time of the request that it answers. */
  onFrame(listener: FrameListener): () => void {
    this.#frameListeners.add(listener)
    return () => this.#frameListeners.delete(listener)
  }

  /** The round trip to the server, without the server's own time; null while it is unknown. */
  networkMs = (): number | null => this.#networkMs

  /** The place of the tab's next command among all that it sends, by socket and by HTTP. */
  nextOrder = () => ({ tab: this.#tab, sequence: (this.#sequence += 1) })

  /** Sends a command. @throws CallError, OFFLINE when the connection breaks first */
  sendCommand(command: ControlCommand, order = this.nextOrder()): Promise<CommandAnswer> {
    const { sequence } = order
    const answer = Promise.withResolvers<CommandAnswer>()
    this.#answers.set(sequence, { ...answer, sentAt: this.#options.clock() })
    this.#send({ type: 'command', sequence, order, ...command })
    return answer.promise
  }

  /** Sends a frame that has no acknowledgement; does nothing while the connection is closed. */
  sendFrame(frame: Exclude<ClientFrame, { type: 'command' | 'heartbeat' }>): void {
    if (this.#isOpen) this.#send(frame)
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #connect = (): void => {
    clearTimeout(this.#timer)
    const socket = this.#options.connect()
    this.#socket = socket
    // Ignores late frames of an earlier socket.
    const isCurrent = () => this.#socket === socket
    socket.addEventListener('open', () => isCurrent() && this.#opened())
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      // Without a schema check: frames come from our own server, many times a second.
      if (isCurrent()) this.#receive(JSON.parse(data) as ServerFrame)
    })
    socket.addEventListener('close', () => isCurrent() && this.#broken())
  }

  #opened(): void {
    this.#isOpen = true
    this.#failures = 0
    // The server sends the answer to a heartbeat at once, without a request.
    this.#askedAt = this.#heartbeatAt = this.#options.clock()
    this.#notify()
    this.#tick()
  }

  #tick = (): void => {
    const time = this.#options.clock()
    if (this.#askedAt !== null && time - this.#askedAt > ANSWER_TIMEOUT_MS) return this.#giveUp()
    const interval = this.#options.isLive() ? HEARTBEAT_INTERVAL_MS.live : HEARTBEAT_INTERVAL_MS.idle
    if (this.#askedAt === null && time - this.#heartbeatAt >= interval) {
      this.#askedAt = this.#heartbeatAt = time
      this.#send({ type: 'heartbeat' })
    }
    this.#timer = setTimeout(this.#tick, HEARTBEAT_INTERVAL_MS.live)
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'ack') return this.#receiveAck(frame)
    if (frame.type === 'error') return this.#takeAnswer(frame.sequence)?.reject(toCallError(frame))
    const asked = frame.type === 'session' ? this.#askedAt : null
    if (frame.type === 'session') this.#askedAt = null
    // Until a command is answered, which says how much of it was the network.
    if (asked !== null) this.#networkMs ??= this.#options.clock() - asked
    const askedAt = asked ?? this.#options.clock() - MAX_FRAME_AGE_MS
    for (const listener of this.#frameListeners) listener(frame, askedAt)
  }

  #receiveAck({ sequence, accepted, tookMs, delay }: Extract<ServerFrame, { type: 'ack' }>): void {
    const answer = this.#takeAnswer(sequence)
    if (!answer) return
    this.#networkMs = Math.max(this.#options.clock() - answer.sentAt - tookMs, 0)
    answer.resolve({ sequence: accepted, delay })
  }

  #takeAnswer(sequence: number | undefined) {
    if (sequence === undefined) return undefined
    const answer = this.#answers.get(sequence)
    this.#answers.delete(sequence)
    return answer
  }

  #giveUp(): void {
    const dead = this.#socket
    this.#broken()
    dead?.close()
  }

  #broken(): void {
    clearTimeout(this.#timer)
    const wasOpen = this.#isOpen
    this.#socket = null
    this.#isOpen = false
    this.#askedAt = null
    for (const answer of this.#answers.values()) answer.reject(new CallError(0, OFFLINE_MESSAGE, 'OFFLINE'))
    this.#answers.clear()
    if (this.#isWanted) {
      this.#timer = setTimeout(this.#connect, reconnectDelay(this.#failures, this.#options.random()))
      this.#failures += 1
    }
    if (wasOpen) this.#notify()
  }
}

function toCallError({ code, message }: { code: string; message: string }): CallError {
  const known = code in problems ? (code as ProblemCode) : 'INTERNAL'
  return new CallError(problems[known].status, message, known, { message })
}

/** Runs a request with a timeout of 4 s. @throws CallError OFFLINE after that */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  given?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    return await work(given ? AbortSignal.any([timeout, given]) : timeout)
  } catch (error) {
    throw timeout.aborted && !given?.aborted ? new CallError(0, OFFLINE_MESSAGE, 'OFFLINE') : error
  }
}

/**
 * Sends a command by the socket when it is open, else over HTTP. A stop is sent both ways, and the first acknowledgement counts:
 * a connection that broke a moment ago still looks open.
 * @param waitedMs from the movement of the finger until now
 * @throws CallError
 */
export async function sendControlCommand(
  connection: LiveConnection,
  given: ControlCommand,
  waitedMs = 0,
): Promise<CommandAnswer> {
  const order = connection.nextOrder()
  const command = { ...given, order, timing: { waitedMs, networkMs: connection.networkMs() } }
  const overHttp = () =>
    withTimeout(signal => call(sendCommand, command, { signal, keepalive: command.command === 'stop' }))
  if (!connection.isOpen()) return overHttp()
  const bySocket = withTimeout(signal =>
    Promise.race([connection.sendCommand(command, order), rejectOnAbort(signal)]),
  )
  if (command.command !== 'stop') return bySocket
  try {
    return await Promise.any([bySocket, overHttp()])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** A connection that broke is opened again after a pause that doubles from the first to the last of these, in milliseconds. */
const RETRY = { first: 250, last: 5000 }

/**
 * Milliseconds until a connection that broke is opened again: from half of the pause to one and a half, so that the tabs of a node that
 * stopped do not all come at once.
 * @param failures in a row, without this one
 * @param random from 0 to 1, without 1
 */
export const reconnectDelay = (failures: number, random: number): number =>
  Math.min(RETRY.first * 2 ** failures, RETRY.last) * (0.5 + random)
