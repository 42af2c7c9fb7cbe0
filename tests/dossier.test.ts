import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = globSync(['docs/security.md', 'docs/security/*.md'], { cwd: root }).sort()

/** A path in backquotes, and after it names in its code (in backquotes) or of its tests (in quotation marks). */
const reference = /`([\w@.-]+(?:\/[\w@.-]+)+)`((?:,? (?:`[\w.-]+`|“[^”]+”))*)/g
const name = /`([^`]+)`|“([^”]+)”/g

/** Paths are below `src/`, or of the project. */
const findFile = (path: string) => [`src/${path}`, path].find(file => existsSync(join(root, file)))

/** The references of a page to missing files, names or tests. */
const brokenReferences = (text: string): string[] =>
  [...text.matchAll(reference)].flatMap(([, path = '', names = '']) => {
    const file = findFile(path)
    if (!file) return [path]
    if (!/\.\w+$/.test(file)) return []
    const code = read(file).replaceAll(/\s+/g, ' ')
    const missing = [...names.matchAll(name)].filter(
      ([, inCode, ofTest]) => !code.includes(inCode ?? ofTest ?? ''),
    )
    return missing.map(([named]) => `${path}: ${named}`)
  })

it('finds a path, a name and a test that do not exist', () => {
  const text =
    '`platform/nergens.ts`, `platform/http/serve.ts` `serve`, `noWhere` and `platform/http/http.test.ts` “the same-origin rule” “no such test”'
  expect(brokenReferences(text)).toEqual([
    'platform/nergens.ts',
    'platform/http/serve.ts: `noWhere`',
    'platform/http/http.test.ts: “no such test”',
  ])
})

it.each(pages)('%s refers to nothing that does not exist', page => {
  expect(brokenReferences(read(page))).toEqual([])
})

/** Numbers, level, subject, state. */
const row = /^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \| [^|]+ \| (met|partly|no|n\/a) \|/gm

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

it('has every requirement of ASVS once', () => {
  const rows = pages.flatMap(page => [...read(page).matchAll(row)])
  const numbers = rows.flatMap(([, all = '']) => all.split(', '))
  expect(new Set(numbers).size).toBe(numbers.length)
  const counts = requirements.map(
    (_, chapter) => numbers.filter(number => number.startsWith(`${chapter + 1}.`)).length,
  )
  expect(counts).toEqual(requirements)
  const inState = (wanted: string) =>
    rows.reduce((sum, [, all = '', state]) => sum + (state === wanted ? all.split(', ').length : 0), 0)
  expect(read('docs/security.md')).toContain(
    `Of ${numbers.length} requirements ${inState('met')} are met, ${inState('partly')} partly, ${inState('no')} not, and ${inState('n/a')} do not apply`,
  )
})

/** Met by the absence of something or by the tools it is made with, of which no file of ours is the proof. */
const withoutFile = new Set(['1.2.5', '3.7.1', '6.2.10', '6.4.2', '7.6.2', '15.3.5', '13.2.3'])

it.each(pages)('%s names a file, or another requirement, for each one that is met', page => {
  const met = [...read(page).matchAll(/^\| ([\d., ]+) \| [^|]+ \| [^|]+ \| met \| (.*) \|$/gm)]
  const proven = /`[\w@.-]+(?:\/[\w@.-]+)+`|\]\(|\b\d+\.\d+\.\d+\b/
  expect(
    met
      .filter(([, number = '', why = '']) => !withoutFile.has(number) && !proven.test(why))
      .map(([line]) => line),
  ).toEqual([])
})
