import type { Page } from '@playwright/test'
import axe from 'axe-core'

const wcag: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** The options of the checks, and nothing more: our pages have no frames. */
const options = { iframes: false, preload: false, selectors: false }
const contrast = { ...options, runOnly: ['color-contrast'], elementRef: true }

/** Finds the violations of WCAG 2.2 AA; the contrast of its text has a function of its own. */
export async function findViolations(page: Page): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(
    async given => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, given)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    {
      ...options,
      runOnly: wcag,
      // The last is said to be experimental: the spoken name must contain the visible text (WCAG 2.5.3).
      rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: true } },
      resultTypes: ['violations' as const],
    },
  )
}

/** The styles of text that axe found to have enough contrast, in any test of this worker. */
const enough = new Set<string>()

/**
 * The text with too little contrast. Of all rules this one takes two thirds of the time, a moment for each text: so one of those that look
 * alike is measured, and no style twice.
 */
export async function findLowContrast(page: Page): Promise<string[]> {
  await loadAxe(page)
  const { low, passed } = await page.evaluate(measureContrast, {
    known: [...enough],
    options: contrast,
  })
  for (const style of passed) enough.add(style)
  return low
}

/** Once per document. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
}

/** Runs in the page. */
async function measureContrast(given: { known: string[]; options: typeof contrast }) {
  const styles = new Map<Element, string>()
  /** A digest of all that decides the colours of an element and of the elements behind it: its own look and that of all around it. */
  const styleOf = (element: Element): string => {
    const found = styles.get(element)
    if (found) return found
    const look = getComputedStyle(element)
    const parts = [
      element.parentElement ? styleOf(element.parentElement) : '',
      element.tagName,
      element.getAttribute('class'),
      look.color,
      look.backgroundColor,
      look.backgroundImage,
      look.opacity,
      look.fontSize,
      look.fontWeight,
      look.textShadow,
      look.filter,
      look.mixBlendMode,
      look.position,
    ].join()
    // FNV-1a, twice with another start: 64 bits.
    const hashed = [0x811c9dc5, 0x01000193].map(start => {
      let hash = start
      for (let at = 0; at < parts.length; at++)
        hash = Math.imul(hash ^ parts.charCodeAt(at), 0x01000193) >>> 0
      return hash.toString(36)
    })
    const style = hashed.join('-')
    styles.set(element, style)
    return style
  }
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim())
  const texts = [...document.body.querySelectorAll('*')].filter(
    element => hasText(element) && element.checkVisibility({ visibilityProperty: true }),
  )

  const passed = new Set(given.known)
  const low = new Set<string>()
  const measure = async (include: Element[]) => {
    if (include.length === 0) return
    const run = (window as unknown as { axe: typeof axe }).axe.run
    const { violations, passes } = await run({ include }, given.options)
    for (const { nodes } of violations) for (const { html } of nodes) low.add(`color-contrast: ${html}`)
    for (const { nodes } of passes) for (const { element } of nodes) if (element) passed.add(styleOf(element))
  }
  const unknown = texts.filter(element => !passed.has(styleOf(element)))
  const first = new Map(unknown.toReversed().map(element => [styleOf(element), element]))
  await measure([...first.values()])
  // Where axe can't tell, as of text over a picture, the others that look the same are measured too.
  const others = unknown.filter(
    element => !passed.has(styleOf(element)) && first.get(styleOf(element)) !== element,
  )
  await measure(others)
  return { low: [...low], passed: [...passed].filter(style => !given.known.includes(style)) }
}
