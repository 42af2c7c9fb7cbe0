import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { inRoot, scriptOf } from './place.js'
import { run } from './run.js'

/**
 * What a step found: how many things passed and failed, and what to show when any did.
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
 */

/** Set for a running shop, these would point the tests at it; and nobody looks at colours that are kept. */
export const notForTests =
  /^(FORCE_COLOR|PORT|METRICS_PORT|HOST|DATA_DIR|DATABASE_URL|REDIS_URL|PUBLIC_URL|SHOP_NAME|STOREFRONT_ACCESS|DEMO|DEV|BUILD_DIR|NODE_ENV|SESSION_SECRET|REQUIRE_ADMIN_TOTP|ADDRESS_LOOKUP|SMTP_URL|MAIL_FROM|HOLD_MINUTES|RETENTION_YEARS|PLACEHOLDER_RATING|TRUSTED_PROXIES|RATE_LIMIT_FACTOR|LOG_LEVEL|ALLOW_EMBEDDED|VAT_MODE|(PAYMENT|MOLLIE|LOVENSE|LIVE|PDOK|SELLER|SMS|VAPID)_.*)$/

/** @param {string} node */
function environment(node) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !notForTests.test(name)))
  // Whatever a tool starts by name is the project's own as well, Node included.
  return {
    ...env,
    PATH: [dirname(node), inRoot('node_modules', '.bin'), env.PATH].join(delimiter),
    NO_COLOR: '1',
  }
}

/** @param {string} node @param {string} tool @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const runTool = (node, tool, args, env = {}) =>
  run(node, [scriptOf(tool), ...args], { env: { ...environment(node), ...env } })

/**
 * A tool that says yes or no counts as one test.
 * @param {string} node @param {string} name @param {string} tool @param {string[]} args
 * @returns {Step}
 */
export const verdict = (node, name, tool, args) => ({
  name,
  run: async () => {
    const { code, output } = await runTool(node, tool, args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  },
})

/** One of vitest's projects. @param {string} node @param {string} project @returns {Step} */
export const vitest = (node, project) => ({
  name: project,
  run: () =>
    counted(async file => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await runTool(node, 'vitest', ['run', '--project', project, ...reporters])
      // What failed is not to be looked for among hundreds of what passed.
      return { code, output: output.replace(/^ *✓.*\n/gm, '') }
    }, vitestCounts),
})

/** The tests in a real browser, against a server that serves `build`. @param {string} node @param {string} build @returns {Step} */
export const browser = (node, build) => ({
  name: 'browser',
  run: () =>
    counted(
      file =>
        runTool(node, '@playwright/test', ['test', '--reporter=line,json'], {
          BUILD_DIR: build,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        }),
      playwrightCounts,
    ),
})

/**
 * Runs a test runner and reads what it counted. One that crashed, counted nothing, or says no without a failed test
 * is itself a failure: silence is never a pass.
 * @param {(file: string) => Promise<{ code: number, output: string }>} runner writes its report to `file`
 * @param {(report: any) => { passed: number, failed: number }} countsIn
 * @returns {Promise<Outcome>}
 */
async function counted(runner, countsIn) {
  const folder = mkdtempSync(join(tmpdir(), 'gloed-report-'))
  try {
    const file = join(folder, 'report.json')
    const { code, output } = await runner(file)
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const { passed, failed } = countsIn(report)
    if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, output }
    return { passed, failed: 1, output: `${output}\nthe runner ended with ${code} after ${passed} tests\n` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {{ numPassedTests?: number, numFailedTests?: number, testResults?: { status: string, assertionResults: { status: string }[] }[] }} report */
function vitestCounts({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  // A file that could not be loaded has no tests to fail.
  const broken = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/** @param {{ stats?: { expected: number, unexpected: number, flaky: number }, errors?: unknown[] }} report */
const playwrightCounts = ({ stats = { expected: 0, unexpected: 0, flaky: 0 }, errors = [] }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
})
