import { expect, it } from 'vitest'
import type { Toy, ToyCreator } from '../toys/contract.ts'
import { busyText, groupByPerson, isFound } from './lobby.rules.ts'

const creator = (slug: string): ToyCreator => ({
  slug,
  stageName: `Noor ${slug}`,
  portraitUrl: null,
  mood: 'Één avond',
  likes: ['zacht beginnen'],
  rating: null,
  reviewCount: 0,
})
const toy = (id: string, owner: string | null, busy = false): Toy => ({
  id,
  name: `Toy ${id}`,
  type: 'lush',
  isOnline: true,
  isActive: true,
  batteryLevel: 80,
  status: 'ONLINE',
  busy,
  busySince: null,
  waiting: 0,
  capabilities: {
    vibrate: true,
    functions: ['Vibrate'],
    maxIntensity: 20,
    patterns: [],
    offPatterns: [],
    ownPatterns: true,
  },
  notice: null,
  creator: owner === null ? null : creator(owner),
})

it('toys are grouped by person, favourites first, and one without a page stands alone', () => {
  const all = [toy('1', 'a', true), toy('2', null), toy('3', 'b', true), toy('4', 'a'), toy('5', null)]
  const people = groupByPerson(all, new Set(['b']))
  expect(people.map(({ key, toys, isBusy }) => [key, toys.length, isBusy])).toEqual([
    ['b', 1, true],
    ['a', 2, false],
    ['toy 2', 1, false],
    ['toy 5', 1, false],
  ])
})

it.each([
  ['noor', true],
  ['een zacht', true],
  ['ZÁCHT begin', true],
  ['trill', true],
  ['lush', true],
  ['hard', false],
  ['noor hard', false],
])('a search for %s: %s', (term, found) => {
  const [person] = groupByPerson([toy('1', 'a')], new Set())
  expect(person && isFound(person, term)).toBe(found)
})

it.each([
  [null, 'bezig'],
  ['2026-12-01T12:00:30Z', 'net begonnen'],
  ['2026-12-01T11:48:00Z', 'bezig sinds 12 min'],
  ['2026-12-01T10:30:00Z', 'bezig sinds 1 uur'],
])('busy since %s is “%s”', (since, text) => {
  expect(busyText(since, Date.parse('2026-12-01T12:00:00Z'))).toBe(text)
})
