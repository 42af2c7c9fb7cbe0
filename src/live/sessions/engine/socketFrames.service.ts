import type { AuthenticatedUser, LoginWatch } from '../../../platform/http/session.ts'
import { traceFrame } from '../../../platform/telemetry/workContext.ts'
import { Problem } from '../../../wire/problem.ts'
import { ClientFrame, SOCKET_CLOSE_CODES } from '../socket.contract.ts'
import type { BridgeRegistry } from './bridgeRegistry.service.ts'
import { runCommand } from './command.service.ts'
import type { OpenedSocket, SocketConnection } from './socketConnections.service.ts'
import { logFailure, pushBalance, pushSession, pushToys, type PushContext } from './socketPush.service.ts'

/** Maximum frames a second from one socket; more is no human use. */
const MAX_FRAMES_PER_SECOND = 100
/** A heartbeat that follows another within this time is ignored, in milliseconds. */
const MIN_HEARTBEAT_MS = 400
/** Without a session a heartbeat is only handled this often, in milliseconds. */
const MIN_IDLE_HEARTBEAT_MS = 4000

export interface FrameContext extends PushContext {
  readonly bridges: BridgeRegistry
}

type CommandFrame = Extract<ClientFrame, { type: 'command' }>

/** Registers a socket: listens before anything else, and sends a page's initial frames. */
export function openSocket(
  context: FrameContext,
  opened: OpenedSocket,
  who: AuthenticatedUser,
  login: LoginWatch,
): void {
  const { bridges, connections } = context
  const { socket } = opened
  const connection = connections.add(opened, who, login)
  socket.on('message', (data, isBinary) => receiveFrame(context, connection, data, isBinary))
  socket.on('close', () => {
    bridges.removeTab(connection, who)
    connections.remove(connection)
  })
  socket.on('error', () => socket.terminate())
  const first = [
    receiveHeartbeat(context, connection),
    pushToys(context, [connection]),
    pushBalance(context, who.userId),
  ]
  logFailure(context, Promise.all(first))
}

/** Handles a browser's frame: a command, a heartbeat, or a report of a creator's tab about the toys that it bridges. */
function receiveFrame(context: FrameContext, connection: SocketConnection, data: unknown, isBinary: boolean) {
  const time = performance.now()
  connection.lastFrameAt = time
  const { frameRate } = connection
  if (time - frameRate.since >= 1000) {
    frameRate.since = time
    frameRate.count = 0
  }
  frameRate.count += 1
  const frame = isBinary ? null : parseFrame(String(data))
  // A stop is exempt from the rate limit.
  if (frameRate.count > MAX_FRAMES_PER_SECOND && !isStop(frame))
    return connection.close(SOCKET_CLOSE_CODES.flood)
  if (!frame) return connection.close(SOCKET_CLOSE_CODES.notAFrame)
  if (frame.type === 'command')
    return void traceFrame(frame.type, () => receiveCommand(context, connection, frame))
  if (frame.type !== 'heartbeat') return context.bridges.receive(connection, connection.who, frame)
  logFailure(context, receiveHeartbeat(context, connection))
}

async function receiveCommand(context: FrameContext, connection: SocketConnection, frame: CommandFrame) {
  const { controller, platform } = context
  const { sequence } = frame
  const receivedAt = performance.now()
  try {
    const command = { ...frame, order: frame.order ?? { tab: connection.tab, sequence } }
    const { sequence: accepted, delay } = await runCommand(controller.engine, connection.who.userId, command)
    const tookMs = performance.now() - receivedAt
    connection.send({ type: 'ack', sequence, accepted, sentAt: platform.now(), tookMs, delay })
  } catch (error) {
    if (!(error instanceof Problem)) platform.log.error({ err: error }, 'a frame could not be handled')
    const { code, message } = error instanceof Problem ? error : new Problem('INTERNAL')
    connection.send({ type: 'error', code, message, sequence })
  }
}

/** Records a heartbeat for the user's session, and sends the session. */
async function receiveHeartbeat(context: PushContext, connection: SocketConnection): Promise<void> {
  const { userId } = connection.who
  const interval = context.controller.hasLiveSession(userId) ? MIN_HEARTBEAT_MS : MIN_IDLE_HEARTBEAT_MS
  if (performance.now() - connection.lastHeartbeatAt < interval) return
  connection.lastHeartbeatAt = performance.now()
  pushSession(context, [connection], await context.controller.heartbeat(userId))
}

function parseFrame(text: string): ClientFrame | null {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isStop = (frame: ClientFrame | null): boolean => frame?.type === 'command' && frame.command === 'stop'
