import { CallError, OFFLINE_MESSAGE } from '../../../ui/call.ts'
import { problems, type ProblemCode } from '../../../wire/problem.ts'
import type { ControlCommand } from '../contract.ts'
import type { ClientFrame, ServerFrame } from '../socket.contract.ts'

/** What a line needs of a WebSocket. */
export type ConnectionSocket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>

/** How often the server hears of a tab, in milliseconds: while a session lives, and while none does. */
const HEARTBEAT_INTERVAL_MS = { live: 1000, idle: 15_000 }
/** A line on which a heartbeat is not answered for this long is given up. */
const ANSWER_TIMEOUT_MS = 4000
/** A line that broke is tried again after a pause that doubles from the first to the last of these. */
const RETRY = { first: 250, last: 5000 }
/** When nothing was asked, how long ago what the server says may have been so at most. */
const MAX_FRAME_AGE_MS = 1000

/** The socket of this tab. It opens again by itself; while it is not open, everything goes over HTTP as well. */
export interface LiveConnection {
  open: () => void
  close: () => void
  isOpen: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Sends a command and answers its number on the server. @throws CallError, OFFLINE when the line breaks first */
  sendCommand: (command: ControlCommand) => Promise<{ sequence: number }>
  /** Says what is answered by no acknowledgement; nothing while the line is not open. */
  sendFrame: (frame: Exclude<ClientFrame, { type: 'command' | 'heartbeat' }>) => void
}

export interface LiveConnectionOptions {
  connect: () => ConnectionSocket
  /** Gets what the server says, and when it was asked for, by the clock. */
  onFrame: (frame: Exclude<ServerFrame, { type: 'ack' | 'error' }>, askedAt: number) => void
  /** Whether a session lives: then the heartbeat is what keeps it alive. */
  isLive: () => boolean
  clock?: () => number
}

export function createLiveConnection({
  connect,
  onFrame,
  isLive,
  clock = () => performance.now(),
}: LiveConnectionOptions): LiveConnection {
  const listeners = new Set<() => void>()
  const waiting = new Map<number, PromiseWithResolvers<{ sequence: number }>>()
  let socket: ConnectionSocket | null = null
  let isOpen = false
  let wanted = false
  let sequence = 0
  let beatAt = 0
  /** When the heartbeat that is not answered yet was sent. */
  let askedAt: number | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => listeners.forEach(listener => listener())

  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))

  function dial(): void {
    clearTimeout(timer)
    const own = connect()
    socket = own
    const ours = (listener: (event: never) => void) => (event: Event) => {
      if (socket === own) listener(event as never)
    }
    own.addEventListener('open', ours(opened))
    own.addEventListener(
      'message',
      ours(({ data }: MessageEvent<string>) => hear(JSON.parse(data) as ServerFrame)),
    )
    own.addEventListener('close', ours(broken))
  }

  function opened(): void {
    isOpen = true
    failures = 0
    // The server begins by itself with what a heartbeat asks for.
    askedAt = beatAt = clock()
    tell()
    tick()
  }

  function tick(): void {
    const time = clock()
    if (askedAt !== null && time - askedAt > ANSWER_TIMEOUT_MS) return hangUp()
    if (
      askedAt === null &&
      time - beatAt >= (isLive() ? HEARTBEAT_INTERVAL_MS.live : HEARTBEAT_INTERVAL_MS.idle)
    ) {
      askedAt = beatAt = time
      say({ type: 'heartbeat' })
    }
    timer = setTimeout(tick, HEARTBEAT_INTERVAL_MS.live)
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === 'ack')
      return settle(frame.sequence, answer => answer.resolve({ sequence: frame.accepted }))
    if (frame.type === 'error') return settle(frame.sequence, answer => answer.reject(toCallError(frame)))
    const asked = frame.type === 'session' ? askedAt : null
    if (frame.type === 'session') askedAt = null
    onFrame(frame, asked ?? clock() - MAX_FRAME_AGE_MS)
  }

  function settle(
    number: number | undefined,
    how: (answer: PromiseWithResolvers<{ sequence: number }>) => void,
  ) {
    const answer = number === undefined ? undefined : waiting.get(number)
    if (!answer || number === undefined) return
    waiting.delete(number)
    how(answer)
  }

  function hangUp(): void {
    const dead = socket
    broken()
    dead?.close()
  }

  function broken(): void {
    clearTimeout(timer)
    const was = isOpen
    socket = null
    isOpen = false
    askedAt = null
    for (const answer of waiting.values()) answer.reject(new CallError(0, OFFLINE_MESSAGE, 'OFFLINE'))
    waiting.clear()
    if (wanted) {
      timer = setTimeout(dial, Math.min(RETRY.first * 2 ** failures, RETRY.last))
      failures += 1
    }
    if (was) tell()
  }

  return {
    open() {
      wanted = true
      if (!socket) dial()
    },
    close() {
      wanted = false
      hangUp()
    },
    isOpen: () => isOpen,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sendCommand(command) {
      sequence += 1
      const answer = Promise.withResolvers<{ sequence: number }>()
      waiting.set(sequence, answer)
      say({ type: 'command', sequence, ...command })
      return answer.promise
    },
    sendFrame(frame) {
      if (isOpen) say(frame)
    },
  }
}

function toCallError({ code, message }: { code: string; message: string }): CallError {
  const known = code in problems ? (code as ProblemCode) : 'INTERNAL'
  return new CallError(problems[known].status, message, known, { message })
}
