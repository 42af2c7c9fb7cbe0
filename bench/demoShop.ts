import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../bin/builds.js'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { createCertificate, openTlsProxy } from '../tests/support/tlsProxy.ts'

export const demoProductPath = '/shop/massageolie-amber-en-vijg'

/**
 * A built shop with the demo data, open to visitors, on a PostgreSQL of its own, behind a proxy with TLS and HTTP/2 as a real one is.
 * @param env added to its environment
 */
export async function openDemoShop(env: Record<string, string> = {}) {
  const certificate = await createCertificate()
  const [postgres, proxy] = await Promise.all([openPostgresServer(), openTlsProxy(certificate)])
  const folder = await mkdtemp(join(tmpdir(), 'gloed-bench-'))
  const certificateFile = join(folder, 'proxy.pem')
  await writeFile(certificateFile, certificate.certificate)
  const server = await startServer({
    env: {
      BUILD_DIR: await ensureBuilt(process.execPath),
      DATABASE_URL: await postgres.create(),
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      STOREFRONT_ACCESS: 'public',
      PUBLIC_URL: proxy.origin,
      TRUSTED_PROXIES: '127.0.0.1',
      // The simulated toys report to the shop's own address.
      NODE_EXTRA_CA_CERTS: certificateFile,
      ...env,
    },
  })
  proxy.target = Number(new URL(server.origin).port)
  return {
    /** Behind the proxy. */
    origin: proxy.origin,
    async close() {
      await server.stop()
      await Promise.all([proxy.close(), postgres.close(), rm(folder, { recursive: true })])
    },
  }
}
