import type { WebSocket } from '@fastify/websocket'
import type { z } from 'zod'
import { batched } from '../../../platform/batch.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Who } from '../../../platform/session.ts'
import type { Toy } from '../../toys/contract.ts'
import { Problem } from '../../../wire/problem.ts'
import type { BridgeRegistry, CreatorTab } from './bridgeRegistry.service.ts'
import { SOCKET_CLOSE_CODES, ClientFrame, type ServerFrame } from '../socket.contract.ts'
import { toControlSession, findMinuteBalances } from '../service.ts'
import type { SessionWithToy } from './liveSession.rules.ts'
import { findQueuePositions } from '../queue/queuePositions.service.ts'
import type { SessionController } from './sessionController.service.ts'
import { findToysForViewers } from './toyList.service.ts'
import { monotonicClock } from './clock.service.ts'

/** How often a login is looked at, in milliseconds: one that ended closes its sockets within a second. */
const LOGIN_CHECK_MS = 500
/** They are looked at in so many parts, one after the other, so that a thousand of them hold up no command. */
const LOGIN_CHECK_GROUPS = 25
/** How often the toys are, for what other nodes have changed. */
const TOYS_REFRESH_MS = 5000
/** However often they change, they are not told more often than this. */
const MIN_TOYS_INTERVAL_MS = 250
/** Nor is who keeps the shop told of devices and sessions. */
const MIN_DEVICES_INTERVAL_MS = 500
/** A heartbeat that comes sooner after another changes nothing. */
const MIN_HEARTBEAT_MS = 400
/** Without a session a heartbeat is only looked into this often. */
const MIN_IDLE_HEARTBEAT_MS = 4000
/** Without a frame for this long a socket is taken for dead. */
const SOCKET_TIMEOUT_MS = 60_000
/** Frames a second from one socket; more is no person. */
const MAX_FRAMES_PER_SECOND = 100
/** Bytes that may wait for a slow reader before it is let go. */
const MAX_BUFFERED_BYTES = 256 * 1024

interface SocketClient {
  socket: WebSocket
  who: Who
  /** The same, as one that may bridge toys. */
  tab: CreatorTab
  /** Whether its login still is one. */
  isSignedIn: () => Promise<boolean>
  /** Of which its login is looked at. */
  loginCheckGroup: number
  lastFrameAt: number
  lastHeartbeatAt: number
  frameRate: { since: number; count: number }
  /** Grows with every stop: a command from before it is not carried out any more. */
  stopCount: number
  /** What it was told last, by kind: what is the same is not said again. */
  lastSent: Map<string, string>
}

type Frame = z.input<typeof ServerFrame>

/** What is said is what the types say: it is not checked once more for each who hears it. */
const serializeFrame = (frame: Frame): string => JSON.stringify(frame)

/** Everyone who watches or plays on this node. */
export interface SocketHub {
  add(socket: WebSocket, who: Who, isSignedIn: SocketClient['isSignedIn']): void
  close(): void
}

