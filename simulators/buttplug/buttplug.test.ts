import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openButtplugServer, type ButtplugServer } from './server.ts'

let server: ButtplugServer
const sockets: WebSocket[] = []

const PATIENCE = { timeout: 8000, interval: 10 }

async function open(maxPingMs = 0) {
  server = await openButtplugServer({ maxPingMs })
  server.devices.add({ name: 'Aurora', motors: [{ output: 'Vibrate', most: 20 }], battery: 80 })
}
beforeEach(() => open())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await server.close()
})

/** A client that sends arbitrary text and waits for the answer to each frame. */
async function client(greets = true) {
  const socket = new WebSocket(server.address)
  sockets.push(socket)
  const heard: unknown[] = []
  socket.on('message', data => heard.push(...(JSON.parse((data as Buffer).toString()) as unknown[])))
  await once(socket, 'open')
  const say = async (frame: unknown): Promise<unknown> => {
    const before = heard.length
    socket.send(typeof frame === 'string' ? frame : JSON.stringify([frame]))
    return vi.waitFor(() => {
      expect(heard.length).toBeGreaterThan(before)
      return heard[before]
    }, PATIENCE)
  }
  const greeting = { Id: 1, ClientName: 'test', ProtocolVersionMajor: 4, ProtocolVersionMinor: 0 }
  if (greets) await say({ RequestServerInfo: greeting })
  return { socket, say, heard, greeting }
}

const error = (Id: number, ErrorCode: number) => ({
  Error: expect.objectContaining({ Id, ErrorCode }) as object,
})
const vibrate = (Value: number, FeatureIndex = 0) => ({
  OutputCmd: { Id: 7, DeviceIndex: 0, FeatureIndex, Command: { Vibrate: { Value } } },
})

test('accepts a handshake, lists its devices, runs and stops them, and reports their battery', async () => {
  const { say, greeting } = await client(false)
  expect(await say({ RequestServerInfo: greeting })).toMatchObject({
    ServerInfo: { Id: 1, MaxPingTime: 0 },
  })
  expect(await say({ RequestDeviceList: { Id: 2 } })).toMatchObject({
    DeviceList: { Id: 2, Devices: { 0: { DeviceName: 'Aurora', DeviceIndex: 0 } } },
  })
  expect(await say(vibrate(12))).toEqual({ Ok: { Id: 7 } })
  expect(server.devices.levels(0)).toEqual([12])
  const reading = { Id: 3, DeviceIndex: 0, FeatureIndex: 1, Type: 'Battery', Command: 'Read' }
  expect(await say({ InputCmd: reading })).toMatchObject({
    InputReading: { Reading: { Battery: { Value: 80 } } },
  })
  expect(await say({ StopCmd: { Id: 8, DeviceIndex: 0 } })).toEqual({ Ok: { Id: 8 } })
  expect(server.devices.timeline(0).map(({ level }) => level)).toEqual([12, 0])
})

test('refuses invalid messages, each with its error code', async () => {
  const stranger = await client(false)
  expect(await stranger.say(vibrate(1))).toEqual(error(7, 1))
  const old = { ...stranger.greeting, ProtocolVersionMajor: 3 }
  expect(await stranger.say({ RequestServerInfo: old })).toEqual(error(1, 1))
  const { say, greeting } = await client()
  expect(await say('half a sent')).toEqual(error(0, 3))
  expect(await say('{}')).toEqual(error(0, 3))
  expect(await say({ VibrateCmd: { Id: 4 } })).toEqual(error(0, 3))
  expect(await say({ Ping: { Id: 4, Extra: 1 } })).toEqual(error(4, 3))
  expect(await say({ RequestServerInfo: greeting })).toEqual(error(1, 1))
  expect(await say(vibrate(21))).toEqual(error(7, 3))
  expect(await say(vibrate(1, 5))).toEqual(error(7, 4))
  expect(await say({ StopCmd: { Id: 8, DeviceIndex: 9 } })).toEqual(error(8, 4))
  expect(server.devices.timeline(0)).toEqual([])
})

test('stops the devices of a client that misses a ping or disconnects', async () => {
  const leaving = await client()
  await leaving.say(vibrate(5))
  leaving.socket.terminate()
  await vi.waitFor(() => expect(server.devices.levels(0)).toEqual([0]), PATIENCE)

  await server.close()
  await open(1500)
  const { socket, heard, say } = await client()
  const closed = once(socket, 'close')
  await say(vibrate(12))
  await closed
  expect(heard.at(-1)).toEqual(error(0, 2))
  await vi.waitFor(() => expect(server.devices.levels(0)).toEqual([0]), PATIENCE)
})

test('applies faults: refused stops, late answers and missing answers', async () => {
  const { say, heard, socket } = await client()
  await say(vibrate(5))
  server.inject({ dropStops: true })
  expect(await say({ StopCmd: { Id: 8 } })).toEqual(error(8, 4))
  expect(server.devices.levels(0)).toEqual([5])
  server.inject({ latencyMs: 50 })
  expect(await say({ StopCmd: { Id: 9 } })).toEqual({ Ok: { Id: 9 } })
  server.inject({ mute: true })
  const { length } = heard
  socket.send(JSON.stringify([vibrate(3)]))
  await vi.waitFor(() => expect(server.devices.levels(0)).toEqual([3]), PATIENCE)
  expect(heard).toHaveLength(length)
})
