import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../telemetry/log.ts'

/** The events that slices publish after a change, by topic. */
export interface BusTopics {
  /** A login session of a user is about to end. */
  'login.ending': { userId: string }
  /** A user's balance of minutes changed. */
  'minutes.changed': { userId: string }
  /** The payment of a user's purchase of minutes was made, or failed. */
  'minutes.settled': { userId: string; purchaseId: string }
  /** A user's control session changed state, or the current output of its toy changed, as this node sees it. */
  'session.changed': { userId: string }
  /** A control session began, changed state or ended: nodes that hold or watch it read it again. */
  'session.transitioned': { userId: string; sessionId: string }
  /** The current output of a session's toy, sent a few times a second by the node that controls it; null when it is still. */
  'session.outputChanged': { userId: string; output: { told: object; at: string } | null }
  /** A node that stops no longer controls this session; the state of its toy until then, or null. */
  'session.handedOver': { userId: string; sessionId: string; generation: number; output: object | null }
  /** The queue positions of these users changed or ended; each node finds this by itself. */
  'queue.changed': { userIds: string[] }
  /** A user received a message. */
  'messages.changed': { userId: string }
  /** A user got a notification that nothing else on their screen goes with. */
  'notifications.changed': { userId: string }
  /** The app of an unreachable toy reported itself: commands may be tried again. */
  'toy.reported': { provider: 'LOVENSE' | 'BUTTPLUG'; uid: string; toyId: string }
  /** A toy was added or removed, or became free or busy. */
  'toys.changed': null
  /** A toy of this creator was approved, or a session on one began or ended. */
  'studio.changed': { userId: string }
  /** An admin changed the settings: every settings cache refreshes. */
  'settings.changed': { version: number }
  /** An admin published a text: every content cache refreshes. */
  'content.changed': { key: string }
  /** An admin changed a VAT rate: every cache of them refreshes. */
  'vatRates.changed': null
  /** An admin changed a promotion: each node looks again whether any applies by itself. */
  'promotions.changed': null
  /** A tab of this creator now connects their toys, on the node that publishes this. */
  'bridge.connected': { ownerId: string }
  /** This creator said which of their connected devices each toy is. */
  'bridge.confirmed': { ownerId: string }
}

/** The subjects of requests between nodes. */
export type BusRequestKind = 'command' | 'bridge'

/** Topics that also go to the other nodes; the others are frequent and only of use on this node. */
const sharedTopics: ReadonlySet<keyof BusTopics> = new Set([
  'login.ending',
  'minutes.changed',
  'messages.changed',
  'notifications.changed',
  'session.transitioned',
  'studio.changed',
  'session.outputChanged',
  'session.handedOver',
  'toys.changed',
  'bridge.connected',
  'bridge.confirmed',
  'settings.changed',
  'content.changed',
  'promotions.changed',
  'vatRates.changed',
])

/** The settings that a bus with other nodes needs. */
export interface SharedBusOptions {
  transport: BusTransport
  /** The clock that all nodes share: `until` of a request is of the node that sends it, and compared by the one that receives it. */
  now: () => Date
  log: Log
}

/** Carries messages between nodes. */
export interface BusTransport {
  send(channel: string, text: string): Promise<void>
  subscribe(channel: string, listener: (text: string) => void): void
  /** Whether it sends, and receives the messages of all its channels. */
  isConnected(): boolean
  close(): Promise<void>
}

/**
 * Resolves to undefined when another node has to answer. `isExpired` tells whether the request is no longer valid, to be asked again after
 * a wait.
 */
type RequestHandler = (question: unknown, isExpired: () => boolean) => Promise<unknown>

/**
 * Publish/subscribe between slices, and between nodes where there is a transport. A message may be lost; the database is
 * authoritative.
 */
export interface Bus {
  /** This node's id on the bus; new at each start. */
  nodeId: string
  /** Whether there may be other nodes. */
  isShared: boolean
  /** Whether other nodes can be heard and reached now; true where there are none. */
  isConnected(): boolean
  /** @returns whether it is connected, within so many milliseconds */
  whenConnected(timeoutMs: number): Promise<boolean>
  publish<T extends keyof BusTopics>(topic: T, message: BusTopics[T]): void
  /** @returns a function that unsubscribes */
  subscribe<T extends keyof BusTopics>(
    topic: T,
    listener: (message: BusTopics[T], from: 'here' | 'elsewhere') => void,
  ): () => void
  /** Resolves when everything published so far was sent to the other nodes, or sending failed. */
  flush(): Promise<void>
  /**
   * Sends a request to a node, or to all nodes when `nodeId` is null, one of which answers. A node that receives it later than
   * `validMs` ignores it.
   * @returns the answer, or undefined when none comes within `timeoutMs`
   */
  request(
    nodeId: string | null,
    subject: BusRequestKind,
    question: unknown,
    timeoutMs: number,
    validMs?: number,
  ): Promise<unknown>
  /** Registers the handler of other nodes' requests on a subject. */
  onRequest(subject: BusRequestKind, handler: RequestHandler): void
  close(): Promise<void>
}

