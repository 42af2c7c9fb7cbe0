import { z } from 'zod'

/** Error codes of the protocol, https://docs.buttplug.io/docs/spec/status */
export const errorCodes = { init: 1, ping: 2, message: 3, device: 4 } as const

/** An error that the server answers to a message. */
export class ButtplugError extends Error {
  readonly code: number
  readonly id: number

  constructor(code: number, message: string, id = 0) {
    super(message)
    this.code = code
    this.id = id
  }

  body(): object {
    return { Error: { Id: this.id, ErrorMessage: this.message, ErrorCode: this.code } }
  }
}

const uint32 = z.int().min(0).max(4_294_967_295)
const Id = uint32.min(1)
const bare = z.strictObject({ Id })

/** Every message that a client may send, by its name; unknown fields are refused. */
export const requestSchemas = {
  RequestServerInfo: z.strictObject({
    Id,
    ClientName: z.string().min(1),
    ProtocolVersionMajor: uint32,
    ProtocolVersionMinor: uint32,
  }),
  Ping: bare,
  RequestDeviceList: bare,
  StartScanning: bare,
  StopScanning: bare,
  OutputCmd: z.strictObject({
    Id,
    DeviceIndex: uint32,
    FeatureIndex: uint32,
    Command: z
      .record(z.string(), z.strictObject({ Value: z.int(), Duration: uint32.optional() }))
      .refine(command => Object.keys(command).length === 1),
  }),
  InputCmd: z.strictObject({
    Id,
    DeviceIndex: uint32,
    FeatureIndex: uint32,
    Type: z.string(),
    Command: z.enum(['Read', 'Subscribe', 'Unsubscribe']),
  }),
  StopCmd: z.strictObject({
    Id,
    DeviceIndex: uint32.optional(),
    FeatureIndex: uint32.optional(),
    Inputs: z.boolean().optional(),
    Outputs: z.boolean().optional(),
  }),
}
export type ButtplugRequests = {
  [Name in keyof typeof requestSchemas]: z.output<(typeof requestSchemas)[Name]>
}
export type ButtplugRequest = {
  [Name in keyof ButtplugRequests]: { name: Name; body: ButtplugRequests[Name] }
}[keyof ButtplugRequests]

/** A device to simulate: its motors, each with its output type and its highest level. */
export interface DeviceSpec {
  name: string
  motors: { output: string; most: number }[]
  /** Percent; a device without this value has no battery to read. */
  battery?: number
  /** It has a button, whose presses a client may subscribe to. */
  button?: boolean
}

/** The moment after which an ended run begins again, in milliseconds. */
export const BUTTPLUG_LIE_MS = 400

/** The injected faults, in force until they are replaced. */
export interface ButtplugFaults {
  /** Messages that stop a device are refused and not carried out. */
  dropStops?: boolean
  /** They are acknowledged and not carried out, neither is the end of a connection: only zeros are (intiface-central#258). */
  runsOn?: boolean
  /** So many of the next zeros are acknowledged and not carried out. */
  lostZeros?: number
  /** So many times, an ended run begins again `BUTTPLUG_LIE_MS` later. */
  restarts?: number
  /** Every message is answered twice, and each output is carried out again `BUTTPLUG_LIE_MS` later. */
  twice?: boolean
  /** These two devices obey each other's messages. */
  swapped?: readonly [number, number]
  /** Nothing that ends an output is taken: no stop, no zero, and not the end of a connection. */
  deaf?: boolean
  /** The answer of every battery, whatever it is. */
  battery?: number
  /** Every message is carried out and answered this much later, in milliseconds. */
  latencyMs?: number
  /** Messages are carried out but never answered. */
  mute?: boolean
  /** The name of the server. */
  serverName?: string
  /** While a client is connected, others are refused. */
  oneClient?: boolean
}
