/** The stored data of a bridged toy. */
export interface KnownToy {
  id: string
  model: string
  maxIntensity: number
  unconfirmedCap: number | null
  bridgeLink: string | null
  bridgeDevice: number | null
}

interface ReportedDevice {
  device: number
  name: string
}

export interface DeviceMatch<Device extends ReportedDevice> {
  device: Device
  /** The toy that it is, or may be; null for a new one. */
  toyId: string | null
  /** The lowest cap of the toys that it may be; null when it is known which one it is. */
  unconfirmedCap: number | null
}

const LONGEST_MODEL = 40
export const modelOfDevice = ({ name }: ReportedDevice): string => name.toLowerCase().slice(0, LONGEST_MODEL)

/**
 * Which toy each connected device is. Within one connection to the program a device keeps its number. In another one its name tells, when it is
 * the only one of that name; where several share it, their order may have changed, and the lowest of their caps holds for each.
 */
export function matchDevices<Device extends ReportedDevice>(
  known: KnownToy[],
  reported: Device[],
  link: string,
): DeviceMatch<Device>[] {
  const groups = Map.groupBy(reported, modelOfDevice)
  return [...groups].flatMap(([model, devices]) =>
    matchNamesakes(
      known.filter(toy => toy.model === model),
      devices.toSorted((a, b) => a.device - b.device),
      link,
    ),
  )
}

function matchNamesakes<Device extends ReportedDevice>(
  known: KnownToy[],
  devices: Device[],
  link: string,
): DeviceMatch<Device>[] {
  const followed = devices.flatMap(device => {
    const toy = known.find(each => each.bridgeLink === link && each.bridgeDevice === device.device)
    return toy ? [{ device, toyId: toy.id, unconfirmedCap: toy.unconfirmedCap }] : []
  })
  const followedIds = new Set(followed.map(({ toyId }) => toyId))
  const newDevices = devices.filter(device => !followed.some(each => each.device === device))
  const missing = known.filter(({ id }) => !followedIds.has(id)).toSorted(byDevice)
  const held = followed.flatMap(({ unconfirmedCap }) => (unconfirmedCap === null ? [] : [unconfirmedCap]))
  const isOneLeft = missing.length === 1 && newDevices.length === 1
  const isClear = held.length === 0 && (missing.length === 0 || isOneLeft)
  const lowest = Math.min(
    ...held,
    ...missing.map(toy => Math.min(toy.maxIntensity, toy.unconfirmedCap ?? toy.maxIntensity)),
  )
  return [
    ...followed,
    ...newDevices.map((device, at) => ({
      device,
      toyId: missing[at]?.id ?? null,
      unconfirmedCap: isClear ? null : lowest,
    })),
  ]
}

const byDevice = (a: KnownToy, b: KnownToy): number =>
  (a.bridgeDevice ?? Infinity) - (b.bridgeDevice ?? Infinity) || (a.id < b.id ? -1 : 1)
