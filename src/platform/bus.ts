import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'

/** What slices tell each other after the fact, by topic. */
export interface Topics {
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
}

/** What the other nodes are told as well; the rest is many times a second and of interest here only. */
const shared: ReadonlySet<keyof Topics> = new Set([
  'minutes.changed',
  'messages.changed',
  'session.moved',
  'session.played',
  'toys.changed',
])

/** How nodes reach each other. */
export interface Transport {
  send(channel: string, text: string): Promise<void>
  listen(channel: string, listener: (text: string) => void): void
  close(): Promise<void>
}

type Answerer = (question: unknown) => Promise<unknown>

/**
 * Carries news between slices without their knowing each other, and between nodes where there is a transport. A message may
 * be lost; the database holds the truth.
 */
export interface Bus {
  /** This node's name among those on the bus; another each time it starts. */
  node: string
  /** Whether there may be others. */
  isShared: boolean
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** Returns how to stop listening. */
  subscribe<T extends keyof Topics>(
    topic: T,
    listener: (message: Topics[T], from: 'here' | 'elsewhere') => void,
  ): () => void
  /** Resolves when the other nodes have been sent what was published so far, or it is known that they can't be. */
  delivered(): Promise<void>
  /** What another node answers, or undefined when it does not within `patienceMs`; it then does not act on it later. */
  ask(node: string, question: unknown, patienceMs: number): Promise<unknown>
  /** Names who answers other nodes' questions. */
  answer(answerer: Answerer): void
  close(): Promise<void>
}

const CHANNEL = 'gloed:bus'
const channelOf = (node: string) => `gloed:node:${node}`

const News = z.object({ from: z.string(), topic: z.string(), message: z.unknown() })
const Letter = z.union([
  z.object({ from: z.string(), ask: z.string(), until: z.number(), question: z.unknown() }),
  z.object({ reply: z.string(), answer: z.unknown() }),
])

export function createBus(transport?: Transport): Bus {
  const node = randomUUID()
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const waiting = new Map<string, (answer: unknown) => void>()
  let answerer: Answerer | undefined
  let sending: Promise<unknown> = Promise.resolve()
  const send = (channel: string, letter: object) =>
    transport?.send(channel, JSON.stringify(letter)).catch(() => undefined) ?? Promise.resolve()

  transport?.listen(CHANNEL, text => {
    const { data } = News.safeParse(JSON.parse(text))
    if (data && data.from !== node) emitter.emit(data.topic, data.message, 'elsewhere')
  })
  transport?.listen(channelOf(node), text => {
    const { data } = Letter.safeParse(JSON.parse(text))
    if (!data) return
    if ('reply' in data) return waiting.get(data.reply)?.(data.answer)
    // Whoever asked has given up by then: a node that was frozen must not act on what it finds when it wakes.
    if (Date.now() > data.until) return
    const reply = (answer: unknown) => void send(channelOf(data.from), { reply: data.ask, answer })
    answerer?.(data.question).then(reply, () => undefined)
  })

  return {
    node,
    isShared: transport !== undefined,
    publish(topic, message) {
      emitter.emit(topic, message, 'here')
      if (transport && shared.has(topic)) sending = send(CHANNEL, { from: node, topic, message })
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    async delivered() {
      await sending
    },
    async ask(to, question, patienceMs) {
      if (!transport) return undefined
      const ask = randomUUID()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(ask, resolve)
      const timer = setTimeout(() => resolve(undefined), patienceMs)
      await send(channelOf(to), { from: node, ask, until: Date.now() + patienceMs, question })
      const answer = await promise
      clearTimeout(timer)
      waiting.delete(ask)
      return answer
    },
    answer: given => void (answerer = given),
    close: async () => transport?.close(),
  }
}
