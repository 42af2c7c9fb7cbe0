import type { StopReason } from '../../../live/sessions/meter.rules.ts'
import type { StoppedBy } from '../../../live/sessions/contract.ts'
import { sessionEndText } from '../../../live/sessions/engine/sessionEnd.rules.ts'
import {
  BLOCKED_BALANCE_MINUTES,
  countPlayableMinutes,
  LOW_BALANCE_MINUTES,
} from '../../../money/minutes/rules.ts'
import { METER_PAUSE_LIMIT_MS } from '../../../live/sessions/meter.rules.ts'
import { pickWeighted, randomWhole } from '../random.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { addMs, brusselsTime, DAY, HOUR, MINUTE } from './calendar.ts'
import type { History } from './history.ts'
import { adjustMinutes, buyMinutes, openWallet, spendMinutes, type Wallet } from './minutes.ts'
import type { DemoCustomer, People } from './people.ts'
import { recordAudit, recordNotification } from './records.ts'

const SESSION_DAYS = 84
/** Every third customer plays. */
const PLAYER_EACH = 3

/** The sessions of the customer with a demo account: days ago, and their minutes. They bought before the first and the last. */
const samSessions: readonly (readonly [daysAgo: number, minutes: number])[] = [
  [41, 9],
  [33, 4],
  [5, 2],
]

/** Minutes that were bought, and the sessions that used them, in the order of time: never two at once. @returns who met the creator, and when last */
export function addSessions(history: History, people: People, toyIds: string[]): Map<DemoCustomer, Date> {
  const { now, dice } = history
  const sam = openWallet(people.sam)
  const wallets = people.customers
    .filter(({ loyalty }, index) => loyalty > 0 && index % PLAYER_EACH === 0)
    .map(openWallet)
  const met = new Map<DemoCustomer, Date>()
  const today = toBrusselsDay(now)
  const play = (wallet: Wallet, startedAt: Date, minutes?: number) => {
    addSession(
      history,
      wallet,
      { startedAt, minutes, toyId: toyIds[randomWhole(dice, 0, toyIds.length - 1)] ?? '' },
      people,
    )
    met.set(wallet.customer, startedAt)
  }
  for (let ago = SESSION_DAYS; ago > 0; ago -= 1) {
    const day = shiftDay(today, -ago)
    const own = samSessions.find(([daysAgo]) => daysAgo === ago)
    if (own) {
      buyForSam(history, sam, ago, day)
      play(sam, brusselsTime(day, 19 * 60 + 25), own[1])
    }
    const count = pickWeighted(dice, [
      [0, 5],
      [1, 4],
      [2, 2],
    ])
    for (let place = 0; place < count; place += 1) {
      const startedAt = brusselsTime(day, 20 * 60 + 15 + place * 75 + randomWhole(dice, 0, 25))
      const joined = wallets.filter(({ customer }) => addMs(customer.joinedAt, 2 * HOUR) < startedAt)
      const [wallet] =
        joined.length > 0
          ? [
              pickWeighted(
                dice,
                joined.map(each => [each, each.customer.loyalty] as const),
              ),
            ]
          : []
      if (!wallet) continue
      topUp(history, wallet, startedAt)
      play(wallet, startedAt)
    }
  }
  const lucky = wallets.find(({ credits }) => credits.length > 0)
  const storm = addMs(now, -7 * DAY - 3 * HOUR)
  if (lucky) adjustMinutes(history, lucky, 5, 'Storing van gisteravond', storm, people.adminId)
  return met
}

/** Two packages of their own time, of which the last are left for the demo. */
function buyForSam(history: History, sam: Wallet, ago: number, day: string): void {
  if (ago === 41) buyMinutes(history, sam, 'extended', brusselsTime(day, 19 * 60 + 18))
  if (ago !== 5) return
  buyMinutes(history, sam, 'quick', brusselsTime(day, 19 * 60 + 10))
  buyMinutes(history, sam, 'extended', brusselsTime(day, 19 * 60 + 14))
}

const packageWeights = [
  ['quick', 35],
  ['extended', 45],
  ['premium', 18],
  ['ultimate', 2],
] as const

/** Buys minutes a few minutes before the session, when few are left. */
function topUp(history: History, wallet: Wallet, startedAt: Date): void {
  if (wallet.customer.user.minutesBalance >= 8) return
  const packageId = pickWeighted(history.dice, packageWeights)
  buyMinutes(history, wallet, packageId, addMs(startedAt, -randomWhole(history.dice, 3, 8) * MINUTE))
}

/** Seconds of the countdown before control. */
const COUNTDOWN_MS = 30_000

interface SessionEnd {
  stoppedBy: StoppedBy
  stopReason: StopReason
}

