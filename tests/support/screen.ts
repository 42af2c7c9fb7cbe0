import type { Locator, Page } from '@playwright/test'
import axe from 'axe-core'
import { classConflicts } from './classConflicts.ts'
import { expect, test as base } from './e2e.ts'

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

const wcag: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/**
 * Checks the page against WCAG 2.2 AA; in the dark theme only colours differ, and they do not depend on the screen's width: they are
 * checked once, and not at all where the page is always dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoClassConflicts(page)
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
const expectNoViolations = (page: Page, runOnly: axe.RunOnly): Promise<void> =>
  expect.poll(() => findViolations(page, runOnly), { timeout: 30_000 }).toEqual([])

/** Loads axe once per document, and lets it do only what is asserted on: our pages have no frames. */
async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async options => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    { runOnly, resultTypes: ['violations' as const], iframes: false, preload: false },
  )
}

/** For tests with the same steps on a phone, whose screens other tests check. */
export const desktopOnly = { tag: '@desktop' }

/** For tests with the same steps on a desktop: most visitors use a phone. */
export const phoneOnly = { tag: '@phone' }

/** The page is not wider than the screen. */
export const expectNoHorizontalScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
