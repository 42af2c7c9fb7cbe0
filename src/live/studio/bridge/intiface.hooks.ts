import {
  ButtplugBrowserWebsocketClientConnector,
  ButtplugClient,
  DeviceOutput,
  InputCommandType,
  InputType,
  OutputType,
  type ButtplugClientDevice,
  type ButtplugClientInputReading,
} from 'buttplug'
import type { BridgedToy } from '../../toys/contract.ts'
import { motorStep } from './bridge.rules.ts'
import type { PlayableDevice } from './devicePlayer.hooks.ts'

export interface IntifaceDevice extends PlayableDevice {
  name: string
  /** The functions of its motors. */
  drives: BridgedToy['drives']
  /** Percent; null when it is not reported. */
  battery: () => Promise<number | null>
}

/** The program on the creator's computer that has the devices. */
export interface IntifaceConnection {
  /** How often it requires a ping, in milliseconds. */
  pingMs: number
  /** The name of the program, which may say its version. */
  serverName: string
  isConnected: () => boolean
  devices: () => IntifaceDevice[]
  /** The names of devices without a motor that we can drive. */
  unusable: () => string[]
  onChange: (listener: () => void) => void
  onLost: (listener: () => void) => void
  /** Calls a function when a button of a device is pressed or released. */
  onButton: (listener: (isPressed: boolean) => void) => void
  ping: () => Promise<void>
  /** Sends all devices a stop and a 0 of each of their functions. Resolves when they took the zeros, which prove a stop. */
  stopAll: () => Promise<void>
  /** Disconnects; the program then stops the devices by itself. */
  close: () => void
}

/** The outputs that feel like a vibration, the best first: a device uses one kind, on all its motors. */
const outputs = [
  { drives: 'Vibrate', type: OutputType.Vibrate, command: DeviceOutput.Vibrate },
  { drives: 'Oscillate', type: OutputType.Oscillate, command: DeviceOutput.Oscillate },
] as const
/** The outputs that a 0 ends. A position is not among them: there a 0 would move it. */
const zeros = [
  [OutputType.Vibrate, DeviceOutput.Vibrate],
  [OutputType.Oscillate, DeviceOutput.Oscillate],
  [OutputType.Rotate, DeviceOutput.Rotate],
  [OutputType.Constrict, DeviceOutput.Constrict],
  [OutputType.Inflate, DeviceOutput.Inflate],
] as const
/** When the program requires pings, they are sent twice as often as it requires. */
const PING_MS = 1000

/** The library sends no pings; a program that requires them would disconnect us. */
class IntifaceClient extends ButtplugClient {
  ping = (): Promise<void> => this.sendMsgExpectOk({ Ping: { Id: 1 } })

  /** Stops a device, or all, and leaves the subscriptions to their buttons, which the library's own stop ends. */
  stopOutputs = (DeviceIndex?: number): Promise<void> =>
    this.sendMsgExpectOk({
      StopCmd: { Id: 1, DeviceIndex, FeatureIndex: undefined, Inputs: false, Outputs: true },
    })
}

/** Connects to the program that has the devices. Rejects when nothing answers there, or the answer is invalid. */
export async function openIntiface(address: string): Promise<IntifaceConnection> {
  const client = new IntifaceClient('Gloed')
  const connector = new ButtplugBrowserWebsocketClientConnector(address)
  await client.connect(connector)
  const limit = client.serverInfo?.maxPingTime ?? 0
  // Starts a scan, so that the creator need not find the button in the other program.
  client.startScanning().catch(() => undefined)
  const devices = () => (client.connected ? [...client.devices.values()] : [])
  return {
    pingMs: limit > 0 ? Math.min(PING_MS, limit / 2) : PING_MS,
    serverName: client.serverInfo?.serverName ?? '',
    isConnected: () => client.connected,
    devices: () => devices().flatMap(device => asDevice(client, device)),
    unusable: () =>
      devices()
        .filter(device => asDevice(client, device).length === 0)
        .map(({ name }) => name),
    onChange(listener) {
      client.on('deviceadded', listener)
      client.on('deviceremoved', listener)
    },
    onLost: listener => void client.on('disconnect', listener),
    onButton(listener) {
      for (const device of devices()) hearButtons(device)
      client.on('deviceadded', hearButtons)
      client.on('inputreading', ({ inputType, value }: ButtplugClientInputReading) => {
        if (inputType === InputType.Button) listener(value > 0)
      })
    },
    ping: client.ping,
    async stopAll() {
      const stopped = client.stopOutputs()
      const zeroed = devices().map(setToZero)
      if (zeroed.length === 0) return stopped
      stopped.catch(() => undefined)
      await Promise.all(zeroed)
    },
    // At once: all state of the program ends with the socket.
    close: () => void connector.disconnect(),
  }
}

/** Sends a 0 to each output of each feature, because the program may acknowledge a stop and run on (intiface-central#258). */
async function setToZero({ features }: ButtplugClientDevice): Promise<void> {
  const sent = [...features.values()].flatMap(feature =>
    zeros.flatMap(([type, command]) =>
      feature.hasOutput(type) ? [feature.runOutput(command.value(0))] : [],
    ),
  )
  await Promise.all(sent)
}

/** Has the program report each press of the device's buttons. */
function hearButtons({ features }: ButtplugClientDevice): void {
  for (const feature of features.values())
    if (feature.hasInput(InputType.Button))
      feature.runInput(InputType.Button, InputCommandType.Subscribe).catch(() => undefined)
}

/** Null for a device without a supported motor. */
function asDevice(client: IntifaceClient, device: ButtplugClientDevice): IntifaceDevice[] {
  const features = [...device.features.values()]
  for (const { drives, type, command } of outputs) {
    const motors = features.flatMap(feature => {
      const most = feature.output(type)?.valueRange[1]
      return most === undefined ? [] : [{ feature, most }]
    })
    if (motors.length === 0) continue
    const hasBattery = features.some(feature => feature.hasInput(InputType.Battery))
    return [
      {
        index: device.index,
        // The device's make, not its custom name in the other program, which is personal.
        name: device.name,
        drives,
        battery: async () => (hasBattery ? device.battery() : null),
        async play(strength, cap) {
          // Sends all before it awaits the first answer, so that no other command comes in between.
          await Promise.all(
            motors.map(({ feature, most }) =>
              feature.runOutput(command.value(motorStep(most, strength, cap))),
            ),
          )
        },
        async stop() {
          await Promise.all([client.stopOutputs(device.index), setToZero(device)])
        },
      },
    ]
  }
  return []
}
