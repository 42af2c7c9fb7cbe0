import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** For tests: stands in for the shop; records the bodies that a simulator posts. */
export async function openWebhookReceiver(port = 0) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      bodies.push(await text(request))
      response.writeHead(receiver.status).end()
    }
    void take()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    bodies,
    /** The status of all later answers. */
    status: 200,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}
