import { createLog } from '../../src/platform/telemetry/log.ts'
import { ToyCommandError, type ToyDriver } from '../../src/live/toys/gateway.ts'
import type { MonotonicClock } from '../../src/live/sessions/engine/monotonicClock.service.ts'
import { ToyCommandQueue } from '../../src/live/sessions/engine/toyCommandQueue.service.ts'
import { liveEntry } from './liveEntry.ts'

/** A virtual clock that moves only when a test moves it; timers then fire in order, each at its own time. */
function virtualTime() {
  let now = 0
  let timers: { at: number; fire: () => void }[] = []
  const after = (ms: number, fire: () => void) => void timers.push({ at: now + ms, fire })
  /** Long enough for every promise that needs no timer. */
  const calm = () => new Promise(resolve => setImmediate(resolve))
  const clock: MonotonicClock = {
    now: () => now,
    wait: (ms, signal) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => resolve())
        after(ms, resolve)
      }),
    after(ms, act) {
      let isOff = false
      after(ms, () => isOff || act())
      return () => void (isOff = true)
    },
  }
  return {
    clock,
    after,
    calm,
    async pass(ms: number) {
      const until = now + ms
      for (;;) {
        await calm()
        const at = Math.min(...timers.map(timer => timer.at))
        if (!(at <= until)) break
        now = at
        const due = timers.filter(timer => timer.at === at)
        timers = timers.filter(timer => timer.at !== at)
        for (const { fire } of due) fire()
      }
      now = until
      await calm()
    },
  }
}

type Time = ReturnType<typeof virtualTime>

/** The outcome of a request: when it reaches the toy and when it is answered, in ms; null is never. */
export interface Fate {
  applied: number | null
  answered: number | null
  accepted: boolean
}
export const healthy: Fate = { applied: 20, answered: 40, accepted: true }
export const refused: Fate = { applied: null, answered: 40, accepted: false }
export const unanswered: Fate = { applied: null, answered: null, accepted: false }

interface Sent {
  at: number
  what: 'run' | 'stop' | 'zeros'
  level: number
  /** The level that was requested last when it was sent. */
  wanted: number
  failed: boolean
}

/** The failures of a provider, though it may acknowledge it. */
interface Lie {
  /** Whether its own stop has an effect, and its commands an end. */
  stops: boolean
  /** Which of the zeros have no effect. */
  lostZeros: boolean[]
  /** Until when it refuses stops and zeros. */
  deafUntil?: number
  /** The fate of every stop. */
  stopFate?: Fate
  /** The fate of all zeros. */
  zerosFate?: Fate
}
export const honest: Lie = { stops: true, lostZeros: [] }

/** The provider and the toy behind it, with an outcome for each of the first requests; the later ones succeed. */
function virtualProvider({ clock, after }: Time, fates: Fate[], wanted: () => number, lie: Lie) {
  const sent: Sent[] = []
  const levels: { at: number; level: number; until: number }[] = []
  let open = 0
  let mostOpen = 0
  let zeros = 0
  const fateOf = { run: undefined, stop: lie.stopFate, zeros: lie.zerosFate }
  const request = (what: Sent['what'], level: number, seconds: number, signal: AbortSignal, isLost = false) =>
    new Promise<void>((resolve, reject) => {
      const isDeaf = what !== 'run' && clock.now() < (lie.deafUntil ?? 0)
      const fate = isDeaf ? refused : (fateOf[what] ?? fates[sent.length] ?? healthy)
      const entry: Sent = { at: clock.now(), what, level, wanted: wanted(), failed: false }
      sent.push(entry)
      open += 1
      mostOpen = Math.max(mostOpen, open)
      let over = false
      const end = (failed: boolean) => {
        if (over) return
        over = true
        open -= 1
        entry.failed = failed
        if (failed) reject(new ToyCommandError('planned'))
        else resolve()
      }
      const { applied, answered, accepted } = fate
      const apply = () => levels.push({ at: clock.now(), level, until: clock.now() + seconds * 1000 })
      if (applied !== null && !isLost) after(applied, apply)
      if (answered !== null) after(answered, () => end(!accepted))
      signal.addEventListener('abort', () => end(true))
    })
  const driver: ToyDriver = {
    run: (_, output, seconds, signal) =>
      request('run', output.strengths[0] as number, lie.stops ? seconds : Infinity, signal),
    stop: (_, signal) => request('stop', 0, 0, signal, !lie.stops),
    zero: (_, signal) => request('zeros', 0, 0, signal, lie.lostZeros[zeros++]),
  }
  return { driver, sent, levels, mostOpen: () => mostOpen }
}

export const levelAt = (levels: { at: number; level: number; until: number }[], time: number): number => {
  const last = levels.findLast(({ at }) => at <= time)
  return last && time < last.until ? last.level : 0
}

export type Act = { gap: number; act: 'want' | 'stop' | 'forbid' | 'lose' }

/** Runs a script and records everything that was submitted, sent and applied. */
export async function play(script: Act[], fates: Fate[], lie = honest) {
  const time = virtualTime()
  /** The required output of the toy over time: a level, or nothing. */
  const asked: { at: number; level: number; how: Act['act'] }[] = []
  const overdue: number[] = []
  const provider = virtualProvider(time, fates, () => asked.at(-1)?.level ?? 0, lie)
  const queue = new ToyCommandQueue({ provider: 'LOVENSE', uid: 'u', toyId: 't' }, provider.driver, {
    log: createLog('silent'),
    now: () => new Date(),
    clock: time.clock,
    onOverdue: () => overdue.push(time.clock.now()),
  })
  const outcomes: (string | null)[] = []
  const state = { mayRun: true, isOurs: true }
  const entry = liveEntry(state)
  for (const [index, { gap, act }] of script.entries()) {
    await time.pass(gap)
    state.mayRun = act !== 'forbid'
    state.isOurs = act !== 'lose'
    const level = act === 'want' ? (index % 20) + 1 : 0
    asked.push({ at: time.clock.now(), level, how: act })
    if (act === 'stop') queue.stop()
    if (act !== 'want') continue
    const place = outcomes.push(null) - 1
    const shownOutput = { command: 'vibrate' as const, intensity: level, pattern: null }
    queue.submit({ entry, generation: 1, functions: ['Vibrate'], shownOutput, strengths: [level] }).then(
      () => (outcomes[place] = 'taken'),
      (error: { code?: string }) => (outcomes[place] = error.code ?? 'thrown'),
    )
  }
  await time.pass(100_000)
  return { ...provider, asked, outcomes, overdue, end: time.clock.now() }
}
