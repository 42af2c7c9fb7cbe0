import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, listens } from './port.ts'

const READY_MS = 30_000

export interface RedisServer {
  /** For `REDIS_URL`. */
  url: string
  /** `kill -9`. */
  kill(): Promise<void>
  /** Starts it again at the same address, empty. */
  start(): Promise<void>
  close(): Promise<void>
}

/** A real Redis on a port of its own, without persistence. @throws Error when none is installed. */
export async function openRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  let server = await launch(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => server.kill(),
    start: async () => void (server = await launch(port)),
    close: () => server.stop(),
  }
}

async function launch(port: number): Promise<{ kill(): Promise<void>; stop(): Promise<void> }> {
  // The server ends when the shell's input closes, so that killed tests leave no server behind.
  const watch =
    '"$@" >/dev/null & server=$!; echo $server; exec 3<&0; (cat <&3 >/dev/null; kill $server) 2>/dev/null & wait $server'
  const args = [
    'redis-server',
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const shell = spawn('sh', ['-c', watch, 'sh', ...args], { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(shell, 'exit')
  const [pid] = (await once(shell.stdout, 'data')) as [Buffer]
  const deadline = Date.now() + READY_MS
  while (!(await listens(port))) {
    if (shell.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start')
    await pause(50)
  }
  return {
    async kill() {
      process.kill(Number(pid), 'SIGKILL')
      shell.stdin.end()
      await ended
    },
    async stop() {
      shell.stdin.end()
      await ended
    },
  }
}
