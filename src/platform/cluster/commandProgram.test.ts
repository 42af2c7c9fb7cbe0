import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const of = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href

/** A program with this body. */
function run(body: string) {
  const code = `
    import { runCommandProgram } from '${of('commandProgram.ts')}'
    import { StartupError } from '${of('../config.ts')}'
    void runCommandProgram(async () => { ${body} })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

test.each([
  ['comes to its end', '', 0],
  ['found something', 'process.exitCode = 1', 1],
  ['never comes to its end', 'await new Promise(() => {})', 13],
])('a program that %s exits with its code', (_, body, status) => {
  expect(run(body)).toEqual({ status, stderr: '' })
})

test('an error that can be mended is one line, and any other has its stack', () => {
  expect(run(`throw new StartupError('Zet de map aan.')`)).toEqual({ status: 1, stderr: 'Zet de map aan.\n' })
  const { status, stderr } = run(`throw new Error('a defect')`)
  expect(status).toBe(1)
  expect(stderr).toMatch(/Error: a defect\n +at /)
})
