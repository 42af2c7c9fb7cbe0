import { SOCKET_CLOSE_CODES } from '../socket.contract.ts'
import { LOGIN_CHECK_GROUPS } from './socketConnections.service.ts'
import { logFailure, type PushContext } from './socketPush.service.ts'

/** How often each login is checked, in milliseconds: one that ended closes its sockets within a second. */
const LOGIN_CHECK_MS = 500
/** Without a frame for this long a socket is closed, in milliseconds. */
const SOCKET_TIMEOUT_MS = 60_000

/** Closes the sockets whose login has ended or that sent no frame. @returns a function that stops it */
export function startLoginChecks(context: PushContext): () => void {
  const { connections } = context
  let group = 0
  let timer: NodeJS.Timeout | undefined
  const checkNext = () => {
    timer = undefined
    if (connections.isEmpty()) return
    group = (group + 1) % LOGIN_CHECK_GROUPS
    logFailure(context, checkLogins(context, group))
    wait()
  }
  const wait = () => void (timer ??= setTimeout(checkNext, LOGIN_CHECK_MS / LOGIN_CHECK_GROUPS))
  connections.onAdd = wait
  return () => {
    connections.onAdd = () => undefined
    clearTimeout(timer)
  }
}

async function checkLogins({ connections }: PushContext, group: number): Promise<void> {
  const time = performance.now()
  // All concurrently: they are one statement in the database.
  await Promise.all(
    connections.ofLoginCheckGroup(group).map(async connection => {
      if (time - connection.lastFrameAt > SOCKET_TIMEOUT_MS) connection.terminate()
      else if (!(await connection.readUser())) connection.close(SOCKET_CLOSE_CODES.noSession)
    }),
  )
}