export function createSocketHub(
  { db, bus, log, now }: Platform,
  stage: SessionController,
  bridges: BridgeRegistry,
): SocketHub {
  const clients = new Map<string, Set<SocketClient>>()
  const everyone = () => [...clients.values()].flatMap(all => [...all])

  const send = ({ socket }: SocketClient, text: string): void => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate()
    socket.send(text)
  }

  /** Says what is so now; only a session, whose clock runs on, is said again when it is the same. */
  const tell = (client: SocketClient, type: Frame['type'], text: string): void => {
    if (client.lastSent.get(type) === text) return
    client.lastSent.set(type, text)
    send(client, text)
  }

  const tellMinutes = (to: Iterable<SocketClient>, minutesBalance: number): void => {
    const text = serializeFrame({ type: 'balance', minutesBalance })
    for (const client of to) tell(client, 'balance', text)
  }

  function tellSession(seen: SessionWithToy | null, to: Iterable<SocketClient>): void {
    const session = seen && toControlSession(seen, stage.getOutput(seen), now())
    const text = serializeFrame({ type: 'session', session })
    for (const client of to) send(client, text)
    if (seen) tellMinutes(to, seen.balance)
  }

  /** Most people see the same toys, which are put into words once. */
  const toysFor = batched(async (watching: SocketClient[]) => {
    const viewers = watching.map(({ who }) => who)
    const seenBy = await findToysForViewers(db, viewers, now())
    const words = new Map<Toy[], string>()
    const wordsOf = (toys: Toy[]): string => {
      const text = words.get(toys) ?? serializeFrame({ type: 'toys', toys })
      words.set(toys, text)
      return text
    }
    return new Map(watching.map(client => [client, wordsOf(seenBy(client.who))]))
  })

  const tellToys = (to: SocketClient[]) =>
    Promise.all(
      to.map(async client => {
        const text = await toysFor(client)
        if (text) tell(client, 'toys', text)
      }),
    )

  const balances = batched((userIds: string[]) => findMinuteBalances(db, userIds))

  const tellBalance = async (userId: string) =>
    tellMinutes(clients.get(userId) ?? [], (await balances(userId)) ?? 0)

  const places = batched((userIds: string[]) => findQueuePositions(db, userIds, now()))

  async function tellPlace(userId: string): Promise<void> {
    const watching = clients.get(userId)
    if (!watching) return
    const text = serializeFrame({ type: 'queue', place: (await places(userId)) ?? null })
    for (const client of watching) send(client, text)
  }

  /** What is told to many may fail without anyone waiting for it. */
  const quietly = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.error({ err: error }, 'the audience could not be told'))

  async function beat(client: SocketClient): Promise<void> {
    const { userId } = client.who
    const pause = stage.hasLiveSession(userId) ? MIN_HEARTBEAT_MS : MIN_IDLE_HEARTBEAT_MS
    if (monotonicClock.now() - client.lastHeartbeatAt < pause) return
    client.lastHeartbeatAt = monotonicClock.now()
    tellSession(await stage.heartbeat(userId), [client])
  }

  async function command(
    client: SocketClient,
    frame: Extract<ClientFrame, { type: 'command' }>,
  ): Promise<void> {
    const { sequence } = frame
    try {
      if (frame.command === 'stop') client.stopCount += 1
      const { stopCount: era } = client
      const accepted = await stage.sendCommand(client.who.userId, frame, () => client.stopCount === era)
      send(client, serializeFrame({ type: 'ack', sequence, accepted, sentAt: now() }))
    } catch (error) {
      send(client, serializeFrame({ type: 'error', ...asFrame(error), sequence }))
    }
  }

  const asFrame = (error: unknown): { code: string; message: string } => {
    if (!(error instanceof Problem)) log.error({ err: error }, 'a frame could not be handled')
    const { code, message } = error instanceof Problem ? error : new Problem('INTERNAL')
    return { code, message }
  }

  function hear(client: SocketClient, data: unknown, isBinary: boolean): void {
    const time = monotonicClock.now()
    client.lastFrameAt = time
    if (time - client.frameRate.since >= 1000) client.frameRate = { since: time, count: 0 }
    client.frameRate.count += 1
    const frame = isBinary ? null : parseFrame(String(data))
    // A stop is heard however much else comes.
    if (client.frameRate.count > MAX_FRAMES_PER_SECOND && !isStop(frame))
      return client.socket.close(SOCKET_CLOSE_CODES.flood)
    if (!frame) return client.socket.close(SOCKET_CLOSE_CODES.notAFrame)
    if (frame.type === 'command') return void command(client, frame)
    if (frame.type !== 'heartbeat') return bridges.receive(client.tab, client.who, frame)
    quietly(beat(client))
  }

  function leave(client: SocketClient): void {
    const { userId } = client.who
    const all = clients.get(userId)
    all?.delete(client)
    bridges.removeTab(client.tab, client.who)
    if (all?.size === 0) clients.delete(userId)
  }

  let joined = 0
  let part = 0
  async function checkLogins(): Promise<void> {
    const time = monotonicClock.now()
    part = (part + 1) % LOGIN_CHECK_GROUPS
    const some = everyone().filter(client => client.loginCheckGroup === part)
    // All at once: they are one question to the database.
    await Promise.all(
      some.map(async client => {
        if (time - client.lastFrameAt > SOCKET_TIMEOUT_MS) client.socket.terminate()
        else if (!(await client.isSignedIn())) client.socket.close(SOCKET_CLOSE_CODES.noSession)
      }),
    )
  }

  const toysChanged = throttle(MIN_TOYS_INTERVAL_MS, () => quietly(tellToys(everyone())))

  const news = serializeFrame({ type: 'devices' })
  const devicesChanged = throttle(MIN_DEVICES_INTERVAL_MS, () => {
    for (const client of everyone()) if (client.who.role === 'ADMIN') send(client, news)
  })

  const timers = [
    setInterval(() => quietly(checkLogins()), LOGIN_CHECK_MS / LOGIN_CHECK_GROUPS),
    setInterval(toysChanged.soon, TOYS_REFRESH_MS),
  ]
  const unsubscribes = [
    bus.subscribe('session.changed', ({ userId }) => {
      const watching = clients.get(userId)
      if (watching) tellSession(stage.getLastKnown(userId), watching)
      devicesChanged.soon()
    }),
    bus.subscribe('session.moved', devicesChanged.soon),
    bus.subscribe('minutes.changed', ({ userId }) => clients.has(userId) && quietly(tellBalance(userId))),
    bus.subscribe('queue.changed', ({ userIds }) => quietly(Promise.all(userIds.map(tellPlace)))),
    bus.subscribe('messages.changed', ({ userId }) => {
      for (const client of clients.get(userId) ?? []) send(client, serializeFrame({ type: 'messages' }))
    }),
    bus.subscribe('toys.changed', toysChanged.soon),
    bus.subscribe('toys.changed', devicesChanged.soon),
  ]

  return {
    add(socket, who, isSignedIn) {
      const time = monotonicClock.now()
      const frames = { since: time, count: 0 }
      const client: SocketClient = {
        socket,
        who,
        tab: { send: frame => send(client, serializeFrame(frame)) },
        isSignedIn,
        loginCheckGroup: (joined += 1) % LOGIN_CHECK_GROUPS,
        lastFrameAt: time,
        lastHeartbeatAt: -Infinity,
        frameRate: frames,
        stopCount: 0,
        lastSent: new Map(),
      }
      clients.set(who.userId, (clients.get(who.userId) ?? new Set()).add(client))
      socket.on('message', (data, isBinary) => hear(client, data, isBinary))
      socket.on('close', () => leave(client))
      socket.on('error', () => socket.terminate())
      quietly(Promise.all([beat(client), tellToys([client]), tellBalance(who.userId)]))
    },
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const { cancel } of [toysChanged, devicesChanged]) cancel()
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** Work that is done soon after it is asked for, once for all who ask, and not again within so many milliseconds. */
function throttle(apartMs: number, work: () => void): { soon: () => void; cancel: () => void } {
  let doneAt = -Infinity
  let due: NodeJS.Timeout | undefined
  const run = () => {
    doneAt = monotonicClock.now()
    due = undefined
    work()
  }
  return {
    soon: () => void (due ??= setTimeout(run, Math.max(doneAt + apartMs - monotonicClock.now(), 0))),
    cancel: () => clearTimeout(due),
  }
}

function parseFrame(text: string): ClientFrame | null {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isStop = (frame: ClientFrame | null): boolean => frame?.type === 'command' && frame.command === 'stop'
