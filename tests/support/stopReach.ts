import type { Locator } from '@playwright/test'
import { expect } from './e2e.ts'

/** The elements that lie on top at the middle and just inside the corners, where that is not the stop itself. */
const coversOf = (stop: Locator): Promise<string[]> =>
  stop.evaluate(button => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 6, top + 6],
      [right - 6, top + 6],
      [left + 6, bottom - 6],
      [right - 6, bottom - 6],
    ] as const
    return points.flatMap(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && button.contains(hit)
        ? []
        : [`${x},${y}: ${hit?.outerHTML.slice(0, 120) ?? 'off the screen'}`]
    })
  })

/** Nothing lies over the stop, it can be pressed, and a screen reader finds it. */
export async function expectReachable(stop: Locator, beside: Locator) {
  await expect(beside).toBeVisible()
  // By role: elements hidden from screen readers are not found.
  await expect(stop).toBeVisible()
  await expect(stop).toHaveCount(1)
  await expect.poll(() => coversOf(stop)).toEqual([])
  await stop.click({ trial: true })
}

/** Nothing that opens over the page hides its controls behind the stop either. */
export async function expectAbove(stop: Locator, overlay: Locator) {
  await expect
    .poll(async () => {
      const [above, below] = [await overlay.boundingBox(), await stop.boundingBox()]
      return above && below ? above.y + above.height <= below.y + 1 : null
    })
    .toBe(true)
}
