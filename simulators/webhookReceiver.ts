import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** For tests: stands in for the shop; records the queries and the bodies that a simulator sends. */
export async function openWebhookReceiver(port = 0) {
  const bodies: string[] = []
  const queries: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      bodies.push(await text(request))
      queries.push(new URL(request.url ?? '', receiver.url).searchParams)
      response.writeHead(receiver.status).end(receiver.answer)
    }
    void take()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    bodies,
    queries,
    /** The status of all later answers. */
    status: 200,
    /** The body of all later answers. */
    answer: '',
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}
