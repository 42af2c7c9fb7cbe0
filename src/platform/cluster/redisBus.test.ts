import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { encodeAnswer, openProtocolServer, type Command } from '../../../tests/support/redisProtocol.ts'
import type { BusTransport } from './bus.ts'
import { createLog } from '../telemetry/log.ts'
import { redisBusTransport } from './redisBus.ts'

const CHANNEL = 'gloed:test'
/** Long enough for a message that was sent before to be handled, in milliseconds. */
const HANDLED_MS = 50
const NAME = 'gloed'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  // The client first, so that it does not connect again.
  for (const each of opened.splice(0).reverse()) await each.close()
})

async function openServer(onCommand: (command: Command, client: Socket) => unknown) {
  const answers: Record<string, string> = {
    HELLO: "-ERR unknown command 'HELLO'",
    INFO: 'role:master',
    PING: 'PONG',
    CLIENT: 'OK',
  }
  const server = await openProtocolServer((command, client) => {
    const answer = answers[command[0]]
    if (answer) client.write(encodeAnswer(answer))
    else onCommand(command, client)
  })
  opened.push(server)
  return server
}

/** A primary that takes subscriptions, and keeps their names. */
async function openPrimary(refuses: (client: Socket) => boolean = () => false) {
  const subscribed: string[] = []
  const { port } = await openServer(([name, ...channels], client) => {
    if (name !== 'SUBSCRIBE' || refuses(client)) return
    for (const channel of channels) {
      subscribed.push(channel)
      client.write(encodeAnswer(['subscribe', channel, String(subscribed.length)]))
    }
  })
  return { port, subscribed }
}

/** A sentinel, and its listeners. @param portOf the primary that it names when asked */
async function openSentinel(portOf: () => number | Promise<number>) {
  const listeners = new Set<Socket>()
  const { port } = await openServer(async ([name, about], client) => {
    if (name === 'SUBSCRIBE') {
      listeners.add(client)
      client.write(encodeAnswer(['subscribe', '+switch-master', '1']))
    } else if (about === 'sentinels') client.write(encodeAnswer([]))
    else if (name === 'SENTINEL') client.write(encodeAnswer(['127.0.0.1', String(await portOf())]))
  })
  return { port, listeners }
}

function openTransport(...sentinels: { port: number }[]): BusTransport {
  const addresses = sentinels.map(({ port }) => ({ host: '127.0.0.1', port }))
  const transport = redisBusTransport({ url: `redis://${NAME}`, sentinels: addresses }, createLog('silent'))
  opened.push(transport)
  return transport
}

it('subscribes again when the primary goes before it answered, and a failover is announced while connecting', async () => {
  let hasLost = false
  let hasAnnounced = false
  const primary = await openPrimary(client => {
    if (hasLost) return false
    hasLost = true
    // The sentinel is being listened to, so that its word comes while the client connects again.
    void vi.waitUntil(() => sentinel.listeners.size > 0).then(() => client.destroy())
    return true
  })
  const sentinel = await openSentinel(async () => {
    if (hasLost && !hasAnnounced) {
      hasAnnounced = true
      for (const each of sentinel.listeners) each.write(encodeAnswer(['message', '+switch-master', NAME]))
      await pause(HANDLED_MS)
    }
    return primary.port
  })
  openTransport(sentinel).subscribe(CHANNEL, () => undefined)
  await expect.poll(() => primary.subscribed, { timeout: 10_000 }).toContain(CHANNEL)
  expect(hasAnnounced).toBe(true)
})

it('finds the primary when one of its sentinels goes on naming one that answers nothing', async () => {
  const silent = await openProtocolServer(() => undefined)
  opened.push(silent)
  const primary = await openPrimary()
  const asked = vi.fn<() => number>(() => silent.port)
  const misled = await openSentinel(asked)
  const right = await openSentinel(() => primary.port)
  // Asked in either order by one of the two connections of a transport.
  for (const sentinels of [
    [misled, right],
    [right, misled],
  ])
    openTransport(...sentinels).subscribe(CHANNEL, () => undefined)
  await expect.poll(() => primary.subscribed, { timeout: 15_000 }).toEqual([CHANNEL, CHANNEL])
  expect(asked).toHaveBeenCalled()
})

it('is connected once its subscriptions are answered, and not while they are made again', async () => {
  let answers = false
  const waiting: (() => void)[] = []
  const primary = await openServer(([name, ...channels], client) => {
    if (name !== 'SUBSCRIBE') return
    const answer = () => client.write(encodeAnswer(['subscribe', channels[0] ?? '', '1']))
    clients.add(client)
    if (answers) answer()
    else waiting.push(answer)
  })
  const clients = new Set<Socket>()
  const transport = redisBusTransport(
    { url: `redis://127.0.0.1:${primary.port}`, sentinels: undefined },
    createLog('silent'),
  )
  opened.push(transport)
  transport.subscribe(CHANNEL, () => undefined)
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1)
  expect(transport.isConnected()).toBe(false)
  waiting[0]?.()
  await expect.poll(() => transport.isConnected(), { timeout: 20_000 }).toBe(true)
  for (const client of clients) client.destroy()
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(2)
  expect(transport.isConnected()).toBe(false)
  answers = true
  waiting[1]?.()
  await expect.poll(() => transport.isConnected(), { timeout: 20_000 }).toBe(true)
})
