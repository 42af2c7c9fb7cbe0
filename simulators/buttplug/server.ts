import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer, type WebSocket } from 'ws'
import {
  ButtplugError,
  errorCodes,
  requestSchemas,
  type ButtplugFaults,
  type ButtplugRequest,
} from './contract.ts'
import { createDevices, type Devices } from './devices.ts'

/** The implemented version of the protocol. */
const MAJOR = 4

export interface ButtplugOptions {
  /** Any free port by default. */
  port?: number
  /** A client that does not ping within this time is disconnected, in milliseconds; 0 turns this off. */
  maxPingMs?: number
}

export interface ButtplugServer {
  address: string
  devices: Devices
  /** Every valid message from clients, oldest first. */
  log: { at: number; name: string; body: object }[]
  /** Every error that was answered. */
  refusals: string[]
  /** Replaces all faults. */
  inject(faults: ButtplugFaults): void
  /** Sends the current device list to the clients. */
  announce(): void
  /** Breaks every connection, like a program that exits. */
  disconnect(): void
  close(): Promise<void>
}

/**
 * A strict server of the Buttplug protocol, version 4, https://docs.buttplug.io/docs/spec: it stands in for Intiface on a creator's
 * computer. When a client disconnects or does not ping in time, all devices stop.
 */
export async function openButtplugServer({
  port = 0,
  maxPingMs = 0,
}: ButtplugOptions = {}): Promise<ButtplugServer> {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port })
  const devices = createDevices()
  const greeted = new Set<WebSocket>()
  const log: ButtplugServer['log'] = []
  const refusals: string[] = []
  let faults: ButtplugFaults = {}

  const say = (socket: WebSocket, message: object) => socket.send(JSON.stringify([message]))

  function carryOut(socket: WebSocket, { name, body }: ButtplugRequest): object {
    const ok = { Ok: { Id: body.Id } }
    if (name === 'RequestServerInfo') {
      if (greeted.has(socket)) throw new ButtplugError(errorCodes.init, 'greeted already', body.Id)
      if (body.ProtocolVersionMajor !== MAJOR)
        throw new ButtplugError(errorCodes.init, 'another version', body.Id)
      greeted.add(socket)
      const version = { ProtocolVersionMajor: MAJOR, ProtocolVersionMinor: 0 }
      return { ServerInfo: { Id: body.Id, ServerName: 'Simulator', MaxPingTime: maxPingMs, ...version } }
    }
    if (!greeted.has(socket)) throw new ButtplugError(errorCodes.init, 'not greeted yet', body.Id)
    if (name === 'RequestDeviceList') return { DeviceList: { Id: body.Id, Devices: devices.list() } }
    if (name === 'InputCmd') return devices.read(body)
    if (name === 'OutputCmd') devices.run(body)
    if (name === 'StartScanning') setImmediate(() => say(socket, { ScanningFinished: { Id: 0 } }))
    if (name === 'StopCmd') {
      if (faults.dropStops) throw new ButtplugError(errorCodes.device, 'the device did not answer', body.Id)
      if (body.DeviceIndex === undefined) devices.stopAll()
      else {
        devices.mayStop(body.DeviceIndex, body.Id)
        devices.stop(body.DeviceIndex, body.FeatureIndex)
      }
    }
    return ok
  }

  function answer(socket: WebSocket, request: ButtplugRequest): object {
    try {
      log.push({ at: Date.now(), ...request })
      return carryOut(socket, request)
    } catch (error) {
      if (!(error instanceof ButtplugError)) throw error
      refusals.push(error.message)
      return error.body()
    }
  }

  function hear(socket: WebSocket, text: string): void {
    for (const read of readMessages(text)) {
      const act = () => {
        const said = read instanceof ButtplugError ? read.body() : answer(socket, read)
        if (read instanceof ButtplugError) refusals.push(read.message)
        if (!faults.mute && socket.readyState === socket.OPEN) say(socket, said)
      }
      if (faults.latencyMs) setTimeout(act, faults.latencyMs)
      else act()
    }
  }

  sockets.on('connection', socket => {
    let heardAt = Date.now()
    const watch = setInterval(() => {
      if (maxPingMs === 0 || !greeted.has(socket) || Date.now() - heardAt <= maxPingMs) return
      say(socket, new ButtplugError(errorCodes.ping, 'no ping in time').body())
      socket.close()
    }, 50)
    socket.on('message', (data: RawData) => {
      const text = (data as Buffer).toString()
      if (text.includes('"Ping"')) heardAt = Date.now()
      hear(socket, text)
    })
    socket.on('close', () => {
      clearInterval(watch)
      greeted.delete(socket)
      devices.stopAll()
    })
  })

  await once(sockets, 'listening')
  return {
    address: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`,
    devices,
    log,
    refusals,
    inject: given => void (faults = given),
    announce() {
      for (const socket of greeted) say(socket, { DeviceList: { Id: 0, Devices: devices.list() } })
    },
    disconnect: () => sockets.clients.forEach(socket => socket.terminate()),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await once(sockets, 'close')
    },
  }
}

/** The messages of a frame, in their order; an invalid message becomes an error in its place. */
function readMessages(text: string): (ButtplugRequest | ButtplugError)[] {
  try {
    const messages: unknown = JSON.parse(text)
    if (!Array.isArray(messages)) throw new ButtplugError(errorCodes.message, 'not a list of messages')
    return messages.map(readMessage)
  } catch (error) {
    return [error instanceof ButtplugError ? error : new ButtplugError(errorCodes.message, 'not JSON')]
  }
}

function readMessage(message: unknown): ButtplugRequest | ButtplugError {
  const [entry, ...more] = Object.entries((message as object | null) ?? {})
  const name = entry?.[0] as keyof typeof requestSchemas
  if (!entry || more.length > 0 || !Object.hasOwn(requestSchemas, name))
    return new ButtplugError(errorCodes.message, 'no such message')
  const id = (entry[1] as { Id?: unknown } | null)?.Id
  const { data: body, error } = requestSchemas[name].safeParse(entry[1])
  if (error)
    return new ButtplugError(errorCodes.message, error.message, Number.isInteger(id) ? Number(id) : 0)
  return { name, body } as ButtplugRequest
}
