import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerFrame } from '../socket.contract.ts'
import { LiveConnection } from './liveConnection.hooks.ts'

/** The server's end of a connection. */
function exchange() {
  const sockets: ReturnType<typeof makeSocket>[] = []
  const frames: { frame: ServerFrame; askedAt: number }[] = []
  let live = true
  let time = 0
  const connection = new LiveConnection({
    connect: () => {
      const socket = makeSocket()
      sockets.push(socket)
      return socket
    },
    isLive: () => live,
    clock: () => time,
    random: () => 0.5,
  })
  connection.onFrame((frame, askedAt) => frames.push({ frame, askedAt }))
  return {
    connection,
    sockets,
    frames,
    last: () => sockets.at(-1) as (typeof sockets)[0],
    setLive: (is: boolean) => (live = is),
    pass: (ms: number) => {
      time += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

function makeSocket() {
  const target = new EventTarget()
  const sent: object[] = []
  return {
    sent,
    addEventListener: target.addEventListener.bind(target) as WebSocket['addEventListener'],
    send: (text: unknown) => void sent.push(JSON.parse(String(text)) as object),
    close: vi.fn<() => void>(),
    opens: () => target.dispatchEvent(new Event('open')),
    breaks: () => target.dispatchEvent(new Event('close')),
    says: (frame: object) =>
      target.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) })),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const stop = { toyDeviceId: 't', command: 'stop' as const }
const nothing = { type: 'session', session: null }

it('sends a heartbeat every second while a session is live, and rarely without one', () => {
  const { connection, last, pass, setLive } = exchange()
  connection.open()
  last().opens()
  expect(connection.isOpen()).toBe(true)
  last().says(nothing)
  for (let second = 0; second < 3; second += 1) {
    pass(1000)
    last().says(nothing)
  }
  expect(last().sent).toEqual(Array.from({ length: 3 }, () => ({ type: 'heartbeat' })))
  setLive(false)
  pass(14_000)
  expect(last().sent).toHaveLength(3)
  pass(2000)
  expect(last().sent).toHaveLength(4)
})

it('passes the request time of each frame, or a second ago for a push without a request', () => {
  const { connection, last, pass, frames } = exchange()
  pass(5000)
  connection.open()
  last().opens()
  pass(30)
  last().says(nothing)
  pass(70)
  last().says({ type: 'balance', minutesBalance: 3 })
  last().says(nothing)
  expect(frames.map(({ askedAt }) => askedAt)).toEqual([5000, 4100, 4100])
})

const ack = (sequence: number, accepted: number, tookMs = 0): ServerFrame => ({
  type: 'ack',
  sequence,
  accepted,
  sentAt: '2026-11-20T20:00:00Z',
  tookMs,
  delay: null,
})

it('knows the round trip of the network: at first from a heartbeat, then without the server’s own time', async () => {
  const { connection, last, pass } = exchange()
  expect(connection.networkMs()).toBeNull()
  connection.open()
  last().opens()
  pass(70)
  last().says({ type: 'session', session: null })
  expect(connection.networkMs()).toBe(70)
  const command = connection.sendCommand({ toyDeviceId: 't', command: 'vibrate', intensity: 3 })
  pass(90)
  last().says(ack(1, 40, 50))
  await command
  expect(connection.networkMs()).toBe(40)
})

it('answers each command with its number on the server, or with its error', async () => {
  const { connection, last } = exchange()
  connection.open()
  last().opens()
  const first = connection.sendCommand({ toyDeviceId: 't', command: 'vibrate', intensity: 3 })
  const second = connection.sendCommand(stop)
  expect(last().sent).toMatchObject([
    { sequence: 1, intensity: 3 },
    { sequence: 2, command: 'stop' },
  ])
  last().says(ack(2, 41))
  last().says({ type: 'error', sequence: 1, code: 'LOW_BALANCE', message: 'Je minuten zijn bijna op.' })
  last().says(ack(9, 50))
  expect(await second).toEqual({ sequence: 41, delay: null })
  await expect(first).rejects.toMatchObject({
    code: 'LOW_BALANCE',
    status: 402,
    reason: 'Je minuten zijn bijna op.',
  })
})

it('fails pending commands when it breaks, and reopens, each time after a longer pause', async () => {
  const { connection, sockets, last, pass } = exchange()
  const heard = vi.fn<() => void>()
  connection.subscribe(heard)
  connection.open()
  last().opens()
  const waiting = connection.sendCommand(stop)
  last().breaks()
  await expect(waiting).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(connection.isOpen()).toBe(false)
  expect(heard).toHaveBeenCalledTimes(2)
  for (const wait of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
    const before = sockets.length
    pass(wait - 1)
    expect(sockets).toHaveLength(before)
    pass(1)
    expect(sockets).toHaveLength(before + 1)
    last().breaks()
  }
  pass(5000)
  last().opens()
  expect(connection.isOpen()).toBe(true)
})

it('closes when a heartbeat is not answered, and stays closed when it was closed on purpose', () => {
  const { connection, sockets, last, pass } = exchange()
  connection.open()
  const dead = last()
  dead.opens()
  for (let second = 0; second < 6; second += 1) pass(1000)
  expect(dead.close).toHaveBeenCalledOnce()
  expect(sockets).toHaveLength(2)
  last().opens()
  // Late frames of the closed socket are ignored.
  dead.breaks()
  expect(connection.isOpen()).toBe(true)
  connection.close()
  pass(60_000)
  expect(sockets).toHaveLength(2)
  expect(last().close).toHaveBeenCalledOnce()
})
