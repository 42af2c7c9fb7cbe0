import type { IncomingMessage } from 'node:http'
import { openHttpServer } from './httpServer.ts'

/** The answer: `hang` never answers, anything else is sent unchanged. */
export type FakeResponse = 'hang' | { status?: number; headers?: Record<string, string>; text: string }

/** A payment provider on loopback that sends the given answers; the last one is repeated. */
export async function openFakePaymentProvider() {
  const fake = {
    url: '',
    next: [{ status: 503, text: '{}' }] as FakeResponse[],
    asked: [] as { at: number; method: string; path: string; key: string | undefined }[],
    /** Clears the recorded requests and sets the answers. */
    say(...said: FakeResponse[]) {
      fake.asked.length = 0
      fake.next = said
    },
    close: () => server.close(),
  }
  const note = ({ method = '', url: path = '', headers }: IncomingMessage) => {
    const key = headers['idempotency-key']
    fake.asked.push({ at: performance.now(), method, path, key: Array.isArray(key) ? key[0] : key })
  }
  const server = await openHttpServer((request, response) => {
    note(request)
    request.resume()
    const said = (fake.next.length > 1 ? fake.next.shift() : fake.next[0]) ?? 'hang'
    if (said === 'hang') return
    response.writeHead(said.status ?? 200, { 'content-type': 'application/hal+json', ...said.headers })
    response.end(said.text)
  })
  fake.url = server.url
  return fake
}
