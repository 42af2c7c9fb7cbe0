import { beginPaying, endPaying, recordRefusal, recordTaken } from '../meterEvents.rules.ts'
import { isLiveRow } from '../rules.ts'
import { findNewestSession } from '../service.ts'
import type { SessionTransition } from '../transition.service.ts'
import type { Engine } from './engine.service.ts'
import { transition } from './sessionRegistry.service.ts'
import type { ToyCommand } from './toyCommand.rules.ts'

/** Records that a provider took or refused a command or its renewal: while it refuses them, no minute is charged. */
export function recordRun(engine: Engine, { entry: { current } }: ToyCommand, isTaken: boolean): void {
  const { id, userId } = current.session
  const entry = engine.live.get(userId)
  if (entry?.current.session.id !== id) return
  const { minutesUsed, unreachableAt } = entry.current.session
  if (isTaken) entry.takenInMinute = minutesUsed
  // Nothing is written while it goes on as it is, which is known before the row says so.
  if (entry.isRefused !== isTaken && (unreachableAt === null) === isTaken) return
  entry.isRefused = !isTaken
  const { log, now } = engine.platform
  const at = now()
  const { takenInMinute } = entry
  const how: SessionTransition = (session, balance) =>
    isTaken ? recordTaken(session, balance, at) : recordRefusal(session, balance, takenInMinute, at)
  transition(engine, id, how).catch((error: unknown) =>
    log.error({ err: error, sessionId: id, isTaken }, 'whether a toy takes commands was not saved'),
  )
}

/** The payment of a purchase of minutes begins or ends: the live session of its buyer, if there is one, waits for it. */
export async function setPaying(
  engine: Engine,
  userId: string,
  purchaseId: string,
  isPaying: boolean,
): Promise<void> {
  const { db, now } = engine.platform
  const newest = await findNewestSession(db, userId)
  if (!newest || !isLiveRow(newest.session)) return
  const change = isPaying ? beginPaying : endPaying
  await transition(engine, newest.session.id, (session, balance) =>
    change(session, balance, purchaseId, now()),
  )
}
