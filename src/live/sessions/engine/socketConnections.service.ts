import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { z } from 'zod'
import type { AuthenticatedUser, LoginWatch } from '../../../platform/http/session.ts'
import type { ServerFrame } from '../socket.contract.ts'

/** Logins are checked in this many parts, one after the other, so that a thousand of them delay no command. */
export const LOGIN_CHECK_GROUPS = 5
/** https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
const SERVICE_RESTART = 1012
/** Bytes that may be buffered for a slow reader before its socket is closed. */
const MAX_BUFFERED_BYTES = 256 * 1024

type Frame = z.input<typeof ServerFrame>

/** TypeScript checks the frames; a schema check for each receiver would cost too much. */
export const serializeFrame = (frame: Frame): string => JSON.stringify(frame)

/** A WebSocket, and the connection that its frames go over. */
export interface OpenedSocket {
  socket: WebSocket
  transport: Socket
}

/** The socket of a tab, from open to close. Times are of the monotonic clock, in milliseconds. */
export class SocketConnection {
  readonly who: AuthenticatedUser
  readonly login: LoginWatch
  /** Which part of the login checks it belongs to. */
  readonly loginCheckGroup: number
  lastFrameAt = performance.now()
  lastHeartbeatAt = -Infinity
  readonly frameRate = { since: performance.now(), count: 0 }
  readonly #socket: WebSocket
  readonly #transport: Socket
  #tab: string | undefined
  #isCorked = false
  /** The last frame that was sent, by kind. */
  readonly #lastSent = new Map<string, string>()

  constructor(
    { socket, transport }: OpenedSocket,
    who: AuthenticatedUser,
    login: LoginWatch,
    loginCheckGroup: number,
  ) {
    this.#socket = socket
    this.#transport = transport
    this.who = who
    this.login = login
    this.loginCheckGroup = loginCheckGroup
  }

  /** The tab of commands that name none; made with the first of them, since few sockets send any. */
  get tab(): string {
    return (this.#tab ??= randomUUID())
  }

  send(frame: Frame): void {
    this.sendText(serializeFrame(frame))
  }

  /** Sends a frame that is serialized once for many sockets. */
  sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.#socket.terminate()
    this.#cork()
    this.#socket.send(text)
  }

  /** The frames of one turn of the event loop, such as a session and the acknowledgement of its command, are one write to the system. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#transport.cork()
    process.nextTick(SocketConnection.#uncork, this)
  }

  static readonly #uncork = (connection: SocketConnection): void => {
    connection.#isCorked = false
    connection.#transport.uncork()
  }

  /** The same, unless it equals the last frame of its kind. */
  sendTextIfChanged(type: Frame['type'], text: string): void {
    const isChanged = this.#lastSent.get(type) !== text
    // Also when it is equal: the newest is one string for all sockets, and those before it differ by when they were opened.
    this.#lastSent.set(type, text)
    if (isChanged) this.sendText(text)
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

/** All sockets of this node. */
export class SocketConnections {
  /** Called for each socket that opens. */
  onAdd: () => void = () => undefined
  readonly #byUser = new Map<string, Set<SocketConnection>>()
  readonly #loginCheckGroups = Array.from({ length: LOGIN_CHECK_GROUPS }, () => new Set<SocketConnection>())
  #opened = 0

  add(opened: OpenedSocket, who: AuthenticatedUser, login: LoginWatch): SocketConnection {
    this.#opened += 1
    const connection = new SocketConnection(opened, who, login, this.#opened % LOGIN_CHECK_GROUPS)
    this.#loginCheckGroups[connection.loginCheckGroup]?.add(connection)
    this.#byUser.set(who.userId, (this.#byUser.get(who.userId) ?? new Set()).add(connection))
    this.onAdd()
    return connection
  }

  remove(connection: SocketConnection): void {
    const { userId } = connection.who
    const own = this.#byUser.get(userId)
    own?.delete(connection)
    if (own?.size === 0) this.#byUser.delete(userId)
    this.#loginCheckGroups[connection.loginCheckGroup]?.delete(connection)
  }

  isEmpty(): boolean {
    return this.#byUser.size === 0
  }

  ofLoginCheckGroup(group: number): SocketConnection[] {
    return [...(this.#loginCheckGroups[group] ?? [])]
  }

  /** The sockets of a user's tabs. */
  ofUser(userId: string): SocketConnection[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  /**
   * Closes all one by one, so that their tabs open others at another node: in the second half of the time, when proxies know.
   * @param duration in milliseconds
   */
  closeForRestart(duration: number): void {
    for (const connection of this.all())
      setTimeout(() => connection.close(SERVICE_RESTART), (duration * (1 + Math.random())) / 2).unref()
  }

  all(): SocketConnection[] {
    return [...this.#byUser.values()].flatMap(own => [...own])
  }
}
