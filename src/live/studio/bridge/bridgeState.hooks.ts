import { MAX_BRIDGED_TOYS } from '../../sessions/socket.contract.ts'
import { intifaceVersionOf, type IntifaceVersion } from './bridge.rules.ts'
import type { IntifaceConnection, IntifaceDevice } from './intiface.hooks.ts'

/**
 * `unstopped`: a device ran, and the program does not take its stop, which is repeated. `lostRunning`: a device ran, and the program
 * went away before it took its stop, so that it can't be repeated.
 */
export type BridgeFailure = 'unreachable' | 'lost' | 'taken' | 'unstopped' | 'lostRunning'

export type BridgeState =
  | { phase: 'off' | 'connecting' }
  | {
      phase: 'on'
      toys: string[]
      /** Names of devices that take no part: too many of them, and such without a motor that we can drive. */
      refused: string[]
      unusable: string[]
      isHeard: boolean
      version: IntifaceVersion
    }
  | { phase: 'failed'; why: BridgeFailure }

/** The state of a connected program. @param refused the indexes of the devices for which the server has no room */
export function connectedState(
  { intiface, refused }: { intiface: IntifaceConnection; refused: readonly number[] },
  isHeard: boolean,
): Extract<BridgeState, { phase: 'on' }> {
  const isRefused = ({ index }: IntifaceDevice, at: number) =>
    at >= MAX_BRIDGED_TOYS || refused.includes(index)
  const all = intiface.devices()
  const names = (devices: IntifaceDevice[]) => devices.map(({ name }) => name)
  return {
    phase: 'on',
    toys: names(all.filter((device, at) => !isRefused(device, at))),
    refused: names(all.filter(isRefused)),
    unusable: intiface.unusable(),
    isHeard,
    version: intifaceVersionOf(intiface.serverName),
  }
}
