/**
 * Gives up a connection on which a statement gets no answer in time. The driver's own `query_timeout` sets a timer for each statement, whose
 * closure keeps the rows of its answer through collections of new objects: up to a third of the time of statements of a hundred rows. Here a
 * connection has one timer, which looks at the oldest statement.
 */
export class AnswerTimeout {
  readonly #limitMs: number
  readonly #giveUp: () => void
  /** When each statement was sent that has no answer yet. They are answered in this order; one that is refused unsent makes another wait a little longer. */
  readonly #sentAt: number[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param limitMs 0 for none */
  constructor(limitMs: number, giveUp: () => void) {
    this.#limitMs = limitMs
    this.#giveUp = giveUp
  }

  sent(): void {
    if (this.#limitMs === 0) return
    this.#sentAt.push(performance.now())
    this.#timer ??= this.#lookIn(this.#limitMs)
  }

  answered(): void {
    this.#sentAt.shift()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #lookIn(ms: number): NodeJS.Timeout {
    // A process that has nothing else to wait for may end: a statement that waits for an answer has its socket.
    return setTimeout(() => this.#look(), ms).unref()
  }

  #look(): void {
    this.#timer = undefined
    const [oldest] = this.#sentAt
    if (oldest === undefined) return
    const leftMs = oldest + this.#limitMs - performance.now()
    if (leftMs <= 0) this.#giveUp()
    // Rounded up, because a timer may come a little early.
    else this.#timer = this.#lookIn(Math.ceil(leftMs))
  }
}
