import { columnNames } from '../../src/backoffice/products/labels.rules.ts'
import { auditActionLabels } from '../../src/people/audit/labels.rules.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

test('a visitor fetches none of the words of the back office', desktopOnly, async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await page.goto('/auth')
  await page.waitForLoadState('networkidle')
  const code = (await Promise.all(scripts)).join('\n')
  expect(code).toContain('Herhaal je wachtwoord')
  // Some of these lists: others are also what a toast or a form says.
  const { ORDER_PAID_BY_HAND, REFUND_MENDED, WITHDRAWAL_LINES_DECIDED, USER_BLOCKED } = auditActionLabels
  const words = [ORDER_PAID_BY_HAND, REFUND_MENDED, WITHDRAWAL_LINES_DECIDED, USER_BLOCKED]
  const { hygieneSealed, weight, length } = columnNames
  words.push(hygieneSealed, weight, length)
  expect(words.filter(word => code.includes(word))).toEqual([])
})
