import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScrollAtBothWidths, test } from './screen.ts'

/** The name of a button that opens a dialog, or a function that makes a state. */
type Step = RegExp | ((page: Page) => Promise<unknown>)

/** A screen, once in each of its states: checked against WCAG at the width of the test, and for overflow at both. */
export interface Screen {
  /** Where it is, or how to make it first, which may sign in another. */
  path: string | ((page: Page) => Promise<string>)
  /** The steps from each state to the next. */
  states?: Step[]
}

/** On a machine that does ten other things. */
const SCREEN_MS = 30_000

/**
 * Checks each screen; one that fails does not keep the others from being checked.
 * @param signIn who looks at a screen, unless making it says so
 */
export async function checkScreens(
  page: Page,
  screens: Screen[],
  signIn: (page: Page) => Promise<unknown>,
): Promise<void> {
  test.setTimeout(screens.length * 3 * SCREEN_MS)
  // An element that does not appear ends the check of its screen, not the whole test.
  page.setDefaultTimeout(SCREEN_MS)
  const problems: string[] = []
  for (const [at, screen] of screens.entries()) {
    const name = typeof screen.path === 'string' ? screen.path : screen.path.name || `screen ${at + 1}`
    await test
      .step(name, () => checkScreen(page, screen, signIn))
      .catch(error => void problems.push(`${name}: ${String(error)}`))
  }
  expect(problems).toEqual([])
}

async function checkScreen(
  page: Page,
  { path, states = [] }: Screen,
  signIn: (page: Page) => Promise<unknown>,
): Promise<void> {
  await signIn(page)
  await page.goto(typeof path === 'string' ? path : await path(page))
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  for (const step of states) {
    if (typeof step === 'function') await step(page)
    else {
      await page.getByRole('button', { name: step }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
  }
}
