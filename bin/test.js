#!/usr/bin/env node
import { readdirSync } from 'node:fs'
import { ensureBuilt } from './builds.js'
import { CommandFailure, runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { inRoot } from './paths.js'
import { browserStep, toolStep, vitestStep } from './test-steps.js'

/** @typedef {import('./test-steps.js').Step} Step */
/** @typedef {import('./test-steps.js').Outcome} Outcome */

/**
 * `npm test` runs everything that needs no other server; `--check` only the tools and the unit tests; `--servers` only the tests
 * that need a real PostgreSQL and Redis. The last line is the total.
 */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  const node = localNode()
  const outcomes = process.argv.includes('--servers') ? await serverSteps(node) : await allSteps(node)
  if (outcomes.length === 0) return 0
  const total = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((sum, each) => sum + each[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
})

/** @param {string} node */
async function allSteps(node) {
  const check = process.argv.includes('--check')
  if (check) return (await Promise.all([tools(node), [vitestStep(node, 'unit')]].map(runInTurn))).flat()
  // For two cores: the tools and the build in parallel with the tests, and the browser tests on their own afterwards.
  const build = Promise.allSettled([ensureBuilt(node)])
  const tests = ['unit', 'components', 'integration'].map(project => vitestStep(node, project))
  const outcomes = (await Promise.all([tools(node), tests].map(runInTurn))).flat()
  return [...outcomes, ...(await runInTurn([browserTests(node, build)]))]
}

/** @param {string} node */
function tools(node) {
  return [
    toolStep(node, 'format', 'oxfmt', ['--check', '.']),
    toolStep(node, 'types', 'typescript', ['-p', '.']),
    toolStep(node, 'lint', 'oxlint', []),
    toolStep(node, 'unused', 'knip', ['--no-config-hints', '--no-progress']),
  ]
}

/**
 * A failed build counts as one failed browser test.
 * @param {string} node @param {Promise<PromiseSettledResult<string>[]>} building @returns {Step}
 */
function browserTests(node, building) {
  return {
    name: 'browser',
    run: async () => {
      const [build] = await building
      if (build?.status === 'fulfilled') return browserStep(node, build.value).run()
      if (!(build?.reason instanceof CommandFailure)) throw build?.reason
      return { passed: 0, failed: 1, output: build.reason.message }
    },
  }
}

/** @param {string} node */
async function serverSteps(node) {
  const some = ['src', 'tests', 'simulators'].some(folder =>
    readdirSync(inRoot(folder), { recursive: true }).some(file => String(file).endsWith('.servers.test.ts')),
  )
  if (some) return runInTurn([vitestStep(node, 'servers')])
  console.log('no test needs a server')
  return []
}

/** @param {Step[]} steps */
async function runInTurn(steps) {
  /** @type {Outcome[]} */
  const outcomes = []
  for (const step of steps) outcomes.push(await runStep(step))
  return outcomes
}

/** Shows a step's output only when it has failures, also of tests that passed when they ran again. @param {Step} step */
async function runStep({ name, run }) {
  const start = performance.now()
  const outcome = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { passed, failed, flaky = 0, output } = outcome
  if (failed + flaky > 0) console.log(`\n${output.trim()}\n`)
  const count = passed + failed > 1 ? ` · ${passed + failed} tests` : ''
  const again = flaky > 0 ? ` · ${flaky} passed only when run again, see above` : ''
  console.log(`${failed === 0 ? '✓' : '✗'} ${name}${count}${again} · ${seconds} s`)
  return outcome
}
