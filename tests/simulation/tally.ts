/** The outcome of each call: whether it was done, or refused and why, or never answered. A call that is always refused proves nothing. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>()

  /** @param outcome `done`, the code of a refusal, or `unanswered` */
  count(label: string, outcome: string, times = 1): void {
    const outcomes = this.#counts.get(label) ?? new Map<string, number>()
    this.#counts.set(label, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times))
  }

  add(other: Tally): void {
    for (const [label, outcomes] of other.#counts)
      for (const [outcome, times] of outcomes) this.count(label, outcome, times)
  }

  /** A line for each call, in the order of their names. */
  lines(): string[] {
    return [...this.#counts]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([label, outcomes]) => {
        const sorted = [...outcomes].toSorted(([, one], [, other]) => other - one)
        return `  ${label}: ${sorted.map(([outcome, times]) => `${outcome} ${times}`).join(', ')}`
      })
  }
}
