import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { answerCookieBanner } from '../tests/support/e2e.ts'
import { demoProductPath, openDemoShop } from './demoShop.ts'
import { measureInteraction, phoneInteractions } from './phoneInteractions.ts'

/**
 * `npm run bench:phone`: how soon a phone shows a page on slow 3G and can use it, and how soon it answers to a press with a quarter of this
 * machine's speed.
 */
const ROUNDS = 3
/** As Chromium's own tools define it: https://github.com/ChromeDevTools/devtools-frontend, NetworkManager.Slow3GConditions. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 4

const shop = await openDemoShop({ LIVE_COUNTDOWN_SECONDS: '1' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })

async function openPhone(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: shop.origin,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
  })
  await answerCookieBanner(context)
  await context.addCookies([{ name: 'gloed_age', value: 'stated', url: shop.origin }])
  return context
}

async function slowDown(page: Page, what: 'network' | 'processor'): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  if (what === 'network') {
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', SLOW_3G)
  } else {
    await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  }
  return tools
}

interface FirstLoad {
  readableMs: number
  usableMs: number
  kilobytes: number
  shift: number
}

async function loadOnSlow3G(path: string): Promise<FirstLoad> {
  const context = await openPhone()
  try {
    const page = await context.newPage()
    await slowDown(page, 'network')
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver(list => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          Object.assign(window, { shift: (window as never as { shift: number }).shift + value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path, { timeout: 120_000 })
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
    return await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const [usable] = performance.getEntriesByName('usable')
      const files = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[]
      const before = files.filter(({ responseEnd }) => responseEnd <= (usable?.startTime ?? 0))
      return {
        readableMs: paint?.startTime ?? 0,
        usableMs: usable?.startTime ?? 0,
        kilobytes: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
        shift: (window as never as { shift: number }).shift,
      }
    })
  } finally {
    await context.close()
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  console.log(
    '| slow 3G, first visit | readable s | usable s | kB before | layout shift |\n|---|--:|--:|--:|--:|',
  )
  for (const path of ['/shop', '/', demoProductPath, '/auth']) {
    // Kept on the server from here on.
    await fetchOnce(path)
    const loads: FirstLoad[] = []
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await loadOnSlow3G(path))
    const of = (name: keyof FirstLoad) => median(loads.map(load => load[name]))
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    console.log(
      `| ${path} | ${seconds(of('readableMs'))} | ${seconds(of('usableMs'))} | ${of('kilobytes').toFixed(0)} | ${of('shift').toFixed(3)} |`,
    )
  }
  console.log(`\n| processor at 1/${CPU_SLOWDOWN} | longest answer ms | longest task ms |\n|---|--:|--:|`)
  for (const interaction of phoneInteractions) {
    const answers: number[] = []
    const tasks: number[] = []
    for (let round = 0; round < (interaction.isLong ? 1 : ROUNDS); round += 1) {
      const context = await openPhone()
      const page = await context.newPage()
      const figures = await measureInteraction(interaction, page, () => slowDown(page, 'processor'))
      answers.push(figures.answerMs)
      tasks.push(figures.taskMs)
      await context.close()
    }
    console.log(
      `| ${interaction.name} | ${median(answers).toFixed(0)} | ${median(tasks) ? median(tasks).toFixed(0) : '< 50'} |`,
    )
  }
} finally {
  await browser.close()
  await shop.close()
}

async function fetchOnce(path: string): Promise<void> {
  const context = await openPhone()
  await context.request.get(path)
  await context.close()
}
