import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { shopVariables } from '../../bin/test-steps.js'
import { LATER_SCHEMA } from '../support/database.ts'
import openServer from '../support/sharedPostgres.ts'
import { findVersionBefore, isChangedSince, openVersionFolder } from './versionFolder.ts'

/**
 * `npm run test:upgrade`: a PostgreSQL with the schema of this version, on which the version before runs its tests of calls, because
 * both run side by side during an upgrade. `npm run chaos:upgrade`: both run side by side indeed, behind a proxy (Debian's Caddy).
 */

const root = join(import.meta.dirname, '../..')
const ROLLING_TEST = 'tests/chaos/rollingUpgrade.servers.test.ts'

/**
 * Tests of calls: every endpoint and role, and the daily calls of customers, creators and admins. Those of admins, studio, toys, security
 * and reviews that are left out pass too (all 675 on 26 November), and take more time than they would find in a schema: long documents and
 * archives (`reports`, `export`, `safetyFiles`, `shippingLabels`), tests with databases of their own (`backups`, `encryption`, `canary`), a
 * bridge's protocol in a browser (`bridge`, `closingConnection`), and whatever is `rules`, which reads no schema.
 */
const TESTS = [
  'tests/access.test.ts',
  'tests/contract.test.ts',
  'src/shop/products/',
  'src/shop/promotions',
  'src/shop/cart/',
  'src/shop/guests',
  'src/shop/checkout',
  'src/shop/orders',
  'src/shop/downloads',
  'src/shop/withdrawals',
  'src/shop/wishlist',
  'src/money/credit',
  'src/money/minutes',
  'src/money/payments',
  'src/people/accounts',
  'src/live/sessions/engine/session',
  'src/live/gifts',
  'src/live/messages/messages.test.ts',
  'src/shop/support/support.test.ts',
  'src/shop/reviews',
  'src/people/security',
  'src/live/studio/studio.test.ts',
  'src/live/studio/stopLink',
  'src/live/toys/toys.test.ts',
  'src/live/toys/report.test.ts',
  'src/live/toys/provider',
  'src/backoffice/analytics/analytics.test.ts',
  'src/backoffice/moderation/moderation.test.ts',
  'src/backoffice/customers',
  'src/shop/orders/admin/bulk.test.ts',
  'src/shop/orders/admin/fulfilment.test.ts',
  'src/backoffice/jobs',
  'src/backoffice/mails',
  'src/backoffice/notes',
  'src/backoffice/privacy/privacy.test.ts',
  'src/backoffice/privacy/closing.test.ts',
  'src/shop/products/admin/bulk/bulk.test.ts',
  'src/shop/products/admin/imports/import.test.ts',
  'src/shop/products/admin/products.test.ts',
  'src/shop/products/admin/prices/purchasePrices.test.ts',
  'src/shop/products/admin/safety/safety.test.ts',
  'src/shop/products/admin/prices/sales.test.ts',
  'src/shop/products/admin/variants/variants.test.ts',
  'src/shop/recalls',
  'src/backoffice/reconciliation/reconciliation.test.ts',
  'src/backoffice/search',
  'src/backoffice/stats',
  'src/money/vat/admin/vat.test.ts',
]

const isRolling = process.argv.includes('--rolling')
const commit = process.argv.slice(2).find(each => !each.startsWith('--')) ?? findVersionBefore(!isRolling)
const isSkippable = process.env['ALLOW_SKIP'] !== undefined
if (commit) process.exitCode = await testWith(commit)
else if (commit === undefined) console.log('no version before can be upgraded to this one: nothing to test')
else {
  console.log('no Git, or too short a history to know the version before: fetch it, or set ALLOW_SKIP')
  if (!isSkippable) process.exitCode = 1
}

/** @returns the exit code of the tests */
async function testWith(commit: string): Promise<number> {
  const version = await openVersionFolder(commit)
  try {
    console.log(`the version before is ${commit.slice(0, 8)}`)
    if (!isRolling) return await runItsTests(version.folder, commit)
    return await runVitest(root, ['servers', ROLLING_TEST], { VERSION_BEFORE: version.folder })
  } finally {
    await version.remove()
  }
}

/**
 * Files that fail and were changed since run once more: it may be a wait too short for a busy machine, which was mended here and can't be
 * there. A test that then fails on the schema of that version too has another cause than this schema.
 */
async function runItsTests(folder: string, commit: string): Promise<number> {
  const closeServer = await openServer()
  const report = join(folder, 'failed-tests.json')
  const run = async (files: string[], env: Record<string, string>): Promise<Map<string, string[]>> => {
    const args = ['integration', '--reporter=json', `--outputFile.json=${report}`, ...files]
    const code = await runVitest(folder, args, env)
    const failed = await failedTests(folder, report)
    if (code !== 0 && failed.size === 0) throw new Error(`the tests ended with ${code}`)
    return failed
  }
  const again = async (failed: Map<string, string[]>, env: Record<string, string>) => {
    console.log(`once more: ${[...failed.keys()].join(', ')}`)
    return run([...failed.keys()], env)
  }
  try {
    const onThis = { [LATER_SCHEMA]: 'true' }
    let failed = await run(TESTS, onThis)
    if (failed.size > 0 && [...failed.keys()].every(file => isChangedSince(commit, file)))
      failed = await again(failed, onThis)
    if (failed.size === 0) return 0
    const onTheirs = await again(failed, {})
    const broken = [...failed].flatMap(([file, names]) =>
      names.filter(name => !onTheirs.get(file)?.includes(name)).map(name => `${file}: ${name}`),
    )
    for (const each of broken) console.log(`fails on this schema alone: ${each}`)
    return broken.length === 0 ? 0 : 1
  } finally {
    await closeServer()
  }
}

/** The names of the tests that failed, by their files. */
async function failedTests(folder: string, report: string): Promise<Map<string, string[]>> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  const failed = testResults.filter(({ status }) => status === 'failed')
  return new Map(
    failed.map(({ name, assertionResults }) => {
      const names = assertionResults.filter(each => each.status === 'failed').map(each => each.fullName)
      // A file whose preparation fails has no tests.
      return [relative(folder, name), names.length > 0 ? names : ['the file itself']]
    }),
  )
}

/** @param args a project of vitest, and its files */
async function runVitest(folder: string, args: string[], env: Record<string, string>): Promise<number> {
  const own = Object.entries(process.env).filter(([name]) => !shopVariables.test(name))
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const tests = spawn(process.execPath, [vitest, 'run', '--reporter=dot', '--project', ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env },
    stdio: 'inherit',
  })
  const [code] = (await once(tests, 'exit')) as [number | null]
  return code ?? 1
}
