import { createBatchLoader } from '../../../platform/db/batchLoader.ts'
import type { Platform } from '../../../platform/platform.ts'
import { throttle } from '../../../platform/jobs/throttle.ts'
import { findQueuePositions } from '../queue/queuePositions.service.ts'
import { findMinuteBalances, toControlSession } from '../service.ts'
import type { SessionWithToy } from './sessionState.rules.ts'
import type { SessionController } from './sessionController.service.ts'
import { serializeFrame, type SocketConnection, type SocketConnections } from './socketConnections.service.ts'
import { findToysForViewers, type ToyView } from './toyList.service.ts'

/** How often the toys are polled for changes by other nodes, in milliseconds. */
const TOYS_REFRESH_MS = 5000
/** Minimum time between two pushes of the toys, in milliseconds. */
const MIN_TOYS_INTERVAL_MS = 250
/** Minimum time between two messages to admins that devices or sessions changed, in milliseconds. */
const MIN_DEVICES_INTERVAL_MS = 500

export type PushContext = ReturnType<typeof createPushContext>

/**
 * Simultaneous reads for the pushes to many connections share one statement. Only one such statement runs at a time, so that no
 * frame follows a newer one.
 */
export function createPushContext(
  platform: Platform,
  controller: SessionController,
  connections: SocketConnections,
) {
  const { db, now } = platform
  return {
    platform,
    controller,
    connections,
    readToysFrame: createBatchLoader((watching: SocketConnection[]) => readToysFrames(platform, watching)),
    readBalance: createBatchLoader((userIds: string[]) => findMinuteBalances(db, userIds)),
    readQueuePosition: createBatchLoader((userIds: string[]) => findQueuePositions(db, userIds, now())),
  }
}

/** Most users see the same toys: each distinct list is serialized once. */
async function readToysFrames(platform: Platform, watching: SocketConnection[]) {
  const viewers = watching.map(({ who }) => who)
  const toysOf = await findToysForViewers(platform, viewers)
  const frames = new Map<ToyView[], string>()
  const frameOf = (toys: ToyView[]): string => {
    const text = frames.get(toys) ?? serializeFrame({ type: 'toys', toys })
    frames.set(toys, text)
    return text
  }
  return new Map(watching.map(connection => [connection, frameOf(toysOf(connection.who))]))
}

/** Sends a session as it is now, also when nothing changed: the browser reads the server's clock from it. */
export function pushSession(
  { controller, platform }: PushContext,
  to: SocketConnection[],
  current: SessionWithToy | null,
): void {
  const session = current && toControlSession(current, controller.getOutput(current), platform.now())
  const text = serializeFrame({ type: 'session', session })
  for (const connection of to) connection.sendText(text)
  if (current) sendBalance(to, current.balance)
}

function sendBalance(to: SocketConnection[], minutesBalance: number): void {
  const text = serializeFrame({ type: 'balance', minutesBalance })
  for (const connection of to) connection.sendTextIfChanged('balance', text)
}

export async function pushToys(context: PushContext, to: SocketConnection[]): Promise<void> {
  const push = async (connection: SocketConnection) => {
    const text = await context.readToysFrame(connection)
    if (text) connection.sendTextIfChanged('toys', text)
  }
  await Promise.all(to.map(push))
}

export async function pushBalance({ connections, readBalance }: PushContext, userId: string): Promise<void> {
  const balance = (await readBalance(userId)) ?? 0
  sendBalance(connections.ofUser(userId), balance)
}

async function pushQueuePosition({ connections, readQueuePosition }: PushContext, userId: string) {
  const to = connections.ofUser(userId)
  if (to.length === 0) return
  const text = serializeFrame({ type: 'queue', place: (await readQueuePosition(userId)) ?? null })
  for (const connection of to) connection.sendText(text)
}

const devicesFrame = serializeFrame({ type: 'devices' })
const studioFrame = serializeFrame({ type: 'studio' })
const messagesFrame = serializeFrame({ type: 'messages' })
const notificationsFrame = serializeFrame({ type: 'notifications' })

function pushDevices({ connections }: PushContext): void {
  for (const connection of connections.all())
    if (connection.who.role === 'ADMIN') connection.sendText(devicesFrame)
}

/** Logs the failure of a push, which no caller awaits. */
export const logFailure = ({ platform }: PushContext, work: Promise<unknown>): void =>
  void work.catch((error: unknown) => platform.log.error({ err: error }, 'a push to sockets failed'))

/** Pushes changes to their watchers. @returns a function that stops it */
export function startPush(context: PushContext): () => void {
  const { connections, controller, platform } = context
  const { bus } = platform
  const toys = throttle(MIN_TOYS_INTERVAL_MS, () => logFailure(context, pushToys(context, connections.all())))
  const devices = throttle(MIN_DEVICES_INTERVAL_MS, () => pushDevices(context))
  const timer = setInterval(toys.request, TOYS_REFRESH_MS)
  const unsubscribes = [
    bus.subscribe('session.changed', ({ userId }) => {
      const to = connections.ofUser(userId)
      if (to.length > 0) pushSession(context, to, controller.getLastKnown(userId))
      devices.request()
    }),
    bus.subscribe('session.transitioned', devices.request),
    bus.subscribe('minutes.changed', ({ userId }) => {
      if (connections.ofUser(userId).length > 0) logFailure(context, pushBalance(context, userId))
    }),
    bus.subscribe('queue.changed', ({ userIds }) =>
      logFailure(context, Promise.all(userIds.map(userId => pushQueuePosition(context, userId)))),
    ),
    bus.subscribe('messages.changed', ({ userId }) => {
      for (const connection of connections.ofUser(userId)) connection.sendText(messagesFrame)
    }),
    bus.subscribe('notifications.changed', ({ userId }) => {
      for (const connection of connections.ofUser(userId)) connection.sendText(notificationsFrame)
    }),
    bus.subscribe('studio.changed', ({ userId }) => {
      for (const connection of connections.ofUser(userId)) connection.sendText(studioFrame)
    }),
    bus.subscribe('toys.changed', toys.request),
    bus.subscribe('toys.changed', devices.request),
  ]
  return () => {
    clearInterval(timer)
    toys.cancel()
    devices.cancel()
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
