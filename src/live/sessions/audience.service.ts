import type { WebSocket } from '@fastify/websocket'
import type { z } from 'zod'
import { batched } from '../../platform/batch.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Who } from '../../platform/session.ts'
import type { Toy } from '../toys/contract.ts'
import { Problem } from '../../wire/problem.ts'
import type { Bridges, CreatorTab } from './bridge.service.ts'
import { CLOSED, FromBrowser, type FromServer } from './frames.contract.ts'
import { asControlSession, balancesOf, type Seen } from './service.ts'
import { placesOf } from './places.service.ts'
import type { Stage } from './stage.service.ts'
import { listToysFor } from './toys.service.ts'
import { realTime } from './time.service.ts'
import { checkPattern } from './wish.service.ts'

/** How often a login is looked at, in milliseconds: one that ended closes its sockets within a second. */
const LOGIN_MS = 500
/** They are looked at in so many parts, one after the other, so that a thousand of them hold up no command. */
const LOGIN_PARTS = 25
/** How often the toys are, for what other nodes have changed. */
const TOYS_MS = 5000
/** However often they change, they are not told more often than this. */
const TOYS_APART_MS = 250
/** Nor is who keeps the shop told of devices and sessions. */
const DEVICES_APART_MS = 500
/** A heartbeat that comes sooner after another changes nothing. */
const BEAT_MS = 400
/** Without a session a heartbeat is only looked into this often. */
const IDLE_BEAT_MS = 4000
/** Without a frame for this long a socket is taken for dead. */
const SILENT_MS = 60_000
/** Frames a second from one socket; more is no person. */
const MOST_FRAMES = 100
/** Bytes that may wait for a slow reader before it is let go. */
const MOST_WAITING = 256 * 1024

interface Client {
  socket: WebSocket
  who: Who
  /** The same, as one that may bridge toys. */
  tab: CreatorTab
  /** Whether its login still is one. */
  isSignedIn: () => Promise<boolean>
  /** Of which its login is looked at. */
  part: number
  heardAt: number
  beatAt: number
  frames: { since: number; count: number }
  /** Grows with every stop: a command from before it is not carried out any more. */
  era: number
  /** What it was told last, by kind: what is the same is not said again. */
  told: Map<string, string>
}

type Frame = z.input<typeof FromServer>

/** What is said is what the types say: it is not checked once more for each who hears it. */
const frameOf = (frame: Frame): string => JSON.stringify(frame)

/** Everyone who watches or plays on this node. */
export interface Audience {
  join(socket: WebSocket, who: Who, isSignedIn: Client['isSignedIn']): void
  close(): void
}

