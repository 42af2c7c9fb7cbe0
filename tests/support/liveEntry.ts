import { openMenu } from '../../src/live/menu/rules.ts'
import type { LiveSession } from '../../src/live/sessions/engine/sessionState.rules.ts'

/** A live session in a node's registry; whether it may run the toy depends on `state`. */
export function liveEntry(state: { mayRun: boolean; isOurs: boolean }): LiveSession {
  const start = new Date(Date.now() - 1000)
  const never = new Date(Date.now() + 1e9)
  return {
    current: {
      session: {
        id: 's',
        userId: 'u',
        toyDeviceId: 't',
        createdAt: start,
        status: 'ACTIVE',
        countdownEndsAt: start,
        heartbeatAt: never,
        meteredMs: 0,
        meteredAt: start,
        pausedAt: null,
        minutesUsed: 0,
        unreachableAt: null,
        refusedMinute: null,
        payingFor: null,
        payingAt: null,
        waitingAt: null,
        signal: null,
        signalledAt: null,
        longestMinutes: null,
        mustAccept: false,
        acceptedAt: null,
        stoppedBy: null,
        stopReason: null,
        stoppedAt: null,
        controlledBy: 'here',
        controlledUntil: null,
        generation: 1,
      },
      balance: 1000,
      toy: {
        provider: 'LOVENSE',
        uid: 'u',
        model: 'lush',
        functions: ['Vibrate'],
        ownerId: 'o',
        maxIntensity: 20,
        unreachableAt: null,
        menuFunctions: null,
        menu: openMenu,
      },
    },
    readAt: 0,
    retryAt: 0,
    leaseRefusedAt: -Infinity,
    lastSequence: 0,
    delay: null,
    isRunning: false,
    refusal: null,
    takenInMinute: null,
    stops: { count: 0, byTab: new Map() },
    remoteOutput: null,
    handover: null,
    isEnding: false,
    get leasedUntil() {
      return state.isOurs ? Infinity : -Infinity
    },
    get isDropped() {
      return !state.mayRun
    },
  }
}
