import type { ServerFrame } from '../socket.contract.ts'

/** The last frames of the kinds that lead to notifications. */
export interface NotificationSignals {
  session?: string
  turn?: string | null
  minutes?: number
}

/** Reads a frame. `isNews` when it may have come with a new notification: the bell is then refetched. */
export function readNotificationSignals(
  heard: NotificationSignals,
  frame: ServerFrame,
): { heard: NotificationSignals; isNews: boolean } {
  if (frame.type === 'messages' || frame.type === 'notifications' || frame.type === 'studio')
    return { heard, isNews: true }
  if (frame.type === 'session') {
    const { id = '', status = 'STOPPED', lowBalance = false } = frame.session ?? {}
    const session = `${id} ${status === 'STOPPED'} ${lowBalance}`
    return { heard: { ...heard, session }, isNews: heard.session !== undefined && heard.session !== session }
  }
  if (frame.type === 'queue') {
    const turn = frame.place?.claimUntil ?? null
    return { heard: { ...heard, turn }, isNews: turn !== null && turn !== heard.turn }
  }
  if (frame.type === 'balance') {
    const { minutesBalance: minutes } = frame
    return { heard: { ...heard, minutes }, isNews: minutes > (heard.minutes ?? Infinity) }
  }
  return { heard, isNews: false }
}