/** How a session ends: by its player most often. */
const ends: readonly (readonly [SessionEnd, number])[] = [
  [{ stoppedBy: 'USER', stopReason: 'STOPPED_BY_USER' }, 74],
  [{ stoppedBy: 'CREATOR', stopReason: 'STOPPED_BY_CREATOR' }, 14],
  [{ stoppedBy: 'CREATOR', stopReason: 'DECLINED' }, 5],
  [{ stoppedBy: 'SYSTEM', stopReason: 'CONTROLLER_LOST' }, 4],
  [{ stoppedBy: 'ADMIN', stopReason: 'STOPPED_BY_ADMIN' }, 3],
]
const byPlayer = { stoppedBy: 'USER', stopReason: 'STOPPED_BY_USER' } as const

interface SessionPlan {
  startedAt: Date
  /** Chosen at random when left out. */
  minutes: number | undefined
  toyId: string
}

function addSession(history: History, wallet: Wallet, plan: SessionPlan, people: People): void {
  const { rows, newId, dice } = history
  const { customer } = wallet
  const playable = countPlayableMinutes(customer.user.minutesBalance)
  const minutes = plan.minutes ?? Math.min(playable, randomWhole(dice, 2, 13))
  const isExhausted = plan.minutes === undefined && minutes === playable
  const end: SessionEnd = isExhausted
    ? { stoppedBy: 'SYSTEM', stopReason: 'LOW_BALANCE' }
    : plan.minutes === undefined
      ? pickWeighted(dice, ends)
      : byPlayer
  const { startedAt, toyId } = plan
  const id = newId(startedAt)
  const countdownEndsAt = addMs(startedAt, COUNTDOWN_MS)
  const meter = meterOf(end, minutes, countdownEndsAt, randomWhole(dice, 6, 54) * 1000)
  const { minutesUsed, stoppedAt } = meter
  rows.toyControlSessions.push({
    id,
    userId: customer.id,
    toyDeviceId: toyId,
    status: 'STOPPED',
    countdownEndsAt,
    ...meter,
    ...end,
    createdAt: startedAt,
  })
  const before = customer.user.minutesBalance
  const cost = spendMinutes(history, wallet, id, minutesUsed, meter.meteredAt ?? stoppedAt)
  if (meter.meteredAt)
    rows.sessions.push({
      id,
      userId: customer.id,
      toyId,
      minutesPurchased: minutesUsed,
      status: 'STOPPED',
      startTime: countdownEndsAt,
      endTime: stoppedAt,
      cost,
    })
  tellOfEnd(history, { id, customer, end, before, stoppedAt }, people)
}

/** What the meter says of a session that ended: a player pays the minute that has begun, and nobody pays the countdown. */
function meterOf({ stoppedBy, stopReason }: SessionEnd, minutes: number, controlAt: Date, begunMs: number) {
  const none = { heartbeatAt: controlAt, meteredMs: 0, meteredAt: null, restingAt: null, minutesUsed: 0 }
  if (stopReason === 'DECLINED') return { ...none, stoppedAt: addMs(controlAt, -COUNTDOWN_MS / 2) }
  const isPaused = stopReason === 'LOW_BALANCE' || stopReason === 'CONTROLLER_LOST'
  const whole = stoppedBy === 'USER' ? minutes - 1 : minutes
  const meteredMs = whole * MINUTE + (stopReason === 'LOW_BALANCE' ? 0 : begunMs)
  const meteredAt = addMs(controlAt, meteredMs)
  return {
    heartbeatAt: meteredAt,
    meteredMs,
    meteredAt,
    restingAt: isPaused ? meteredAt : null,
    minutesUsed: minutes,
    stoppedAt: isPaused ? addMs(meteredAt, METER_PAUSE_LIMIT_MS) : meteredAt,
  }
}

interface EndedSession {
  id: string
  customer: DemoCustomer
  end: SessionEnd
  /** The balance before it. */
  before: number
  stoppedAt: Date
}

/** What its player and the audit log hear of it, as `sessionNotification.service.ts` tells them. */
function tellOfEnd(
  history: History,
  { id, customer, end, before, stoppedAt }: EndedSession,
  people: People,
): void {
  const about = { about: id, path: '/live' }
  const { minutesBalance: left } = customer.user
  if (before >= LOW_BALANCE_MINUTES && left < LOW_BALANCE_MINUTES) {
    const minutes = Math.max(left, BLOCKED_BALANCE_MINUTES)
    recordNotification(
      history,
      customer.id,
      { kind: 'LOW_BALANCE', params: { minutes }, ...about },
      addMs(stoppedAt, -MINUTE),
    )
  }
  if (end.stoppedBy === 'USER') return
  const params = { how: sessionEndText(end) }
  recordNotification(history, customer.id, { kind: 'SESSION_ENDED', params, ...about }, stoppedAt)
  if (end.stoppedBy === 'SYSTEM') return
  const action = end.stopReason === 'DECLINED' ? ('SESSION_DECLINED' as const) : ('SESSION_STOPPED' as const)
  const by = end.stoppedBy === 'CREATOR' ? people.creatorId : people.adminId
  recordAudit(history, by, { action, subjectId: id, details: { ...end } }, stoppedAt)
}
