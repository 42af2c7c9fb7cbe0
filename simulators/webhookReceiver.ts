import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WebhookReceiver {
  readonly url: string
  readonly port: number
  readonly bodies: string[]
  /** Sets the status of all later answers. */
  status: number
  close(): Promise<void>
}

/** For tests: stands in for the shop; records the bodies that a simulator posts. */
export async function openWebhookReceiver(port = 0): Promise<WebhookReceiver> {
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
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    bodies,
    status: 200,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}
