import { expect, test } from 'vitest'
import { watch } from './watchdog.ts'

const never = new Promise<never>(() => undefined)
const limits = { lookMs: 5, quietMs: 30, mostMs: 200 }

test('an episode that goes on is waited for', async () => {
  let turns = 0
  const work = new Promise(resolve => setTimeout(resolve, 60, 'done'))
  expect(await watch(work, () => (turns += 1), limits)).toEqual({ value: 'done' })
})

test('one in which nothing happens any more is given up, and so is one without an end', async () => {
  let turns = 0
  expect(await watch(never, () => 7, limits)).toEqual({ stuck: 'nothing has happened for 0.03 s' })
  expect(await watch(never, () => (turns += 1), limits)).toEqual({ stuck: 'it has not ended after 0.2 s' })
})

test('its failure is its own', async () => {
  await expect(watch(Promise.reject(new Error('broken')), () => 0, limits)).rejects.toThrow('broken')
})
