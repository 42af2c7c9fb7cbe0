import { ButtplugError, errorCodes, type DeviceSpec, type ButtplugRequests } from './contract.ts'

/** One recorded output of a device: the level of a motor from a time on, in milliseconds of the clock. */
type LevelChange = { at: number; motor: number; level: number }

/** The virtual devices of a server, with all recorded outputs. */
export function createDevices() {
  const devices = new Map<number, { spec: DeviceSpec; levels: number[]; timeline: LevelChange[] }>()
  /** The devices whose button a client listens to. */
  const heard = new Set<number>()
  let next = 0

  const find = (index: number, id: number) => {
    const device = devices.get(index)
    if (!device) throw new ButtplugError(errorCodes.device, `no device ${index}`, id)
    return device
  }

  function set(index: number, motor: number, level: number): void {
    const device = devices.get(index)
    if (!device || device.levels[motor] === level) return
    device.levels[motor] = level
    device.timeline.push({ at: Date.now(), motor, level })
  }

  const stop = (index: number, motor?: number): void =>
    devices
      .get(index)
      ?.levels.forEach((_, each) => (motor === undefined || motor === each) && set(index, each, 0))

  return {
    /** @returns its index, which never changes */
    add(spec: DeviceSpec): number {
      const index = next++
      devices.set(index, { spec, levels: spec.motors.map(() => 0), timeline: [] })
      return index
    },
    has: (index: number): boolean => devices.has(index),
    remove: (index: number): void => void devices.delete(index),
    stop,
    stopAll: (): void => [...devices.keys()].forEach(index => stop(index)),
    /** Sets the levels of all motors of a device. */
    restore: (index: number, levels: number[]): void =>
      levels.forEach((level, motor) => set(index, motor, level)),
    /** The device goes on under another index, as after a lost radio link. @returns that index */
    renumber(index: number): number {
      const renumbered = next++
      const device = devices.get(index)
      if (device) devices.set(renumbered, device)
      devices.delete(index)
      return renumbered
    },
    levels: (index: number): number[] => [...(devices.get(index)?.levels ?? [])],
    timeline: (index: number): LevelChange[] => [...(devices.get(index)?.timeline ?? [])],

    /** @throws ButtplugError for an unknown device, motor or output, or a level out of its range */
    run({ Id, DeviceIndex, FeatureIndex, Command }: ButtplugRequests['OutputCmd']): void {
      const motor = find(DeviceIndex, Id).spec.motors[FeatureIndex]
      const [output = '', { Value = -1 } = {}] = Object.entries(Command)[0] ?? []
      if (motor?.output !== output)
        throw new ButtplugError(errorCodes.device, `no ${output} at ${FeatureIndex}`, Id)
      if (Value < 0 || Value > motor.most)
        throw new ButtplugError(errorCodes.message, `${Value} is out of range`, Id)
      set(DeviceIndex, FeatureIndex, Value)
    },

    /** @param level the answer, if it is not the device's own @throws ButtplugError when the device has no battery */
    read(
      { Id, DeviceIndex, FeatureIndex, Type, Command }: ButtplugRequests['InputCmd'],
      level?: number,
    ): object {
      const { spec } = find(DeviceIndex, Id)
      if (Type === 'Button' && FeatureIndex === buttonFeature(spec) && Command !== 'Read') {
        if (Command === 'Subscribe') heard.add(DeviceIndex)
        else heard.delete(DeviceIndex)
        return { Ok: { Id } }
      }
      const isBattery = Type === 'Battery' && FeatureIndex === spec.motors.length
      if (!isBattery || spec.battery === undefined || Command !== 'Read')
        throw new ButtplugError(errorCodes.device, `no ${Type} to ${Command}`, Id)
      const Reading = { Battery: { Value: level ?? spec.battery } }
      return { InputReading: { Id, DeviceIndex, FeatureIndex, Reading } }
    },

    /** Ends the subscriptions to the button of a device, or of all, as a stop of inputs does. */
    stopInputs: (index?: number): void => (index === undefined ? heard.clear() : void heard.delete(index)),
    /** @returns the message about a button that is pressed (1) or released (0); null while nobody listens */
    press(index: number, Value: 0 | 1): object | null {
      const device = devices.get(index)
      const FeatureIndex = device ? buttonFeature(device.spec) : null
      if (FeatureIndex === null || !heard.has(index)) return null
      return { InputReading: { Id: 0, DeviceIndex: index, FeatureIndex, Reading: { Button: { Value } } } }
    },

    /** @throws ButtplugError for an unknown device */
    mayStop: (index: number, id: number): void => void find(index, id),

    list: (): object =>
      Object.fromEntries([...devices].map(([index, { spec }]) => [index, deviceMessage(index, spec)])),
  }
}

export type Devices = ReturnType<typeof createDevices>

/** The number of a device's button among its features; null without one. */
const buttonFeature = ({ motors, battery, button }: DeviceSpec): number | null =>
  button ? motors.length + (battery === undefined ? 0 : 1) : null

function deviceMessage(index: number, spec: DeviceSpec): object {
  const { name, motors, battery } = spec
  const outputs = motors.map(({ output, most }, motor) => ({
    FeatureIndex: motor,
    FeatureDescription: `motor ${motor + 1}`,
    Output: { [output]: { Value: [0, most] } },
  }))
  const inputs = {
    FeatureIndex: motors.length,
    FeatureDescription: 'battery',
    Input: { Battery: { Value: [[0, 100]], Command: ['Read'] } },
  }
  const button = buttonFeature(spec)
  const features = [
    ...outputs,
    ...(battery === undefined ? [] : [inputs]),
    ...(button === null
      ? []
      : [
          {
            FeatureIndex: button,
            FeatureDescription: 'button',
            Input: { Button: { Value: [[0, 1]], Command: ['Subscribe'] } },
          },
        ]),
  ]
  return {
    DeviceIndex: index,
    DeviceName: name,
    DeviceMessageTimingGap: 0,
    DeviceFeatures: Object.fromEntries(features.map(feature => [feature.FeatureIndex, feature])),
  }
}
