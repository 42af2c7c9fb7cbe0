import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Systems assign ephemeral ports from 16000 or 32768 up, for instance to outgoing connections. A port below that is unlikely to be taken
 * between the check that it is free and the server's `listen`.
 */
const FIRST = 10_000
const COUNT = 6000
/** The ports that this process was given: a server that was given one may not listen yet. */
const given = new Set<number>()

/** A free port, for a server whose address must be known before it starts; a process gets each one once. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT)
  if (given.has(port)) return freePort()
  given.add(port)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}

/** Whether something accepts connections on a port of this machine. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
