import {
  ButtplugBrowserWebsocketClientConnector,
  ButtplugClient,
  DeviceOutput,
  InputType,
  OutputType,
  type ButtplugClientDevice,
} from 'buttplug'
import type { IntifaceDevice, IntifaceConnection } from './bridgeClient.hooks.ts'
import { motorStep } from './bridge.rules.ts'

/** What feels like a vibration, the best first: a device is driven by one kind of all its motors. */
const outputs = [
  { drives: 'Vibrate', type: OutputType.Vibrate, command: DeviceOutput.Vibrate },
  { drives: 'Oscillate', type: OutputType.Oscillate, command: DeviceOutput.Oscillate },
] as const
/** When the program says how often it wants to hear of us, we say so twice as often. */
const PING_MS = 1000

/** The library leaves the pings out; without them a program that asks for some lets us go. */
class PingingClient extends ButtplugClient {
  ping = (): Promise<void> => this.sendMsgExpectOk({ Ping: { Id: 1 } })
}

/** Opens the program that has the devices. Rejects when nothing answers there, or not as it should. */
export async function openIntiface(address: string): Promise<IntifaceConnection> {
  const client = new PingingClient('Gloed')
  const connector = new ButtplugBrowserWebsocketClientConnector(address)
  await client.connect(connector)
  const limit = client.serverInfo?.maxPingTime ?? 0
  // Whoever has not found their toy yet need not look for the button in the other program.
  client.startScanning().catch(() => undefined)
  return {
    pingMs: limit > 0 ? Math.min(PING_MS, limit / 2) : PING_MS,
    devices: () => (client.connected ? [...client.devices.values()].flatMap(asDevice) : []),
    onChange(listener) {
      client.on('deviceadded', listener)
      client.on('deviceremoved', listener)
    },
    onLost: listener => void client.on('disconnect', listener),
    ping: client.ping,
    stopAll: client.stopAllDevices,
    // At once: what the program has of us ends with the socket.
    close: () => void connector.disconnect(),
  }
}

/** None for a device without a motor that we know how to drive. */
function asDevice(device: ButtplugClientDevice): IntifaceDevice[] {
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
        // Its make: what its owner calls it in the other program is not ours to keep.
        name: device.name,
        drives,
        battery: async () => (hasBattery ? device.battery() : null),
        async play(strength, cap) {
          // All are sent before the first is answered, so that nothing can come in between.
          await Promise.all(
            motors.map(({ feature, most }) =>
              feature.runOutput(command.value(motorStep(most, strength, cap))),
            ),
          )
        },
        stop: () => device.stop(),
      },
    ]
  }
  return []
}
