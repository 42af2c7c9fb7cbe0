import { connect } from 'node:tls'

const TIMEOUT_MS = 5000

/**
 * When the certificate that visitors get ends, also of one that is not trusted.
 * @param origin of the shop
 * @returns null without TLS, or when nothing answers there
 */
export function readCertificateEnd(origin: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise(resolve => {
    const socket = connect(
      // Browsers judge the rest of the certificate: this reads its date.
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false },
      () => {
        const { valid_to: end } = socket.getPeerCertificate()
        socket.destroy()
        resolve(end ? new Date(end) : null)
      },
    )
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(null))
  })
}
