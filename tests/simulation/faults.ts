import type { Nodes } from './nodes.ts'
import type { FaultPlan, Plan } from './plan.ts'
import type { Scheduler } from './scheduler.ts'
import type { VirtualTime } from './virtualTime.ts'

/** Steps that a fault waits for a toy at most. */
const MOST_STEPS_LATE = 300

/** Makes nodes crash, stop, stand still, sleep and be wrong about the time, when that is due. */
export class Faults {
  /** When both nodes were there last: neither crashed, frozen nor asleep. */
  allUpSince = -Infinity
  /** Whether no wall clock was ever wrong. */
  hasExactClocks = true
  readonly #nodes: Nodes
  readonly #scheduler: Scheduler
  readonly #time: VirtualTime
  readonly #doesToyRun: () => boolean
  readonly #due: FaultPlan[]

  constructor(
    plan: Plan,
    nodes: Nodes,
    { scheduler, time, doesToyRun }: { scheduler: Scheduler; time: VirtualTime; doesToyRun: () => boolean },
  ) {
    this.#nodes = nodes
    this.#scheduler = scheduler
    this.#time = time
    this.#doesToyRun = doesToyRun
    this.#due = plan.faults.toSorted((one, other) => one.at - other.at)
  }

  /** @param isEnding nothing breaks any more */
  async apply(isEnding: boolean): Promise<void> {
    for (const index of this.#nodes.stopped.splice(0)) await this.#nodes.replace(index)
    if (isEnding) return
    for (let fault = this.#due[0]; fault && this.#isDue(fault); fault = this.#due[0]) {
      this.#due.shift()
      this.#scheduler.trace.push(`fault ${fault.name} ${fault.ms}`)
      await this.#applyOne(fault)
    }
  }

  #isDue({ at, whileToysRun }: FaultPlan): boolean {
    const late = this.#scheduler.steps - at
    return late >= 0 && (!whileToysRun || late > MOST_STEPS_LATE || this.#doesToyRun())
  }

  async #applyOne({ kind, node: index, ms }: FaultPlan): Promise<void> {
    if (kind === 'sleep') await this.sleep(ms)
    else if (kind === 'frozen') {
      this.#expectBack(ms)
      this.#nodes.freeze(index, ms)
    } else if (kind === 'crash') await this.#nodes.crash(index)
    else if (kind === 'restart') this.#nodes.stop(index)
    else {
      this.#nodes.setClock(index, ms)
      this.hasExactClocks = false
    }
  }

  /** All nodes stand still, as when their machine is suspended. */
  async sleep(ms: number): Promise<void> {
    this.#expectBack(ms)
    await this.#scheduler.suspend(ms)
  }

  #expectBack(ms: number): void {
    this.allUpSince = Math.max(this.allUpSince, this.#time.now + ms)
  }

  /** After each step. */
  look(): void {
    if (this.#nodes.isCrashed) this.#expectBack(0)
  }
}
