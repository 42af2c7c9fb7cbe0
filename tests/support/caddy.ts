import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, listens } from './port.ts'

const root = join(import.meta.dirname, '../..')
const deployed = join(root, 'deploy/Caddyfile')
const READY_MS = 60_000

/**
 * Starts Debian's Caddy with the configuration that is deployed; for an `https:` origin with certificates of its own authority.
 * @param options.folder for its files; `origin` is where it listens, `nodes` are its upstreams, as `127.0.0.1:3000`; `httpPort` is where it
 * listens without TLS, instead of 80
 * @returns a function that ends it, once a node answers through it
 */
export async function startCaddy(options: {
  folder: string
  origin: string
  nodes: string[]
  httpPort?: number
}): Promise<() => void> {
  const { folder, origin, nodes, httpPort = await freePort() } = options
  const { protocol, port } = new URL(origin)
  const hasTls = protocol === 'https:'
  const config = hasTls ? withOwnAuthority(folder) : deployed
  const args = ['run', '--adapter', 'caddyfile', '--config', config]
  const caddy = spawn('caddy', args, {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      DOMAIN: origin,
      HTTP_PORT: String(httpPort),
      NODES: nodes.join(' '),
    },
    stdio: 'ignore',
  })
  const deadline = Date.now() + READY_MS
  // Nobody here trusts its authority. It opens its ports one after the other.
  const isReady = async () =>
    hasTls
      ? (await listens(Number(port))) && listens(httpPort)
      : fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
  while (!(await isReady())) {
    if (caddy.exitCode !== null || Date.now() > deadline) throw new Error('Caddy did not start')
    await pause(50)
  }
  return () => void caddy.kill('SIGTERM')
}

/** Leaves this machine's list of authorities alone, and has a certificate for a client that names no host. @returns the file */
function withOwnAuthority(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  const options = ['skip_install_trust', 'local_certs', 'default_sni localhost']
  const own = options.map(option => `\t${option}\n`).join('')
  writeFileSync(file, readFileSync(deployed, 'utf8').replace('{\n', `{\n${own}`))
  return file
}
