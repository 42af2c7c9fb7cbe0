import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const codeCache = pathToFileURL(join(import.meta.dirname, 'codeCache.ts')).href
const main = `
import { createRequire } from 'node:module'
import { readCodeCache } from '${codeCache}'
const saveCode = readCodeCache(import.meta.dirname)
const { answer } = createRequire(import.meta.url)('./program.cjs')
if (process.argv[2] === 'answer') console.log(answer())
console.log(await saveCode())
`
const program = (result: number) =>
  `exports.answer = function () { return [${'1, '.repeat(2000)}].length - 2000 + ${result} }`

let folder: string
const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloed-code-'))
  write('main.mjs', main)
  write('program.cjs', program(42))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @returns its output: the answer, when it is asked for, and how many files were not in the cache */
function run(...args: string[]): number[] {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') }
  const output = execFileSync(process.execPath, [join(folder, 'main.mjs'), ...args], {
    env,
    encoding: 'utf8',
  })
  return output.trim().split('\n').map(Number)
}

/** The cached files, by their paths. */
const cached = () =>
  readdirSync(join(folder, 'cache'), { recursive: true })
    .map(String)
    .filter(name => name.includes('.cjs'))
    .map(name => join('cache', name))
const cachedBytes = () => cached().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

test('the code of the functions that were called is kept, and read again', () => {
  expect(run()).toEqual([1])
  const uncalled = cachedBytes()
  rmSync(join(folder, 'cache'), { recursive: true })
  expect(run('answer')).toEqual([42, 1])
  expect(cachedBytes()).toBeGreaterThan(uncalled + 2000)
  expect(run('answer')).toEqual([42, 0])
})

test('changed sources of the same length are compiled', () => {
  run('answer')
  write('program.cjs', program(43))
  expect(run('answer')).toEqual([43, 1])
  expect(run('answer')).toEqual([43, 0])
})

test('the code of other sources goes after a week', () => {
  run('answer')
  const [former = ''] = cached()
  write('program.cjs', program(43))
  run('answer')
  expect(cached()).toHaveLength(2)
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
  for (const name of cached()) utimesSync(join(folder, name), longAgo, longAgo)
  write('program.cjs', program(44))
  run('answer')
  expect(cached()).toHaveLength(1)
  expect(cached()).not.toContain(former)
})

test.each([
  ['damaged', (code: Buffer) => code.fill(0x7f, code.length - 500)],
  ['cut off', (code: Buffer) => code.subarray(0, 3)],
])('%s code is not run', (_, damage) => {
  run('answer')
  for (const name of cached()) write(name, damage(readFileSync(join(folder, name))))
  expect(run('answer')).toEqual([42, 1])
  expect(run('answer')).toEqual([42, 0])
})

test('where the cache can not be written, the program runs', () => {
  write('cache', 'a file')
  expect(run('answer')[0]).toBe(42)
})
