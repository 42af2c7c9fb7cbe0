import type { Page } from '@playwright/test'

/**
 * Texts of which a part is beyond the edge of the screen, or cut off by elements around them. A text that is shortened on purpose is not
 * cut off, nor one that scrolls, unless the screen is too narrow for scrolling sideways.
 * @param pattern only texts that match
 */
export const cutTexts = (page: Page, pattern = /\S/): Promise<string[]> =>
  page.evaluate(source => {
    const maxNarrow = 640
    const matches = new RegExp(source)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent?.checkVisibility() || !matches.test(text.textContent ?? '')) continue
      if (parent.closest('[class*=sr-only], .truncate, [class*=line-clamp], option, svg')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width > 0 && isCutOff(parent, left, right)) cut.push(parent.outerHTML.slice(0, 160))
    }
    return cut

    function isCutOff(around: Element, left: number, right: number): boolean {
      for (let each: Element | null = around; each; each = each.parentElement) {
        const { overflowX, position } = getComputedStyle(each)
        if (innerWidth > maxNarrow && (overflowX === 'auto' || overflowX === 'scroll')) return false
        const box = each.getBoundingClientRect()
        const isClipped = overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)
        if (isClipped) return true
        // Its place is measured from elsewhere.
        if (position === 'fixed') break
      }
      return left < -1 || right > innerWidth + 1
    }
  }, pattern.source)
