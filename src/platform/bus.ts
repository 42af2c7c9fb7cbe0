import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'

/** What slices tell each other after the fact, by topic. */
export interface BusTopics {
  /** Someone's balance of minutes changed. */
  'minutes.changed': { userId: string }
  /** Someone's control session moved, or what its toy does changed, as this node sees it. */
  'session.changed': { userId: string }
  /** A control session began, moved or ended: who knows it, or watches, looks again. */
  'session.moved': { userId: string; sessionId: string }
  /** What the toy of someone's session does, as the node that controls it says a few times a second; null: nothing. */
  'session.played': { userId: string; output: { told: object; at: string } | null }
  /** Places of these people in a queue changed, or went, as each node finds for itself. */
  'queue.changed': { userIds: string[] }
  /** Someone was written to. */
  'messages.changed': { userId: string }
  /** The app of a toy that takes no commands says that it is there: whoever moves toys may try. */
  'toy.doubted': { provider: 'LOVENSE' | 'BUTTPLUG'; uid: string; toyId: string }
  /** A toy came, went, or became free or busy. */
  'toys.changed': null
  /** An admin changed what the owner sets: who remembers it looks again. */
  'settings.changed': { version: number }
  /** A tab of this creator's, at the node that says so, has their devices from now on. */
  'bridge.begun': { ownerId: string }
}

/** What nodes ask each other about. */
export type BusRequestKind = 'command' | 'bridge'

/** What the other nodes are told as well; the rest is many times a second and of interest here only. */
const sharedTopics: ReadonlySet<keyof BusTopics> = new Set([
  'minutes.changed',
  'messages.changed',
  'session.moved',
  'session.played',
  'toys.changed',
  'bridge.begun',
  'settings.changed',
])

/** How nodes reach each other. */
export interface BusTransport {
  send(channel: string, text: string): Promise<void>
  subscribe(channel: string, listener: (text: string) => void): void
  close(): Promise<void>
}

/** Resolves to undefined when this node is not the one to answer. */
type RequestHandler = (question: unknown) => Promise<unknown>

/**
 * Carries news between slices without their knowing each other, and between nodes where there is a transport. A message may
 * be lost; the database holds the truth.
 */
export interface Bus {
  /** This node's name among those on the bus; another each time it starts. */
  nodeId: string
  /** Whether there may be others. */
  isShared: boolean
  publish<T extends keyof BusTopics>(topic: T, message: BusTopics[T]): void
  /** Returns how to stop listening. */
  subscribe<T extends keyof BusTopics>(
    topic: T,
    listener: (message: BusTopics[T], from: 'here' | 'elsewhere') => void,
  ): () => void
  /** Resolves when the other nodes have been sent what was published so far, or it is known that they can't be. */
  flush(): Promise<void>
  /**
   * What another node answers, or, where `nodeId` is null, whichever is the one to; undefined when none does within
   * `patienceMs`. It does not act on it later than `actMs` after it was asked.
   */
  request(
    node: string | null,
    subject: BusRequestKind,
    question: unknown,
    patienceMs: number,
    actMs?: number,
  ): Promise<unknown>
  /** Names who answers other nodes' questions on a subject. */
  onRequest(subject: BusRequestKind, answerer: RequestHandler): void
  close(): Promise<void>
}

const CHANNEL = 'gloed:bus'
const channelOf = (node: string) => `gloed:node:${node}`

const BusEvent = z.object({ from: z.string(), topic: z.string(), message: z.unknown() })
const BusRequest = z.object({
  from: z.string(),
  ask: z.string(),
  subject: z.string(),
  until: z.number(),
  question: z.unknown(),
})
const BusMessage = z.union([BusRequest, z.object({ reply: z.string(), answer: z.unknown() })])

export function createBus(transport?: BusTransport): Bus {
  const node = randomUUID()
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const waiting = new Map<string, (answer: unknown) => void>()
  const answerers = new Map<string, RequestHandler>()
  let sending: Promise<unknown> = Promise.resolve()
  const send = (channel: string, letter: object) =>
    transport?.send(channel, JSON.stringify(letter)).catch(() => undefined) ?? Promise.resolve()

  async function consider(
    { from, ask, subject, until, question }: z.output<typeof BusRequest>,
    isMine: boolean,
  ) {
    // Whoever asked has given up by then: a node that was frozen must not act on what it finds when it wakes.
    if (Date.now() > until) return
    const answer = await answerers.get(subject)?.(question)
    if (isMine || answer !== undefined) await send(channelOf(from), { reply: ask, answer })
  }

  transport?.subscribe(CHANNEL, text => {
    const { data } = z.union([BusRequest, BusEvent]).safeParse(JSON.parse(text))
    if (!data || data.from === node) return
    if ('ask' in data) consider(data, false).catch(() => undefined)
    else emitter.emit(data.topic, data.message, 'elsewhere')
  })
  transport?.subscribe(channelOf(node), text => {
    const { data } = BusMessage.safeParse(JSON.parse(text))
    if (!data) return
    if ('reply' in data) return waiting.get(data.reply)?.(data.answer)
    consider(data, true).catch(() => undefined)
  })

  return {
    nodeId: node,
    isShared: transport !== undefined,
    publish(topic, message) {
      emitter.emit(topic, message, 'here')
      if (transport && sharedTopics.has(topic)) sending = send(CHANNEL, { from: node, topic, message })
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    async flush() {
      await sending
    },
    async request(to, subject, question, patienceMs, actMs = patienceMs) {
      if (!transport) return undefined
      const ask = randomUUID()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(ask, resolve)
      const timer = setTimeout(() => resolve(undefined), patienceMs)
      const letter = { from: node, ask, subject, until: Date.now() + actMs, question }
      await send(to === null ? CHANNEL : channelOf(to), letter)
      const answer = await promise
      clearTimeout(timer)
      waiting.delete(ask)
      return answer
    },
    onRequest: (subject, answerer) => void answerers.set(subject, answerer),
    close: async () => transport?.close(),
  }
}
