import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './port.ts'

const root = join(import.meta.dirname, '../..')
const READY_MS = 60_000

/**
 * Starts Debian's Caddy with the configuration that is deployed, without TLS.
 * @param options.folder for what it stores; `origin` is where it listens, `nodes` are what it leads to, as `127.0.0.1:3000`
 * @returns what ends it, once a node answers through it
 */
export async function startCaddy(options: {
  folder: string
  origin: string
  nodes: string[]
}): Promise<() => void> {
  const { folder, origin, nodes } = options
  const args = ['run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]
  const caddy = spawn('caddy', args, {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      DOMAIN: origin,
      NODES: nodes.join(' '),
    },
    stdio: 'ignore',
  })
  const deadline = Date.now() + READY_MS
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (caddy.exitCode !== null || Date.now() > deadline) throw new Error('Caddy did not start')
    await pause(50)
  }
  return () => void caddy.kill('SIGTERM')
}
