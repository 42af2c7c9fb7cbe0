import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer, type WebSocket } from 'ws'
import {
  BUTTPLUG_LIE_MS,
  ButtplugError,
  errorCodes,
  requestSchemas,
  type ButtplugFaults,
  type ButtplugRequest,
  type ButtplugRequests,
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

/** The state that a message reads and changes of its server. */
interface ServerState {
  devices: Devices
  /** The clients that have introduced themselves. */
  greeted: Set<WebSocket>
  log: { at: number; name: string; body: object }[]
  refusals: string[]
  faults: ButtplugFaults
  maxPingMs: number
}

const say = (socket: WebSocket, message: object) => socket.send(JSON.stringify([message]))

/**
 * A strict server of the Buttplug protocol, version 4, https://docs.buttplug.io/docs/spec: it stands in for Intiface on a creator's
 * computer. When a client disconnects or does not ping in time, all devices stop.
 */
export async function openButtplugServer({ port = 0, maxPingMs = 0 }: ButtplugOptions = {}) {
  const sockets = new WebSocketServer({
    host: '127.0.0.1',
    port,
    verifyClient: () => !state.faults.oneClient || greeted.size === 0,
  })
  const devices = createDevices()
  const greeted = new Set<WebSocket>()
  const state: ServerState = { devices, greeted, log: [], refusals: [], faults: {}, maxPingMs }
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
      hear(state, socket, text)
    })
    socket.on('close', () => {
      clearInterval(watch)
      greeted.delete(socket)
      if (!state.faults.runsOn && !state.faults.deaf) devices.stopAll()
    })
  })
  await once(sockets, 'listening')
  return {
    address: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`,
    devices,
    /** Every valid message from clients, oldest first. */
    log: state.log,
    /** Every error that was answered. */
    refusals: state.refusals,
    /** Replaces all faults. */
    inject: (faults: ButtplugFaults) => void (state.faults = faults),
    /** How many clients are connected and have introduced themselves. */
    clients: () => greeted.size,
    /** Sends the current device list to the clients. */
    announce() {
      for (const socket of greeted) say(socket, { DeviceList: { Id: 0, Devices: devices.list() } })
    },
    /** Presses the button of a device, or releases it. */
    press(index: number, value: 0 | 1) {
      const message = devices.press(index, value)
      if (message) for (const socket of greeted) say(socket, message)
    },
    /** Breaks every connection, like a program that exits. */
    disconnect: () => sockets.clients.forEach(socket => socket.terminate()),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await once(sockets, 'close')
    },
  }
}

export type ButtplugServer = Awaited<ReturnType<typeof openButtplugServer>>

function hear(state: ServerState, socket: WebSocket, text: string): void {
  for (const read of readMessages(text)) {
    const act = () => {
      const said = read instanceof ButtplugError ? read.body() : answer(state, socket, read)
      if (read instanceof ButtplugError) state.refusals.push(read.message)
      if (state.faults.mute || socket.readyState !== socket.OPEN) return
      say(socket, said)
      if (state.faults.twice) say(socket, said)
    }
    if (state.faults.latencyMs) setTimeout(act, state.faults.latencyMs)
    else act()
  }
}

function answer(state: ServerState, socket: WebSocket, request: ButtplugRequest): object {
  try {
    state.log.push({ at: Date.now(), ...request })
    return carryOut(state, socket, swapDevices(request, state.faults))
  } catch (error) {
    if (!(error instanceof ButtplugError)) throw error
    state.refusals.push(error.message)
    return error.body()
  }
}

/** The same for the device that obeys it. */
function swapDevices(request: ButtplugRequest, { swapped }: ButtplugFaults): ButtplugRequest {
  const { body } = request
  if (!swapped || !('DeviceIndex' in body)) return request
  const [one, other] = swapped
  const DeviceIndex = body.DeviceIndex === one ? other : body.DeviceIndex === other ? one : body.DeviceIndex
  return { ...request, body: { ...body, DeviceIndex } } as ButtplugRequest
}

function carryOut(state: ServerState, socket: WebSocket, { name, body }: ButtplugRequest): object {
  const { devices, greeted, faults, maxPingMs } = state
  if (name === 'RequestServerInfo') {
    if (greeted.has(socket)) throw new ButtplugError(errorCodes.init, 'greeted already', body.Id)
    if (body.ProtocolVersionMajor !== MAJOR)
      throw new ButtplugError(errorCodes.init, 'another version', body.Id)
    greeted.add(socket)
    const version = { ProtocolVersionMajor: MAJOR, ProtocolVersionMinor: 0 }
    return {
      ServerInfo: {
        Id: body.Id,
        ServerName: faults.serverName ?? 'Intiface Server',
        MaxPingTime: maxPingMs,
        ...version,
      },
    }
  }
  if (!greeted.has(socket)) throw new ButtplugError(errorCodes.init, 'not greeted yet', body.Id)
  if (name === 'RequestDeviceList') return { DeviceList: { Id: body.Id, Devices: devices.list() } }
  if (name === 'InputCmd') return devices.read(body, faults.battery)
  if (name === 'OutputCmd') runOutput(state, body)
  if (name === 'StartScanning') setImmediate(() => say(socket, { ScanningFinished: { Id: 0 } }))
  if (name === 'StopCmd' && !faults.runsOn) stopOutputs(state, body)
  return { Ok: { Id: body.Id } }
}

function runOutput({ devices, faults }: ServerState, body: ButtplugRequests['OutputCmd']): void {
  const { DeviceIndex, Command, Id } = body
  const isZero = Object.values(Command).every(({ Value }) => Value === 0)
  if (isZero && faults.deaf) throw new ButtplugError(errorCodes.device, 'the device did not answer', Id)
  if (isZero && faults.lostZeros) return void (faults.lostZeros -= 1)
  if (isZero) restartLater({ devices, faults }, DeviceIndex)
  devices.run(body)
  if (faults.twice && !isZero)
    setTimeout(() => devices.has(DeviceIndex) && devices.run(body), BUTTPLUG_LIE_MS)
}

function stopOutputs({ devices, faults }: ServerState, body: ButtplugRequests['StopCmd']): void {
  const { DeviceIndex, FeatureIndex, Id, Inputs = true } = body
  if (Inputs) devices.stopInputs(DeviceIndex)
  if (faults.dropStops || faults.deaf)
    throw new ButtplugError(errorCodes.device, 'the device did not answer', Id)
  if (DeviceIndex === undefined) return devices.stopAll()
  devices.mayStop(DeviceIndex, Id)
  restartLater({ devices, faults }, DeviceIndex)
  devices.stop(DeviceIndex, FeatureIndex)
}

/** A motor that runs now begins again, if that is the device's lie. */
function restartLater({ devices, faults }: Pick<ServerState, 'devices' | 'faults'>, index: number): void {
  const levels = devices.levels(index)
  if (!faults.restarts || levels.every(level => level === 0)) return
  faults.restarts -= 1
  setTimeout(() => devices.restore(index, levels), BUTTPLUG_LIE_MS)
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
