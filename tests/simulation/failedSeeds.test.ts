import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readFailedSeeds } from './failedSeeds.ts'

const seedsOf = (text: string): string[] => [...text.matchAll(/"(\w+-\d+)"/g)].map(match => match[1] ?? '')

/** All that the list ever had, as far as this clone knows; null where there is no repository. */
function readHistory(): string | null {
  const args = ['log', '--format=', '--patch', '--no-ext-diff', '--', 'failedSeeds.json']
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? stdout : null
}

test('each seed is named once', () => {
  const seeds = readFailedSeeds()
  expect(seeds).toEqual([...new Set(seeds)])
  expect(seedsOf(JSON.stringify(seeds))).toEqual(seeds)
})

// A seed is not taken out when its bug is mended: it is played first from then on.
test('no seed that ever failed is left out', context => {
  const history = readHistory()
  if (history === null) return context.skip()
  expect(readFailedSeeds()).toEqual(expect.arrayContaining([...new Set(seedsOf(history))]))
})