/** In milliseconds. */
const CONNECTED_POLL_MS = 10

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

/** The requests that this node has sent and that are not answered yet. */
function createPendingRequests() {
  const pending = new Map<string, (answer: unknown) => void>()
  return {
    /** @returns the answer, or undefined when none comes within `timeoutMs` */
    waitFor(id: string, timeoutMs: number): Promise<unknown> {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const timer = setTimeout(() => resolve(undefined), timeoutMs)
      pending.set(id, resolve)
      return promise.finally(() => {
        clearTimeout(timer)
        pending.delete(id)
      })
    },
    resolve: (id: string, answer: unknown) => pending.get(id)?.(answer),
  }
}

type Send = (channel: string, message: object) => Promise<void>

/** A message that can't be sent is dropped. */
const createSender =
  (shared?: SharedBusOptions): Send =>
  async (channel, message) => {
    try {
      await shared?.transport.send(channel, JSON.stringify(message))
    } catch (error) {
      const topic = 'topic' in message ? message.topic : undefined
      const level = topic === 'session.handedOver' ? 'warn' : 'debug'
      shared?.log[level]({ err: error, topic }, 'bus: a message was not sent')
    }
  }

function watchConnection(transport?: BusTransport): Pick<Bus, 'isConnected' | 'whenConnected'> {
  const isConnected = () => transport?.isConnected() ?? true
  return {
    isConnected,
    async whenConnected(timeoutMs) {
      const deadline = performance.now() + timeoutMs
      while (!isConnected() && performance.now() < deadline) await pause(CONNECTED_POLL_MS)
      return isConnected()
    },
  }
}

const createRequestHandler =
  (handlers: ReadonlyMap<string, RequestHandler>, send: Send, nowMs: () => number) =>
  async (
    { from, ask, subject, until, question }: z.output<typeof BusRequest>,
    isAddressed: boolean,
  ): Promise<void> => {
    const isExpired = () => nowMs() > until
    // A node that was frozen must not act on an old request when it wakes.
    if (isExpired()) return
    const answer = await handlers.get(subject)?.(question, isExpired)
    if (isAddressed || answer !== undefined) await send(channelOf(from), { reply: ask, answer })
  }

/** @param shared for a node that may not be the only one */
export function createBus(shared?: SharedBusOptions): Bus {
  const { transport, log } = shared ?? {}
  const nowMs = () => (shared?.now() ?? new Date()).getTime()
  const nodeId = randomUUID()
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const pending = createPendingRequests()
  const handlers = new Map<string, RequestHandler>()
  let sending: Promise<unknown> = Promise.resolve()
  const send = createSender(shared)
  const connection = watchConnection(transport)
  const handleRequest = createRequestHandler(handlers, send, nowMs)
  const reportFailure = (error: unknown) => log?.warn({ err: error }, 'bus: a request failed')

  transport?.subscribe(CHANNEL, text => {
    const { data } = z.union([BusRequest, BusEvent]).safeParse(JSON.parse(text))
    if (!data || data.from === nodeId) return
    if ('ask' in data) handleRequest(data, false).catch(reportFailure)
    else emitter.emit(data.topic, data.message, 'elsewhere')
  })
  transport?.subscribe(channelOf(nodeId), text => {
    const { data } = BusMessage.safeParse(JSON.parse(text))
    if (!data) return
    if ('reply' in data) return pending.resolve(data.reply, data.answer)
    handleRequest(data, true).catch(reportFailure)
  })

  return {
    nodeId,
    isShared: transport !== undefined,
    ...connection,
    publish(topic, message) {
      emitter.emit(topic, message, 'here')
      if (transport && sharedTopics.has(topic)) sending = send(CHANNEL, { from: nodeId, topic, message })
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    async flush() {
      await sending
    },
    async request(to, subject, question, timeoutMs, validMs = timeoutMs) {
      if (!transport) return undefined
      const ask = randomUUID()
      const answer = pending.waitFor(ask, timeoutMs)
      const until = nowMs() + validMs
      await send(to === null ? CHANNEL : channelOf(to), { from: nodeId, ask, subject, until, question })
      return answer
    },
    onRequest: (subject, handler) => void handlers.set(subject, handler),
    close: async () => transport?.close(),
  }
}
