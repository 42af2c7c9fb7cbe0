import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, listens } from './port.ts'

const READY_MS = 30_000

export interface RedisServer {
  /** For `REDIS_URL`. */
  url: string
  close(): Promise<void>
}

/** A real Redis on a port of its own, without persistence. @throws Error when none is installed. */
export async function openRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  // The server ends when the shell's input closes, so that killed tests leave no server behind.
  const watch = '"$@" & server=$!; exec 3<&0; (cat <&3 >/dev/null; kill $server) 2>/dev/null & wait $server'
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
  const shell = spawn('sh', ['-c', watch, 'sh', ...args], { cwd: '/', stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(shell, 'exit')
  const deadline = Date.now() + READY_MS
  while (!(await listens(port))) {
    if (shell.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start')
    await pause(50)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async close() {
      shell.stdin.end()
      await ended
    },
  }
}
