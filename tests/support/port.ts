import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems hand out ports from 16000 or 32768 on to whoever asks for any, such as the other end of every connection. Below
 * that nobody takes one by chance between the moment that it is found free and the moment that a server listens on it.
 */
const FIRST = 10_000
const COUNT = 6000

/** A port that nobody listens on, for a server whose address must be known before it starts. */
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
