import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { describeFinding } from './report.ts'

/** `npm run fuzz` sets these; without them the run is short, and the same each time. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1500)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
/** After so many requests, every operation has been reached by someone. */
const ENOUGH = 60_000
/** A few operations can be reached by less. */
const only = process.env['FUZZ_ONLY']
const isLong = process.env['FUZZ_REQUESTS'] !== undefined

it('answers any request as the OpenAPI document says', { timeout: 1000 * 3600 * 12 }, async () => {
  const started = Date.now()
  let reported = 0
  const { findings, unreached, counts } = await fuzz({
    requests,
    seed,
    ...(only && { only: new RegExp(only) }),
    onRound: (done, found) => {
      if (!isLong) return
      const seconds = Math.round((Date.now() - started) / 1000)
      process.stdout.write(`${done} requests in ${seconds} s\n`)
      for (const each of found.slice(reported)) process.stdout.write(`${describeFinding(each)}\n`)
      reported = found.length
    },
  })
  if (isLong) process.stdout.write(`${counts.lines().join('\n')}\n${JSON.stringify(counts.totals())}\n`)
  expect(findings.map(describeFinding).join('\n\n')).toBe('')
  // In a short one, chance decides.
  if (requests >= ENOUGH || only) expect(unreached).toEqual([])
})
