import { expect, it } from 'vitest'
import { compareRounds } from './compareRounds.rules.ts'

/** Ten rounds, on a machine that does half as much in every second one. */
const rounds = (ratioOf: (round: number) => number) =>
  Array.from({ length: 10 }, (_, round) => {
    const before = round % 2 === 0 ? 1000 : 500
    return { before, after: before * ratioOf(round) }
  })

it('says slower or faster when every round does, whatever the machine did', () => {
  const slower = compareRounds(rounds(round => 0.8 + round / 100))
  expect(slower).toMatchObject({ lowest: 0.8, highest: 0.89, verdict: 'slower' })
  expect(slower.ratio).toBeCloseTo(0.85)
  expect(compareRounds(rounds(() => 1.1)).verdict).toBe('faster')
})

it('says nothing when rounds disagree, the difference is small, or rounds are few', () => {
  expect(compareRounds(rounds(round => (round === 9 ? 1.01 : 0.5))).verdict).toBe('')
  expect(compareRounds(rounds(() => 0.98)).verdict).toBe('')
  expect(compareRounds(rounds(() => 0.5).slice(1)).verdict).toBe('')
})
