import type { Locator, Page } from '@playwright/test'
import { classConflicts } from './classConflicts.ts'
import { expect, test as base } from './e2e.ts'
import { findLowContrast, findViolations } from './violations.ts'

export { expect } from './e2e.ts'

/** The shop's `test` for tests of screens: without motion, and failing on any error in the browser. */
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

/** Includes hydration mismatches. */
export function browserErrorsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // The browser also logs a failed response as an error; tests check what the page does with it.
    const isAnswer =
      message.text().startsWith('Failed to load resource') ||
      // Of a service worker, which the page does without.
      /^(An unknown error occurred|A bad HTTP response code \(503\) was received) when fetching the script\.$/.test(
        message.text(),
      ) ||
      // Of axe, which makes functions of text where it runs; a page of ours that did would not get past `script-src` either.
      message.text().startsWith("This document requires 'TrustedScript' assignment")
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  return complaints
}

/** Closes a dialog that was just opened: it takes keys from when it has the focus and is the uppermost, a frame later. */
export async function closeByEscape(dialog: Locator): Promise<void> {
  await expect(dialog.and(dialog.page().locator(':focus-within'))).toBeVisible()
  await waitForAnimations(dialog.page())
  await dialog.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/**
 * Checks the page against WCAG 2.2 AA; in the dark theme only colours differ, and they do not depend on the screen's width: they are
 * checked once, and not at all where the page is always dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoClassConflicts(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await waitForAnimations(page)
  await expectNothing(findViolations, page)
  await expectNothing(findLowContrast, page)
  const { project, tags } = base.info()
  const isAlsoAtDesk = project.name === 'phone' && !tags.includes(phoneOnly.tag)
  if (isAlsoAtDesk || (await page.locator('[data-lights=low]').count()) > 0)
    return page.emulateMedia({ colorScheme: null })
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForAnimations(page)
  await expectNothing(findLowContrast, page)
  await page.emulateMedia({ colorScheme: null })
}

/** No element has two classes for the same property. */
async function expectNoClassConflicts(page: Page): Promise<void> {
  const names = await page.evaluate(() => [
    ...new Set(
      Array.from(document.querySelectorAll('[class]'), element => element.getAttribute('class') ?? ''),
    ),
  ])
  const conflicts = names.flatMap(name => classConflicts(name).map(loser => `${loser} in ${name}`))
  expect(conflicts).toEqual([])
}

/** Waits for transitions, because during a change of colour the contrast is too low; endless animations (a spinner) are skipped. */
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

/** Waits until the page is stable: on a busy machine a change may begin late. */
const expectNothing = (find: (page: Page) => Promise<string[]>, page: Page): Promise<void> =>
  expect.poll(() => find(page), { timeout: 30_000 }).toEqual([])

/** For tests with the same steps on a phone, whose screens other tests check. */
export const desktopOnly = { tag: '@desktop' }

/** For tests with the same steps on a desktop: most visitors use a phone. */
export const phoneOnly = { tag: '@phone' }

/** The page is not wider than the screen; a phone shows one that is from further away, and then counts more pixels of its own. */
export const expectNoHorizontalScroll = async (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), page.url())
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

/** For a test that runs at one of the two widths: neither scrolls. */
export async function expectNoHorizontalScrollAtBothWidths(page: Page): Promise<void> {
  const own = page.viewportSize()
  if (!own) throw new Error('the page has no size of its own')
  for (const width of [390, 1440].sort(each => (each === own.width ? 1 : -1))) {
    await page.setViewportSize({ width, height: own.height })
    await expectNoHorizontalScroll(page)
  }
}
