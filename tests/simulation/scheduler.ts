import type { Gate, Release, Statement } from './gate.ts'
import type { Random } from './random.ts'
import type { Life, VirtualTime } from './virtualTime.ts'

/** Something that is on its way to a node, a provider or a person. */
export interface Message {
  label: string
  /** Whom it reaches; lost when that has crashed. */
  life: Life | null
  /** When it arrives at the latest, in virtual milliseconds. */
  by: number
  deliver(): void
}

/** How long statements and messages may take, and how much happens before the clock goes on. */
export interface Pace {
  /** The probability that the clock goes on, when it may. */
  tick: number
  /** The probability that the task that just had its turn has the next one too. */
  stay: number
  /** The probability that a statement or message is slow. */
  slow: number
}

/** Milliseconds that a statement or message takes at most: most of them, and slow ones. */
const DELAY_MS = { usual: 20, slow: 200 }
/** Real milliseconds without an answer after which PostgreSQL is asked whether a statement waits for a lock. */
const PATIENCE_MS = 2

export interface SchedulerOptions {
  time: VirtualTime
  gate: Gate
  random: Random
  pace: Pace
  /** Something was committed. */
  afterCommit: () => Promise<void>
  /** After each step and each change of the time. */
  afterStep: () => Promise<void>
  /** @param circle who waits for whom */
  onDeadlock: (circle: string[]) => void
}

const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis

const isCommitted = ({ statement: { text, connection }, answer }: Release): boolean =>
  answer !== null &&
  'value' in answer &&
  (connection.isHeld ? /^commit/i.test(text) : !/^\s*select\b(?!.*pgboss)/is.test(text))

const patience = async (answers: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([answers, new Promise(resolve => (timer = realTimeout(resolve, PATIENCE_MS)))])
  realClear(timer)
}

/**
 * Decides all that may happen in more than one order. One thing happens at a time: a statement is sent and answered, a message arrives or a
 * timer goes off; then everything that follows from it has happened before the next.
 */
export class Scheduler {
  steps = 0
  /** Steps, timers and changes of the time. */
  turns = 0
  messages: Message[] = []
  /** The events, for a replay to be compared. */
  readonly trace: string[] = []
  readonly #options: SchedulerOptions
  #lastTask = ''

  constructor(options: SchedulerOptions) {
    this.#options = options
    options.gate.now = () => options.time.now
    options.gate.onPark = statement => (statement.by = options.time.now + this.#delay())
  }

  /** @param mostMs how late it may be; by default as late as a statement */
  send(label: string, life: Life | null, deliver: () => void, mostMs?: number): void {
    const { time, random } = this.#options
    const by = time.now + (mostMs === undefined ? this.#delay() : random.int(0, mostMs))
    this.messages.push({ label, life, by, deliver })
  }

  #delay(): number {
    const { random, pace } = this.#options
    return random.int(0, random.chance(pace.slow) ? DELAY_MS.slow : DELAY_MS.usual)
  }

  /** Lets one thing happen. @returns false when nothing can happen any more */
  async step(): Promise<boolean> {
    const { time, gate, random, pace } = this.#options
    this.turns += 1
    this.messages = this.messages.filter(({ life }) => !life?.isOver)
    const all: (Statement | Message)[] = [...gate.parked, ...this.messages]
    const choices = all.filter(({ life }) => time.now >= (life?.frozenUntil ?? -Infinity))
    const timer = time.next()
    const urgent = choices.filter(({ by }) => by <= time.now)
    if (timer && timer.at <= time.now && (urgent.length === 0 || random.chance(0.5))) {
      time.fire(timer)
      await this.#settle()
      return true
    }
    if (urgent.length === 0 && (choices.length === 0 || random.chance(pace.tick)))
      return this.#advance(choices)
    const choice = this.#choose(urgent.length > 0 ? urgent : choices)
    this.steps += 1
    if ('deliver' in choice) await this.#arrive(choice)
    else await this.#run(choice)
    await this.#options.afterStep()
    return true
  }

  #choose(choices: (Statement | Message)[]): Statement | Message {
    const { random, pace } = this.#options
    const same = choices.filter(choice => 'task' in choice && choice.task === this.#lastTask)
    return random.pick(same.length > 0 && random.chance(pace.stay) ? same : choices)
  }

  /** The clock goes on to the next thing that is due. */
  async #advance(choices: (Statement | Message)[]): Promise<boolean> {
    const { time } = this.#options
    const timer = time.next()
    const next = Math.min(timer?.at ?? Infinity, ...choices.map(({ by }) => by))
    if (next === Infinity) return false
    await this.setTime(Math.max(next, time.now))
    return true
  }

  async setTime(now: number): Promise<void> {
    const { time, afterStep } = this.#options
    time.now = now
    await afterStep()
  }

  /** All nodes stand still; their sent requests reach the toys and providers nevertheless. */
  async suspend(ms: number): Promise<void> {
    const { time } = this.#options
    const end = time.now + ms
    const isUnderWay = ({ life, by }: Message) => life === null && by <= end
    for (;;) {
      const [next] = this.messages.filter(isUnderWay).toSorted((one, other) => one.by - other.by)
      if (!next) break
      time.now = Math.max(next.by, time.now)
      await this.#arrive(next)
    }
    await this.setTime(end)
  }

