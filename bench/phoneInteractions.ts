import type { Locator, Page } from '@playwright/test'
import { intensitySlider, signIn } from '../tests/support/e2eLive.ts'
import { demoProductPath } from './demoShop.ts'

interface Figures {
  /** From the slowest press or key until the next frame, as INP counts it. */
  answerMs: number
  /** The longest task while it went on; 0 when none took more than the 50 ms from which browsers report. */
  taskMs: number
}

interface PhoneInteraction {
  name: string
  path: string
  isMember?: boolean
  /** Once is enough of an interaction of many presses. */
  isLong?: boolean
  /** Brings the page to where the interaction begins. @returns the elements that it needs: looking for elements is work in the page itself */
  prepare: (page: Page) => Promise<Interact>
}

type Interact = (page: Page) => Promise<void>

const DRAG_MS = 10_000
const SEARCH = 'massage'

interface Observed {
  events: PerformanceEntry[]
  tasks: PerformanceEntry[]
}

/** Begins to record; earlier entries do not count. */
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

/** The recorded figures, once the answers are on screen. */
const figures = async (page: Page): Promise<Figures> => {
  await page.waitForTimeout(2500)
  return page.evaluate(() => {
    const { events, tasks } = (window as never as { observed: Observed }).observed
    const longest = (entries: PerformanceEntry[]) => Math.max(0, ...entries.map(({ duration }) => duration))
    return { answerMs: longest(events), taskMs: longest(tasks) }
  })
}

async function placeOf(element: Locator): Promise<{ x: number; y: number; height: number }> {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
}

const tapOn = async (element: Locator): Promise<Interact> => {
  const { x, y } = await placeOf(element)
  return page => page.touchscreen.tap(x, y)
}

const addButton = (page: Page) => page.getByRole('button', { name: /^In winkelwagen/ }).last()

export const phoneInteractions: PhoneInteraction[] = [
  {
    name: 'open the filters',
    path: '/shop',
    prepare: page => tapOn(page.getByRole('button', { name: /^Filter/ })),
  },
  {
    name: 'filter',
    path: '/shop',
    async prepare(page) {
      await page.getByRole('button', { name: /^Filter/ }).tap()
      const choice = page.getByRole('dialog').getByRole('checkbox').first()
      await choice.focus()
      return () => page.keyboard.press('Space')
    },
  },
  {
    name: 'search',
    path: '/shop',
    async prepare(page) {
      await page.getByRole('searchbox').first().focus()
      return () => page.keyboard.type(SEARCH, { delay: 150 })
    },
  },
  {
    name: 'add to cart',
    path: demoProductPath,
    isMember: true,
    prepare: page => tapOn(addButton(page)),
  },
  {
    name: 'open the cart',
    path: demoProductPath,
    isMember: true,
    async prepare(page) {
      await addButton(page).tap()
      await page
        .getByText(/ligt in je winkelwagen/)
        .first()
        .waitFor()
      return tapOn(page.getByRole('button', { name: /^Winkelwagen/ }))
    },
  },
  {
    name: 'open checkout',
    path: demoProductPath,
    isMember: true,
    async prepare(page) {
      await addButton(page).tap()
      await page.getByRole('button', { name: /^Winkelwagen/ }).tap()
      return tapOn(page.getByRole('button', { name: 'Verder naar bestellen' }))
    },
  },
  {
    name: `drag the live pad for ${DRAG_MS / 1000} s`,
    path: '/live',
    isMember: true,
    isLong: true,
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Start met/ })
        .first()
        .tap()
      await intensitySlider(page).and(page.locator(':enabled')).waitFor()
      const { x, y, height } = await placeOf(page.locator('[data-pad]'))
      return () => drag(page, x, now => y + height * 0.4 * Math.sin(now / 300))
    },
  },
]

async function drag(page: Page, x: number, height: (now: number) => number): Promise<void> {
  const end = Date.now() + DRAG_MS
  await page.mouse.move(x, height(Date.now()))
  await page.mouse.down()
  while (Date.now() < end) await page.mouse.move(x, height(Date.now()))
  await page.mouse.up()
}

/** One round, on a page of its own. @param slowDown makes the processor slow, once the page is ready */
export async function measureInteraction(
  { path, isMember, prepare }: PhoneInteraction,
  page: Page,
  slowDown: () => Promise<unknown>,
): Promise<Figures> {
  if (isMember) await signIn(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const interact = await prepare(page)
  // The work that preparing began has ended by then.
  await page.waitForTimeout(1000)
  await slowDown()
  await record(page)
  await interact(page)
  const measured = await figures(page)
  await page.request.post('/api/toy-control/stop')
  return measured
}
