#!/usr/bin/env node
import { readdirSync } from 'node:fs'
import { ensureBuilt } from './bundle.js'
import { command, Failure } from './failure.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './orphan.js'
import { inRoot } from './place.js'
import { browser, verdict, vitest } from './steps.js'

/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('./steps.js').Outcome} Outcome */

/**
 * `npm test` runs everything that needs no other server; `--check` only what answers at once: the tools, the house and the unit
 * tests; `--servers` only what needs a real PostgreSQL and Redis. The last line sums up over all of them.
 */
await command(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  const node = localNode()
  const outcomes = process.argv.includes('--servers') ? await servers(node) : await everything(node)
  if (outcomes.length === 0) return 0
  const total = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((sum, each) => sum + each[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
})

/** @param {string} node */
async function everything(node) {
  const check = process.argv.includes('--check')
  // Two lanes for two cores: the tools beside the tests; the browser afterwards, by itself.
  const tests = [vitest(node, 'unit'), ...(check ? [] : [vitest(node, 'integration')])]
  const outcomes = (await Promise.all([tools(node), tests].map(inTurn))).flat()
  return check ? outcomes : [...outcomes, ...(await inTurn([inBrowser(node)]))]
}

/** @param {string} node */
function tools(node) {
  return [
    verdict(node, 'format', 'oxfmt', ['--check', '.']),
    verdict(node, 'types', 'typescript', ['-p', '.']),
    verdict(node, 'lint', 'oxlint', []),
    verdict(node, 'unused', 'knip', ['--no-config-hints', '--no-progress']),
  ]
}

/** A build that fails fails the browser's tests. @param {string} node @returns {Step} */
function inBrowser(node) {
  return {
    name: 'browser',
    run: async () => {
      try {
        return await browser(node, await ensureBuilt(node)).run()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { passed: 0, failed: 1, output: error.message }
      }
    },
  }
}

/** @param {string} node */
async function servers(node) {
  const some = ['src', 'tests', 'simulators'].some(folder =>
    readdirSync(inRoot(folder), { recursive: true }).some(file => String(file).endsWith('.servers.test.ts')),
  )
  if (some) return inTurn([vitest(node, 'servers')])
  console.log('no test needs a server')
  return []
}

/** @param {Step[]} steps */
async function inTurn(steps) {
  /** @type {Outcome[]} */
  const outcomes = []
  for (const step of steps) outcomes.push(await told(step))
  return outcomes
}

/** What a step says is shown only when it found something. @param {Step} step */
async function told({ name, run }) {
  const start = performance.now()
  const outcome = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (outcome.failed > 0) console.log(`\n${outcome.output.trim()}\n`)
  const count = outcome.passed + outcome.failed > 1 ? ` · ${outcome.passed + outcome.failed} tests` : ''
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${name}${count} · ${seconds} s`)
  return outcome
}
