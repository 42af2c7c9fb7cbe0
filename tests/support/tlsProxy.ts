import 'reflect-metadata'
import { X509CertificateGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as forward } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { freePort } from './port.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 3_600_000

/** A certificate of its own for `localhost`, valid for a day. @returns both as PEM */
export async function createCertificate(): Promise<{ certificate: string; key: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`
  return { certificate: certificate.toString('pem'), key }
}

/** A proxy that ends TLS before a shop on this machine, with HTTP/2 for clients that speak it, and says for whom it forwards. */
export async function openTlsProxy({ certificate, key }: Awaited<ReturnType<typeof createCertificate>>) {
  const port = await freePort()
  const proxy = {
    origin: `https://localhost:${port}`,
    /** The port of the shop. */
    target: 0,
    async close() {
      for (const session of sessions) session.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
  const sessions = new Set<{ destroy(): void }>()
  const server = createSecureServer({ cert: certificate, key, allowHTTP1: true }, (incoming, answer) => {
    const { method, url } = incoming
    const options = {
      port: proxy.target,
      method,
      path: url,
      headers: { ...toHttp1(incoming.headers), ...forwardedBy(incoming) },
    }
    const outgoing = forward({ host: '127.0.0.1', ...options }, response => {
      answer.writeHead(response.statusCode ?? 502, withoutConnection(response.headers))
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  // A WebSocket: its bytes are passed on as they come.
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method, url, headers } = incoming
    const shop = connect(proxy.target, '127.0.0.1', () => {
      const lines = Object.entries({ ...headers, ...forwardedBy(incoming) }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      shop.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      shop.write(head)
      shop.pipe(socket).pipe(shop)
    })
    shop.on('error', () => socket.destroy())
    socket.on('error', () => shop.destroy())
  })
  for (const event of ['session', 'secureConnection']) {
    server.on(event, session => {
      sessions.add(session)
      session.once('close', () => sessions.delete(session))
    })
  }
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return proxy
}

/** For whom the proxy forwards. */
const forwardedBy = ({ socket }: { socket: { remoteAddress?: string | undefined } }) => ({
  'x-forwarded-for': socket.remoteAddress,
  'x-forwarded-proto': 'https',
})

/** Headers about one connection, which HTTP/2 refuses. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const withoutConnection = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)))

/** HTTP/2 has the host among headers of its own, which begin with a colon. */
function toHttp1(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const own = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
  return { host: String(headers[':authority']), ...Object.fromEntries(own) }
}
