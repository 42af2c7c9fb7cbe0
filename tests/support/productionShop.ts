import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  SIMULATED_MERCHANT_ID,
  SIMULATED_SHOP_ID,
  SIMULATED_SIGNATURE_KEY,
  type VerotelFaults,
} from '../../simulators/verotel/contract.ts'
import { freePort } from './port.ts'
import { startServer } from './server.ts'
import { openSmtpServer } from './smtpServer.ts'
import { createCertificate, openTlsProxy } from './tlsProxy.ts'

/**
 * A shop as an owner runs it: `NODE_ENV=production` in an empty folder, behind a proxy with TLS, with a real mail server. The
 * providers are the simulators of another shop, which trusts the proxy's certificate for its webhooks.
 * @param added to the environment of the shop
 */
export async function openProductionShop(added: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gloed-production-'))
  const files = { certificate: join(dataDir, 'proxy.pem'), backups: join(dataDir, 'backups') }
  const certificate = await createCertificate()
  await writeFile(files.certificate, certificate.certificate)
  const trust = { NODE_EXTRA_CA_CERTS: files.certificate }
  const [proxy, mail, providers] = await Promise.all([
    openTlsProxy(certificate),
    openSmtpServer(),
    startServer({ env: { DEMO: 'off', ...trust } }),
  ])
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    ALLOW_EMBEDDED: 'on',
    SESSION_SECRET: 'the-secret-of-a-shop-in-production',
    PUBLIC_URL: proxy.origin,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mail.url,
    MOLLIE_API_KEY: 'test_production',
    MOLLIE_API_BASE: `${providers.origin}/simulator/mollie`,
    VEROTEL_SHOP_ID: SIMULATED_SHOP_ID,
    VEROTEL_SIGNATURE_KEY: SIMULATED_SIGNATURE_KEY,
    VEROTEL_MERCHANT_ID: SIMULATED_MERCHANT_ID,
    VEROTEL_BASE: `${providers.origin}/verotel`,
    LOVENSE_API_BASE: `${providers.origin}/simulator/lovense`,
    BACKUP_DIR: files.backups,
    ...trust,
    ...added,
  }
  const server = await startServer({ dataDir, port, env })
  proxy.target = port
  const controlVerotel = (path: string, body: object) =>
    fetch(`${providers.origin}/simulator/verotel/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // As the owner enters it in the Control Center.
  await controlVerotel('faults', {
    postbackUrl: `${proxy.origin}/api/webhooks/verotel`,
  } satisfies VerotelFaults)
  return {
    server,
    origin: proxy.origin,
    /** Calls Verotel's simulator: a credit or a chargeback. */
    controlVerotel,
    /** The environment of its commands too. */
    env: { ...env, DATA_DIR: dataDir },
    /** The newest link to a page in the mails to an address; undefined while there is none. */
    mailedLink(to: string, page: string): string | undefined {
      const mails = mail.received.filter(({ to: [recipient] = [] }) => recipient?.address === to)
      const links = mails.flatMap(({ text = '' }) => text.match(/https:\/\/\S+/g) ?? [])
      return links.findLast(link => URL.parse(link)?.pathname === page)
    },
    async close() {
      await server.stop()
      await Promise.all([proxy.close(), mail.close(), providers.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
