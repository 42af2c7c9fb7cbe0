import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The names of folders: districts, slices, and those beside `src`; `ci` is the folder `.ci`. */
const folders = new Set([
  'ci',
  ...globSync(
    ['{src,tests,simulators}/{,*/,*/*/}', 'bench/', 'bin/', 'deploy/', 'docs/', 'migrations/', 'tools/'],
    {
      cwd: root,
    },
  ).map(folder => basename(folder)),
])

const namesFolders = (subject: string): boolean => {
  const places = /^(\w+(?:, \w+)*): \S/.exec(subject)?.[1]
  return places !== undefined && places.split(', ').every(place => folders.has(place))
}

/** Subjects before this time name other things too. */
const FIRST_CHECKED = '2026-11-29T21:00:00Z'

/** Of at most fifty commits; null without Git, below the folder of another repository, or in a clone whose history is cut off. */
function newestSubjects(): string[] | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    if (git('rev-parse', '--show-prefix', '--is-shallow-repository') !== 'false') return null
    return git('log', '-50', '--no-merges', `--since=${FIRST_CHECKED}`, '--format=%s')
      .split('\n')
      .filter(Boolean)
  } catch {
    return null
  }
}
const subjects = newestSubjects()

it.each(['orders: refuse a line', 'docs: say why', 'orders, vat: join both', 'house: merge files'])(
  'the subject “%s” begins with folders',
  subject => {
    expect(namesFolders(subject)).toBe(true)
  },
)

it.each([
  'refuse a line',
  'fix: a line',
  'orders, misc: a line',
  'Orders: a line',
  'orders:',
  'orders/cart: a line',
])('the subject “%s” does not', subject => {
  expect(namesFolders(subject)).toBe(false)
})

it.skipIf(!subjects)('the newest commits begin with the slices or the folders that they change', () => {
  expect(subjects?.filter(subject => !namesFolders(subject))).toEqual([])
})
