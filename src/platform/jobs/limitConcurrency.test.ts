import { afterEach, expect, test, vi } from 'vitest'
import { limitConcurrency } from './limitConcurrency.ts'

afterEach(() => void vi.useRealTimers())

/** Work that ends when the test says so; `begun` has the names of the calls that began. */
function heldWork() {
  const begun: string[] = []
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>()
  const work = (name: string) => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
  }
  return { begun, work, end: (name: string) => ends.get(name)?.resolve(name), ends }
}

test('so many calls run at a time, in the order in which they came', async () => {
  const { begun, work, end } = heldWork()
  const run = limitConcurrency(2, work)
  const calls = ['a', 'b', 'c', 'd'].map(name => run(name))
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await calls[1]).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  await calls[0]
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  end('c')
  end('d')
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd'])
  void run('e')
  void run('f')
  void run('g')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a call that fails makes room too', async () => {
  const { begun, work, ends } = heldWork()
  const run = limitConcurrency(1, work)
  const failed = run('a')
  void run('b')
  ends.get('a')?.reject(new Error('broken'))
  await expect(failed).rejects.toThrow('broken')
  expect(begun).toEqual(['a', 'b'])
})

test('a slow call does not hold up the others, and makes room once', async () => {
  vi.useFakeTimers()
  const { begun, work, end } = heldWork()
  const run = limitConcurrency(1, work)
  const slow = run('slow')
  void run('a')
  void run('b')
  await vi.advanceTimersByTimeAsync(39)
  expect(begun).toEqual(['slow'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['slow', 'a'])
  end('slow')
  expect(await slow).toBe('slow')
  expect(begun).toEqual(['slow', 'a'])
})

test('a slow call that ends with nobody waiting makes room once too', async () => {
  vi.useFakeTimers()
  const { begun, work, end } = heldWork()
  const run = limitConcurrency(1, work)
  const slow = run('slow')
  await vi.advanceTimersByTimeAsync(40)
  end('slow')
  await slow
  void run('a')
  void run('b')
  expect(begun).toEqual(['slow', 'a'])
})
