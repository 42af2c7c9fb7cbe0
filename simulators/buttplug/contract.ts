import { z } from 'zod'

/** Error codes of the protocol, https://docs.buttplug.io/docs/spec/status */
export const errorCodes = { init: 1, ping: 2, message: 3, device: 4 } as const

/** What a message is refused with. */
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

/** Every message that a client may send, by its name; what else stands in one is refused. */
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

/** A device to be simulated: its motors, each with what it does and its highest level. */
export interface DeviceSpec {
  name: string
  motors: { output: string; most: number }[]
  /** Percent; a device without one has no battery to read. */
  battery?: number
}

/** What goes wrong, until it is set otherwise. */
export interface ButtplugFaults {
  /** Messages that silence a device are refused, and not carried out. */
  dropStops?: boolean
  /** Everything is answered, and carried out, this much later, in milliseconds. */
  latencyMs?: number
  /** Nothing is answered, though it is carried out. */
  mute?: boolean
}
