import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBucket, untilStalled } from './s3Bucket.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const read = async (chunks: AsyncIterator<Buffer>) => String((await chunks.next()).value)

it('a transfer whose bytes do not come ends', async () => {
  const body = new PassThrough()
  const chunks = untilStalled(body)[Symbol.asyncIterator]()
  body.write('begin')
  expect(await read(chunks)).toBe('begin')
  await vi.advanceTimersByTimeAsync(19_000)
  body.write('verder')
  expect(await read(chunks)).toBe('verder')
  const [missing] = await Promise.allSettled([chunks.next(), vi.advanceTimersByTimeAsync(20_000)])
  expect(missing).toMatchObject({ status: 'rejected', reason: { message: 'S3 stopped sending' } })
})

it('a transfer does not end because its reader takes a minute', async () => {
  const body = new PassThrough()
  const chunks = untilStalled(body)[Symbol.asyncIterator]()
  const parts = Array.from({ length: 10 }, (_, index) => String(index).repeat(40_000))
  for (const part of parts) body.write(part)
  body.end()
  let received = await read(chunks)
  await vi.advanceTimersByTimeAsync(60_000)
  for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) received += String(chunk)
  expect(received).toBe(parts.join(''))
})

it('a server that does not list unfinished uploads has none to remove', async () => {
  vi.useRealTimers()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(501, { 'content-type': 'application/xml' })
    response.end('<Error><Code>NotImplemented</Code><Message>No such call</Message></Error>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = openBucket({
    endpoint,
    region: 'eu',
    bucket: 'gloed',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: true,
  })
  await bucket.removeUnfinished('media/', new Date())
  expect(asked[0]).toContain('uploads')
  server.close()
  server.closeAllConnections()
})
