import { reachedByNobody } from './exceptions.ts'
import type { FuzzRequest } from './requests.ts'
import type { Violation } from './invariants.ts'

/** A broken rule, with the request in which it was seen, as small as it could be made. */
export interface Finding extends Violation {
  key: string
  /** Of the round, with the number of requests after which it was seen. */
  seed: number
  requests: number
  request: FuzzRequest | { raw: string }
  /** As it was sent, where it has this form. */
  sent: string
}

interface Count {
  sent: number
  reached: number
}

/** How often each operation was called and answered with 2xx or 3xx, by caller, and why it was refused. */
export function createCounts() {
  const counts = new Map<string, Map<string, Count>>()
  const refusals = new Map<string, Map<string, number>>()
  return {
    /** @param refusal its status and code, or null */
    add(key: string, caller: string, refusal: string | null) {
      const byCaller = counts.get(key) ?? new Map<string, Count>()
      const { sent, reached } = byCaller.get(caller) ?? { sent: 0, reached: 0 }
      byCaller.set(caller, { sent: sent + 1, reached: reached + Number(refusal === null) })
      counts.set(key, byCaller)
      if (refusal === null) return
      const known = refusals.get(key) ?? new Map<string, number>()
      refusals.set(key, known.set(refusal, (known.get(refusal) ?? 0) + 1))
    },
    /** Operations that should have been reached by someone, and were not; and those that should not have been listed. */
    unreached: (keys: string[]): string[] =>
      keys.filter(key => reachedBy(counts.get(key)) > 0 === key in reachedByNobody),
    lines: (): string[] =>
      [...counts].map(([key, byCaller]) => {
        const each = [...byCaller].map(([caller, { sent, reached }]) => `${caller} ${reached}/${sent}`)
        return `${key}: ${each.join(', ')}\n  ${commonest(refusals.get(key))}`
      }),
    totals() {
      const all = [...counts.values()].flatMap(byCaller => [...byCaller.values()])
      const sum = (of: (count: Count) => number) => all.reduce((total, count) => total + of(count), 0)
      return { sent: sum(({ sent }) => sent), reached: sum(({ reached }) => reached) }
    },
  }
}

const reachedBy = (byCaller: Map<string, Count> | undefined): number =>
  [...(byCaller?.values() ?? [])].reduce((total, { reached }) => total + reached, 0)

const commonest = (refusals = new Map<string, number>()): string =>
  [...refusals]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([refusal, count]) => `${count} × ${refusal}`)
    .join(', ')

export const describeFinding = ({ key, rule, detail, seed, requests, request, sent }: Finding): string =>
  [
    `${rule}: ${key}: ${detail}`,
    `  generated: ${JSON.stringify(request).slice(0, 2000)}`,
    `  sent: ${sent.slice(0, 2000)}`,
    `  again: npm run fuzz -- --seed ${seed} --requests ${requests}`,
  ].join('\n')
