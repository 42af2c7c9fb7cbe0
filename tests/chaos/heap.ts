import { setTimeout as pause } from 'node:timers/promises'

/** How often it is looked, and milliseconds between: objects in use at one moment are gone at another. */
const LOOKS = 4
const LOOK_EVERY_MS = 400

/**
 * Megabytes that a node of Node's `--inspect` holds after a garbage collection: its objects, and the memory that they keep outside of the
 * heap.
 */
export async function heldMegabytes(inspectPort: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', reject, { once: true })
    })
    let least = Infinity
    for (let look = 0; look < LOOKS; look += 1) {
      await ask(socket, 'HeapProfiler.collectGarbage')
      const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external'
      const { result } = await ask<{ result: { value: number } }>(socket, 'Runtime.evaluate', { expression })
      least = Math.min(least, result.value / 1024 ** 2)
      await pause(LOOK_EVERY_MS)
    }
    return least
  } finally {
    socket.close()
  }
}

let asked = 0

/** A command of the DevTools protocol. */
const ask = <Result>(socket: WebSocket, method: string, params: object = {}): Promise<Result> =>
  new Promise((resolve, reject) => {
    const id = (asked += 1)
    const hear = ({ data }: MessageEvent) => {
      const answer = JSON.parse(String(data)) as { id: number; result: Result; error?: { message: string } }
      if (answer.id !== id) return
      socket.removeEventListener('message', hear)
      if (answer.error) reject(new Error(answer.error.message))
      else resolve(answer.result)
    }
    socket.addEventListener('message', hear)
    socket.addEventListener('close', () => reject(new Error('the node closed its inspector')), { once: true })
    socket.send(JSON.stringify({ id, method, params }))
  })
