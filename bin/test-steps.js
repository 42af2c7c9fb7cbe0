import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { inRoot, scriptOf } from './paths.js'
import { runProgram } from './run-program.js'

/**
 * The result of a step: how many tests passed and failed, how many of the passed ones failed at first, and the output to show when
 * any failed, at first too.
 * @typedef {{ passed: number, failed: number, flaky?: number | undefined, output: string }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
 */

/** Variables of a running shop, which would point the tests at it, and FORCE_COLOR, because output is captured. */
export const shopVariables =
  /^(FORCE_COLOR|PORT|METRICS_PORT|HOST|DATA_DIR|DATABASE_(DIRECT_|REPLICA_)?URL|REDIS_(URL|SENTINELS)|PUBLIC_URL|SHOP_NAME|STOREFRONT_ACCESS|DEMO|DEV|BUILD_DIR|BACKUP_\w+|NODE_ENV|SESSION_SECRET(_BEFORE)?|REQUIRE_ADMIN_TOTP|ADDRESS_LOOKUP|SMTP_URL|MAIL_FROM|(DOWNLOAD_)?DRAIN_SECONDS|HOLD_MINUTES|RETENTION_YEARS|CONTENT_EVIDENCE_MONTHS|PLACEHOLDER_RATING|CREATOR_PROGRAMME|TRUSTED_PROXIES|HSTS_PRELOAD|RATE_LIMIT_FACTOR|LOG_LEVEL|ALLOW_EMBEDDED|VAT_MODE|SLOW_STATEMENT_MS|(PAYMENT|MOLLIE|VEROTEL|LOVENSE|CARRIER|SENDCLOUD|PEPPOL|STORECOVE|VIES|IDENTITY|LIVE|PDOK|S3|SELLER|SMS|VAPID|OTEL)_.*)(_FILE)?$/

/** @param {string} node */
function environment(node) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !shopVariables.test(name)))
  // A program that a tool starts by name is the project's own too, Node included.
  return {
    ...env,
    PATH: [dirname(node), inRoot('node_modules', '.bin'), env.PATH].join(delimiter),
    NO_COLOR: '1',
  }
}

/** @param {string} node @param {string} tool @param {string[]} args @param {NodeJS.ProcessEnv} [env] @param {(pid: number) => void} [onStart] */
const runTool = (node, tool, args, env = {}, onStart = () => {}) =>
  runProgram(node, [scriptOf(tool), ...args], { env: { ...environment(node), ...env }, onStart })

/** Lowers a tool's priority: the tests that run beside it have limits of time. @param {number} pid */
const lowerPriority = pid => setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)

/**
 * A tool that passes or fails as a whole; counts as one test.
 * @param {string} node @param {string} name @param {string} tool @param {string[]} args
 * @returns {Step}
 */
export const toolStep = (node, name, tool, args) => ({
  name,
  run: async () => {
    const { code, output } = await runTool(node, tool, args, {}, lowerPriority)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  },
})

/** One of vitest's projects. @param {string} node @param {string} project @returns {Step} */
export const vitestStep = (node, project) => ({
  name: project,
  run: () =>
    runCounted(async file => {
      const own = inRoot('tests', 'support', 'flakyReporter.ts')
      const reporters = [
        '--reporter=default',
        `--reporter=${own}`,
        '--reporter=json',
        `--outputFile.json=${file}`,
      ]
      const { code, output } = await runTool(node, 'vitest', ['run', '--project', project, ...reporters])
      // Hides the hundreds of passed tests.
      return { code, output: output.replace(/^ *✓.*\n/gm, '') }
    }, vitestCounts),
})

/** The tests in a real browser, against a server that serves `build`. @param {string} node @param {string} build @returns {Step} */
export const browserStep = (node, build) => ({
  name: 'browser',
  run: () =>
    runCounted(async file => {
      const { code, output } = await runTool(node, '@playwright/test', ['test', '--reporter=line,json'], {
        BUILD_DIR: build,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      })
      // Hides the progress of hundreds of tests, and Node's remarks on colours.
      return {
        code,
        output: output.replace(
          /^(\[\d+\/\d+\]|\(node:\d+\) Warning: The 'NO_COLOR'|\(Use `node --trace-w).*\n/gm,
          '',
        ),
      }
    }, playwrightCounts),
})

/**
 * Runs a test runner and reads the counts of its report. A runner that crashes, runs no test, or exits with an error without
 * a failed test counts as one failure.
 * @param {(file: string) => Promise<{ code: number, output: string }>} runner writes its report to `file`
 * @param {(report: any) => { passed: number, failed: number, flaky?: number }} countsIn
 * @returns {Promise<Outcome>}
 */
async function runCounted(runner, countsIn) {
  const folder = mkdtempSync(join(tmpdir(), 'gloed-report-'))
  try {
    const file = join(folder, 'report.json')
    const { code, output } = await runner(file)
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const {
      passed,
      failed,
      flaky = output.match(/^passed only when run again:/gm)?.length,
    } = countsIn(report)
    if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, flaky, output }
    return { passed, failed: 1, output: `${output}\nthe runner ended with ${code} after ${passed} tests\n` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {{ numPassedTests?: number, numFailedTests?: number, testResults?: { status: string, assertionResults: { status: string }[] }[] }} report */
function vitestCounts({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  // A file that could not be loaded fails without a failed test.
  const broken = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/** @param {{ stats?: { expected: number, unexpected: number, flaky: number }, errors?: unknown[] }} report */
const playwrightCounts = ({ stats = { expected: 0, unexpected: 0, flaky: 0 }, errors = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
  flaky: stats.flaky,
})
