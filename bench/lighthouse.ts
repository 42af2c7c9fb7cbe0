import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { freePort } from '../tests/support/port.ts'
import { demoProductPath, openDemoShop } from './demoShop.ts'

/**
 * `npm run bench:lighthouse -- FOLDER [ROUNDS]`: Lighthouse's results of the pages on a phone, medians of five loads unless ROUNDS says
 * otherwise. It is a quarter of a gigabyte and not among our packages: FOLDER is where `npm install lighthouse@13.5.0` was run.
 */
const [folder, rounds = '5'] = process.argv.slice(2)
if (!folder) throw new Error('usage: npm run bench:lighthouse -- FOLDER [ROUNDS]')
const entry = pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
const { default: lighthouse } = (await import(entry)) as { default: Lighthouse }

type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; extraHeaders: Record<string, string> },
) => Promise<{ lhr: Report }>

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

const port = await freePort()
const shop = await openDemoShop()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...browserFlags, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
})

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The audits that count and that a page does not pass. */
const failures = ({ categories: found, audits }: Report): string[] =>
  Object.entries(found)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id)

try {
  console.log(`| page | ${[...categories, ...metrics].join(' | ')} | fails |`)
  console.log(`|---|${'--:|'.repeat(categories.length + metrics.length)}---|`)
  for (const path of ['/', '/shop', demoProductPath, '/auth']) {
    const reports: Report[] = []
    for (let round = 0; round < Number(rounds); round += 1) {
      const flags = { port, logLevel: 'error' as const, extraHeaders: { cookie: 'gloed_age=stated' } }
      reports.push((await lighthouse(`${shop.origin}${path}`, flags)).lhr)
    }
    const scores = categories.map(name =>
      Math.round(100 * median(reports.map(report => report.categories[name]?.score ?? 0))),
    )
    const values = metrics.map(name => median(reports.map(report => report.audits[name]?.numericValue ?? 0)))
    const figures = values.map(value => (value < 1 ? value.toFixed(3) : Math.round(value)))
    const failed = new Set(reports.flatMap(failures))
    console.log(`| ${path} | ${[...scores, ...figures].join(' | ')} | ${[...failed].join(', ')} |`)
  }
} finally {
  await browser.close()
  await shop.close()
}
