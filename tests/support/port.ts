import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Systems assign ephemeral ports from 16000 or 32768 up, for instance to outgoing connections. A port below that is unlikely to be taken
 * between the check that it is free and the server's `listen`.
 */
const FIRST = 10_000
const COUNT = 6000

/** A free port, for a server whose address must be known before it starts. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT)
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
