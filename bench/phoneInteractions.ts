import type { Page } from '@playwright/test'
import { firstToy, intensitySlider, signIn, startSessionWith } from '../tests/support/e2eLive.ts'
import { demoProductPath } from './demoShop.ts'

interface Figures {
  /** From the longest press or key until the next frame, as INP counts it. */
  answerMs: number
  /** The longest task while it went on; 0 when none took more than the 50 ms from which browsers report. */
  taskMs: number
}

interface PhoneInteraction {
  name: string
  /** @param slowDown makes the processor slow, once the page is ready */
  run: (page: Page, slowDown: () => Promise<unknown>) => Promise<Figures>
}

const DRAG_MS = 10_000

interface Observed {
  events: PerformanceEntry[]
  tasks: PerformanceEntry[]
}

/** Begins to record; what came before does not count. */
const record = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const observed: Observed = { events: [], tasks: [] }
    Object.assign(window, { observed })
    // Only presses and keys have an interaction: hovering and scrolling do not count.
    const keep = (entries: PerformanceEntryList) =>
      observed.events.push(
        ...entries.filter(entry => (entry as never as { interactionId: number }).interactionId > 0),
      )
    new PerformanceObserver(list => void keep(list.getEntries())).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit)
    new PerformanceObserver(list => void observed.tasks.push(...list.getEntries())).observe({
      type: 'longtask',
    })
  })

/** What was recorded, after the last frame was drawn. */
const figures = (page: Page): Promise<Figures> =>
  page.evaluate(async () => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const { events, tasks } = (window as never as { observed: Observed }).observed
    const longest = (entries: PerformanceEntry[]) => Math.max(0, ...entries.map(({ duration }) => duration))
    return { answerMs: longest(events), taskMs: longest(tasks) }
  })

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

export const phoneInteractions: PhoneInteraction[] = [
  {
    name: 'filter',
    async run(page, slowDown) {
      await open(page, '/shop')
      await page.getByRole('button', { name: /^Filter/ }).click()
      const drawer = page.getByRole('dialog')
      const choice = drawer.getByRole('checkbox').first()
      await choice.waitFor()
      await slowDown()
      await record(page)
      for (const turn of [1, 2, 3]) {
        await choice.press('Space')
        await page.waitForURL(turn % 2 === 1 ? /\?/ : /shop$/)
      }
      return figures(page)
    },
  },
  {
    name: 'search',
    async run(page, slowDown) {
      await open(page, '/shop')
      await slowDown()
      await record(page)
      await page.getByRole('searchbox').first().pressSequentially('massage', { delay: 120 })
      await page.waitForURL(/massage/)
      return figures(page)
    },
  },
  {
    name: 'add to cart',
    async run(page, slowDown) {
      await signIn(page)
      await open(page, demoProductPath)
      const button = page.getByRole('button', { name: /^In winkelwagen/ }).last()
      await slowDown()
      await record(page)
      await button.tap()
      await page
        .getByText(/ligt in je winkelwagen/)
        .first()
        .waitFor()
      return figures(page)
    },
  },
  {
    name: 'open checkout',
    async run(page, slowDown) {
      await signIn(page)
      await open(page, demoProductPath)
      await page
        .getByRole('button', { name: /^In winkelwagen/ })
        .last()
        .tap()
      await page
        .getByText(/ligt in je winkelwagen/)
        .first()
        .waitFor()
      await slowDown()
      await record(page)
      await page.getByRole('button', { name: /^Winkelwagen/ }).tap()
      await page.getByRole('button', { name: 'Verder naar bestellen' }).tap()
      await page.getByRole('dialog', { name: 'Bestellen' }).waitFor()
      return figures(page)
    },
  },
  {
    name: `drag the live pad for ${DRAG_MS / 1000} s`,
    async run(page, slowDown) {
      await signIn(page)
      await startSessionWith(page, await firstToy(page))
      await intensitySlider(page).and(page.locator(':enabled')).waitFor()
      await slowDown()
      await record(page)
      const pad = await page.locator('[data-pad]').boundingBox()
      if (!pad) throw new Error('the page shows no pad')
      const x = pad.x + pad.width / 2
      const height = (now: number) => pad.y + pad.height * (0.5 + 0.4 * Math.sin(now / 300))
      const end = Date.now() + DRAG_MS
      await page.mouse.move(x, height(0))
      await page.mouse.down()
      while (Date.now() < end) await page.mouse.move(x, height(Date.now()))
      await page.mouse.up()
      const measured = await figures(page)
      await page.request.post('/api/toy-control/stop')
      return measured
    },
  },
]
