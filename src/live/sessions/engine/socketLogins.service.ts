import type { LoginWatch } from '../../../platform/http/session.ts'
import { SOCKET_CLOSE_CODES } from '../socket.contract.ts'
import { LOGIN_CHECK_GROUPS, type SocketConnection } from './socketConnections.service.ts'
import { logFailure, type PushContext } from './socketPush.service.ts'

/** How often each login is checked, in milliseconds: one that ended closes its sockets within a second. */
const LOGIN_CHECK_MS = 500
/** How many checks may wait for the database at a time. */
const MAX_UNDER_WAY = 3
/** Without a frame for this long a socket is closed, in milliseconds. */
const SOCKET_TIMEOUT_MS = 60_000

type FindLoginsToRead = (logins: readonly LoginWatch[]) => Promise<LoginWatch[]>

/** Closes the sockets whose login has ended or that sent no frame. @returns a function that stops it */
export function startLoginChecks(context: PushContext, findLoginsToRead: FindLoginsToRead): () => void {
  const { connections } = context
  let group = 0
  let underWay = 0
  let timer: NodeJS.Timeout | undefined
  const checkNext = () => {
    timer = undefined
    if (connections.isEmpty()) return
    wait()
    // While the database does not answer: the group is checked when one of them has ended.
    if (underWay >= MAX_UNDER_WAY) return
    group = (group + 1) % LOGIN_CHECK_GROUPS
    underWay += 1
    const check = checkLogins(connections.ofLoginCheckGroup(group), findLoginsToRead)
    logFailure(
      context,
      check.finally(() => (underWay -= 1)),
    )
  }
  const wait = () => void (timer ??= setTimeout(checkNext, LOGIN_CHECK_MS / LOGIN_CHECK_GROUPS))
  connections.onAdd = wait
  return () => {
    connections.onAdd = () => undefined
    clearTimeout(timer)
  }
}

async function checkLogins(group: SocketConnection[], findLoginsToRead: FindLoginsToRead): Promise<void> {
  const time = performance.now()
  const isSilent = ({ lastFrameAt }: SocketConnection) => time - lastFrameAt > SOCKET_TIMEOUT_MS
  for (const connection of group) if (isSilent(connection)) connection.terminate()
  const open = group.filter(connection => !isSilent(connection))
  if (open.length === 0) return
  const toRead = new Set(await findLoginsToRead(open.map(({ login }) => login)))
  // All concurrently: they are one statement in the database.
  await Promise.all(
    open
      .filter(({ login }) => toRead.has(login))
      .map(async connection => {
        if (!(await connection.login.readUser())) connection.close(SOCKET_CLOSE_CODES.noSession)
      }),
  )
}
