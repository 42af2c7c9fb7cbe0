import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test as base } from './e2e.ts'

export { expect } from './e2e.ts'

/** As the shop's own `test`, for who looks at screens: still, and failing on anything that the browser complains about. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const complaints = browserErrorsOf(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A page that does not hydrate as it was rendered says so here. */
export function browserErrorsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // An answer that refuses is also told as one; what matters is what the screen does with it.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  return complaints
}

/** The rules to hold a page against. */
interface RunOnly {
  type: 'tag' | 'rule'
  values: string[]
}
const wcag: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/**
 * Holds what is on screen against WCAG 2.2 AA; in the dark only colours differ, and those are the same on a phone and at a
 * desk: they are looked at once, and not at all where it is always dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await waitForAnimations(page)
  await expectNoViolations(page, wcag)
  const { project, tags } = base.info()
  const isAlsoAtDesk = project.name === 'phone' && !tags.includes(phoneOnly.tag)
  if (isAlsoAtDesk || (await page.locator('[data-lights=low]').count()) > 0)
    return page.emulateMedia({ colorScheme: null })
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForAnimations(page)
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: null })
}

/** Half way of a change of colour nothing has the contrast that it will have; what never ends (a spinner) is not waited for. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        each => each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity,
      ),
  )
}

/**
 * What is there to stay: on a busy machine a change may begin after it was waited for. A page of ours has no frames, so that
 * no second page is needed to gather what was found in each; and only what is wrong is gathered. Either halves the time.
 */
const expectNoViolations = (page: Page, runOnly: RunOnly): Promise<void> =>
  expect
    .poll(
      async () => {
        const options = { runOnly, resultTypes: ['violations' as const] }
        const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze()
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      },
      { timeout: 30_000 },
    )
    .toEqual([])

/** For what goes the same way on a phone, where its screens are looked at by other tests. */
export const desktopOnly = { tag: '@desktop' }

/** For what goes the same way at a desk: most visitors hold a phone. */
export const phoneOnly = { tag: '@phone' }

/** Nothing stands out beyond the edge of the screen. */
export const expectNoHorizontalScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