export function createAudience({ db, bus, log, now }: Platform, stage: Stage, bridges: Bridges): Audience {
  const clients = new Map<string, Set<Client>>()
  const everyone = () => [...clients.values()].flatMap(all => [...all])

  const send = ({ socket }: Client, text: string): void => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MOST_WAITING) return socket.terminate()
    socket.send(text)
  }

  /** Says what is so now; only a session, whose clock runs on, is said again when it is the same. */
  const tell = (client: Client, type: Frame['type'], text: string): void => {
    if (client.told.get(type) === text) return
    client.told.set(type, text)
    send(client, text)
  }

  const tellMinutes = (to: Iterable<Client>, minutesBalance: number): void => {
    const text = frameOf({ type: 'balance', minutesBalance })
    for (const client of to) tell(client, 'balance', text)
  }

  function tellSession(seen: Seen | null, to: Iterable<Client>): void {
    const session = seen && asControlSession(seen, stage.output(seen), now())
    const text = frameOf({ type: 'session', session })
    for (const client of to) send(client, text)
    if (seen) tellMinutes(to, seen.balance)
  }

  /** Most people see the same toys, which are put into words once. */
  const toysFor = batched(async (watching: Client[]) => {
    const viewers = watching.map(({ who }) => who)
    const seenBy = await listToysFor(db, viewers, now())
    const words = new Map<Toy[], string>()
    const wordsOf = (toys: Toy[]): string => {
      const text = words.get(toys) ?? frameOf({ type: 'toys', toys })
      words.set(toys, text)
      return text
    }
    return new Map(watching.map(client => [client, wordsOf(seenBy(client.who))]))
  })

  const tellToys = (to: Client[]) =>
    Promise.all(
      to.map(async client => {
        const text = await toysFor(client)
        if (text) tell(client, 'toys', text)
      }),
    )

  const balances = batched((userIds: string[]) => balancesOf(db, userIds))

  const tellBalance = async (userId: string) =>
    tellMinutes(clients.get(userId) ?? [], (await balances(userId)) ?? 0)

  const places = batched((userIds: string[]) => placesOf(db, userIds, now()))

  async function tellPlace(userId: string): Promise<void> {
    const watching = clients.get(userId)
    if (!watching) return
    const text = frameOf({ type: 'queue', place: (await places(userId)) ?? null })
    for (const client of watching) send(client, text)
  }

  /** What is told to many may fail without anyone waiting for it. */
  const quietly = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => log.error({ err: error }, 'the audience could not be told'))

  async function beat(client: Client): Promise<void> {
    const { userId } = client.who
    const pause = stage.isLive(userId) ? BEAT_MS : IDLE_BEAT_MS
    if (realTime.now() - client.beatAt < pause) return
    client.beatAt = realTime.now()
    tellSession(await stage.heartbeat(userId), [client])
  }

  async function command(client: Client, frame: Extract<FromBrowser, { type: 'command' }>): Promise<void> {
    const { sequence } = frame
    try {
      checkPattern(frame)
      if (frame.command === 'stop') client.era += 1
      const { era } = client
      const accepted = await stage.command(client.who.userId, frame, () => client.era === era)
      send(client, frameOf({ type: 'ack', sequence, accepted, sentAt: now() }))
    } catch (error) {
      send(client, frameOf({ type: 'error', ...asFrame(error), sequence }))
    }
  }

  const asFrame = (error: unknown): { code: string; message: string } => {
    if (!(error instanceof Problem)) log.error({ err: error }, 'a frame could not be handled')
    const { code, message } = error instanceof Problem ? error : new Problem('INTERNAL')
    return { code, message }
  }

  function hear(client: Client, data: unknown, isBinary: boolean): void {
    const time = realTime.now()
    client.heardAt = time
    if (time - client.frames.since >= 1000) client.frames = { since: time, count: 0 }
    client.frames.count += 1
    const frame = isBinary ? null : readFrame(String(data))
    // A stop is heard however much else comes.
    if (client.frames.count > MOST_FRAMES && !isStop(frame)) return client.socket.close(CLOSED.flood)
    if (!frame) return client.socket.close(CLOSED.notAFrame)
    if (frame.type === 'command') return void command(client, frame)
    if (frame.type !== 'heartbeat') return bridges.hear(client.tab, client.who, frame)
    quietly(beat(client))
  }

  function leave(client: Client): void {
    const { userId } = client.who
    const all = clients.get(userId)
    all?.delete(client)
    bridges.leave(client.tab, client.who)
    if (all?.size === 0) clients.delete(userId)
  }

  let joined = 0
  let part = 0
  async function checkLogins(): Promise<void> {
    const time = realTime.now()
    part = (part + 1) % LOGIN_PARTS
    const some = everyone().filter(client => client.part === part)
    // All at once: they are one question to the database.
    await Promise.all(
      some.map(async client => {
        if (time - client.heardAt > SILENT_MS) client.socket.terminate()
        else if (!(await client.isSignedIn())) client.socket.close(CLOSED.noSession)
      }),
    )
  }

  const toysChanged = paced(TOYS_APART_MS, () => quietly(tellToys(everyone())))

  const news = frameOf({ type: 'devices' })
  const devicesChanged = paced(DEVICES_APART_MS, () => {
    for (const client of everyone()) if (client.who.role === 'ADMIN') send(client, news)
  })

  const timers = [
    setInterval(() => quietly(checkLogins()), LOGIN_MS / LOGIN_PARTS),
    setInterval(toysChanged.soon, TOYS_MS),
  ]
  const unsubscribes = [
    bus.subscribe('session.changed', ({ userId }) => {
      const watching = clients.get(userId)
      if (watching) tellSession(stage.lastSeen(userId), watching)
      devicesChanged.soon()
    }),
    bus.subscribe('session.moved', devicesChanged.soon),
    bus.subscribe('minutes.changed', ({ userId }) => clients.has(userId) && quietly(tellBalance(userId))),
    bus.subscribe('queue.changed', ({ userIds }) => quietly(Promise.all(userIds.map(tellPlace)))),
    bus.subscribe('messages.changed', ({ userId }) => {
      for (const client of clients.get(userId) ?? []) send(client, frameOf({ type: 'messages' }))
    }),
    bus.subscribe('toys.changed', toysChanged.soon),
    bus.subscribe('toys.changed', devicesChanged.soon),
  ]

  return {
    join(socket, who, isSignedIn) {
      const time = realTime.now()
      const frames = { since: time, count: 0 }
      const client: Client = {
        socket,
        who,
        tab: { say: frame => send(client, frameOf(frame)) },
        isSignedIn,
        part: (joined += 1) % LOGIN_PARTS,
        heardAt: time,
        beatAt: -Infinity,
        frames,
        era: 0,
        told: new Map(),
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
function paced(apartMs: number, work: () => void): { soon: () => void; cancel: () => void } {
  let doneAt = -Infinity
  let due: NodeJS.Timeout | undefined
  const run = () => {
    doneAt = realTime.now()
    due = undefined
    work()
  }
  return {
    soon: () => void (due ??= setTimeout(run, Math.max(doneAt + apartMs - realTime.now(), 0))),
    cancel: () => clearTimeout(due),
  }
}

function readFrame(text: string): FromBrowser | null {
  try {
    return FromBrowser.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isStop = (frame: FromBrowser | null): boolean => frame?.type === 'command' && frame.command === 'stop'