  async #arrive(message: Message): Promise<void> {
    this.messages.splice(this.messages.indexOf(message), 1)
    this.trace.push(`message ${message.label}`)
    message.deliver()
    await this.#settle()
  }

  async #run(statement: Statement): Promise<void> {
    const { gate } = this.#options
    this.#lastTask = statement.task
    this.trace.push(`${statement.task}: ${statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)}`)
    const release = await gate.release(statement)
    if (await this.#isAnswered(release)) await this.#deliver(release)
    else {
      this.trace.push('  waits for a lock')
      gate.blocked.push(release)
    }
    await this.deliverUnblocked()
  }

  /** Whether the answer is here; a statement that closes a circle of waiting is ended with the error that PostgreSQL would give it. */
  async #isAnswered(release: Release): Promise<boolean> {
    const { gate } = this.#options
    for (;;) {
      await patience(release.answered)
      if (release.answer) return true
      const all = [...gate.blocked.filter(each => each !== release), release]
      const blockers = await gate.blockers(all.map(({ server }) => server.pid))
      if (release.answer || !blockers.has(release.server.pid)) continue
      if (!isInCircle(release.server.pid, blockers)) return false
      if (!(await this.#isStillInCircle(release))) continue
      await this.#endDeadlock(release, blockers)
      return true
    }
  }

  /**
   * Whether an apparent circle is one. PostgreSQL tells of one process after the other: when a lock becomes free, the first may be seen as
   * it waits for the second, and the second a moment later as it waits for the first.
   */
  async #isStillInCircle(release: Release): Promise<boolean> {
    const { gate } = this.#options
    for (let times = 0; times < 3; times += 1) {
      await patience(release.answered)
      if (release.answer) return false
      const all = new Set([...gate.blocked, release].filter(({ answer }) => answer === null))
      const blockers = await gate.blockers([...all].map(({ server }) => server.pid))
      if (!isInCircle(release.server.pid, blockers)) return false
    }
    return true
  }

  async #endDeadlock(release: Release, blockers: Map<number, number[]>): Promise<void> {
    const { gate, onDeadlock } = this.#options
    const waiting = new Map([...gate.blocked, release].map(each => [each.server.pid, each.statement]))
    const inCircle = [...waiting].filter(([pid]) => isInCircle(pid, blockers))
    const circle = inCircle.map(([pid, { task, text }]) => {
      const others = (blockers.get(pid) ?? []).map(other => waiting.get(other)?.task ?? other)
      return `${task} waits for ${others.join(', ')}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`
    })
    const isOurs = !(await gate.isOwnRow(inCircle.map(([pid]) => pid)))
    await gate.cancel(release)
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    if (release.answer && 'error' in release.answer) release.answer = { error: deadlock }
    if (isOurs) onDeadlock(circle)
    else this.trace.push(`${release.statement.task}: a deadlock of PostgreSQL's own`)
  }

  /** Gives the answers of statements that waited for a lock, in the order in which they were sent. */
  async deliverUnblocked(): Promise<void> {
    const { gate } = this.#options
    if (gate.blocked.length === 0) return
    const stillBlocked = new Set(await this.#whoWaits())
    const ready = gate.blocked.filter(release => !stillBlocked.has(release))
    gate.blocked = gate.blocked.filter(release => stillBlocked.has(release))
    for (const release of ready) {
      this.trace.push(`${release.statement.task}: has its lock`)
      await this.#deliver(release)
    }
    // A statement without a transaction has released its own locks.
    if (ready.length > 0) await this.deliverUnblocked()
  }

  async #whoWaits(): Promise<Release[]> {
    const { gate } = this.#options
    for (;;) {
      const open = gate.blocked.filter(({ answer }) => answer === null)
      if (open.length === 0) return []
      const blockers = await gate.blockers(open.map(({ server }) => server.pid))
      const undecided = open.filter(({ answer, server }) => answer === null && !blockers.has(server.pid))
      if (undecided.length > 0) {
        await patience(Promise.all(undecided.map(({ answered }) => answered)))
        continue
      }
      const waiting = open.filter(({ answer }) => answer === null)
      // One that got the lock that it waited for may now wait for another, which somebody has who waits for that one.
      const inCircle = waiting.find(({ server }) => isInCircle(server.pid, blockers))
      if (!inCircle) return waiting
      if (!(await this.#isStillInCircle(inCircle))) continue
      await this.#endDeadlock(inCircle, blockers)
    }
  }

  async #deliver(release: Release): Promise<void> {
    const hasCommitted = isCommitted(release)
    await this.#options.gate.deliver(release)
    await this.#settle()
    if (hasCommitted) await this.#options.afterCommit()
  }

  /** Until all consequences of the last event have happened. */
  async #settle(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) await new Promise(resolve => setImmediate(resolve))
  }

  settle = (): Promise<void> => this.#settle()
}

function isInCircle(pid: number, blockers: Map<number, number[]>): boolean {
  const seen = new Set<number>()
  const reaches = (from: number): boolean =>
    (blockers.get(from) ?? []).some(next => {
      if (next === pid) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next)
    })
  return reaches(pid)
}
