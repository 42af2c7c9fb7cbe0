import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on a free port of the loopback address. */
export async function openHttpServer(
  listener: RequestListener,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Also ends requests that were never answered. */
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
