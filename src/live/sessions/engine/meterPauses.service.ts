import { beginPaying, endPaying, recordRefusal, recordReturn, recordTaken } from '../meterEvents.rules.ts'
import { isLiveRow, remoteNodeOf } from '../rules.ts'
import { findNewestSession } from '../service.ts'
import type { Engine } from './engine.service.ts'
import { transition } from './sessionRegistry.service.ts'
import {
  type LiveSession,
  refusalAfter,
  type RefusalSource,
  type SessionTransition,
  type SessionWithToy,
} from './sessionState.rules.ts'
import type { AnswerRecorder } from './toyQueues.service.ts'

/** Records the answers of providers for the toys of live sessions: while a toy can't be reached, no minute is charged. */
export const createAnswerRecorder = (engine: Engine): AnswerRecorder => ({
  recordRun({ entry: { current } }, isTaken) {
    const entry = engine.live.get(current.session.userId)
    if (entry?.current.session.id !== current.session.id) return
    if (isTaken) entry.takenInMinute = entry.current.session.minutesUsed
    recordAnswer(engine, entry, 'run', isTaken)
  },
  // The answer to a stop belongs to the toy: whoever asked for it, the session of the toy is charged or not.
  recordStop({ toyId }, isTaken) {
    for (const entry of engine.live.values())
      if (entry.current.session.toyDeviceId === toyId) recordAnswer(engine, entry, 'stop', isTaken)
  },
  // An output that runs says by itself whether it is taken.
  recordRead(entry) {
    if (!entry.isRunning && entry.current.session.status === 'ACTIVE')
      recordAnswer(engine, entry, 'toy', entry.current.toy.unreachableAt === null)
  },
})

/** Nothing is written while it goes on as it is, which is known before the row says so. No stop waits for it. */
function recordAnswer(engine: Engine, entry: LiveSession, source: RefusalSource, isTaken: boolean): void {
  const { session } = entry.current
  if (remoteNodeOf(session, engine.cluster.node) !== null) return
  const before = entry.refusal
  const refusal = refusalAfter(before, source, isTaken)
  const isWritten = (session.unreachableAt === null) === (refusal === null)
  entry.refusal = refusal
  if (isWritten && (before === null) === (refusal === null)) return
  const { log, now } = engine.platform
  const at = now()
  const { takenInMinute } = entry
  const how: SessionTransition = (row, balance) =>
    refusal === null ? recordTaken(row, balance, at) : recordRefusal(row, balance, takenInMinute, at)
  transition(engine, session.id, how).catch((error: unknown) =>
    log.error({ err: error, sessionId: session.id, isTaken }, 'whether a toy can be reached was not saved'),
  )
}

/** The payment of a purchase of minutes begins or ends: the live session of its buyer, if there is one, waits for it. */
export async function setPaying(
  engine: Engine,
  userId: string,
  purchaseId: string,
  isPaying: boolean,
): Promise<void> {
  const change = isPaying ? beginPaying : endPaying
  await moveLive(engine, userId, (session, balance, at) => change(session, balance, purchaseId, at))
}

/** The user is back from the payment page. @returns the live session; null when there is none */
export const returnFromPayment = (engine: Engine, userId: string): Promise<SessionWithToy | null> =>
  moveLive(engine, userId, recordReturn)

async function moveLive(
  engine: Engine,
  userId: string,
  move: (
    ...[session, balance, now]: [...Parameters<SessionTransition>, Date]
  ) => ReturnType<SessionTransition>,
): Promise<SessionWithToy | null> {
  const { db, now } = engine.platform
  const newest = await findNewestSession(db, userId)
  if (!newest || !isLiveRow(newest.session)) return null
  return transition(engine, newest.session.id, (session, balance) => move(session, balance, now()))
}
