import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { columnNames } from '../../src/shop/products/admin/labels.rules.ts'
import { auditActionLabels } from '../../src/people/audit/admin/labels.rules.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

test(
  'a visitor fetches none of the words of the back office, and the shop’s own message of a field',
  desktopOnly,
  async ({ page }) => {
    const scripts: Promise<string>[] = []
    page.on('response', response => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    await page.goto('/auth')
    await page.waitForLoadState('networkidle')
    const code = (await Promise.all(scripts)).join('\n')
    expect(code).toContain('Herhaal je wachtwoord')
    // Some of these lists: others are also texts of toasts or forms.
    const { ORDER_PAID_BY_HAND, REFUND_MENDED, WITHDRAWAL_LINES_DECIDED, USER_BLOCKED } = auditActionLabels
    const words = [ORDER_PAID_BY_HAND, REFUND_MENDED, WITHDRAWAL_LINES_DECIDED, USER_BLOCKED]
    const { hygieneSealed, weight, length } = columnNames
    words.push(hygieneSealed, weight, length)
    expect(words.filter(word => code.includes(word))).toEqual([])
    // Once in the build: a field without messages of its own has the shop's.
    const folder = join(process.env['BUILD_DIR'] ?? '', 'client/assets')
    const files = (await readdir(folder)).filter(name => name.endsWith('.js'))
    const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
    expect(texts.filter(text => text.includes('Dit is verplicht.'))).toHaveLength(1)
  },
)

/** In bytes, compressed by Brotli: the scripts that a page fetches before it can be used. A change that needs more says so here. */
const budgets = [
  // 148, 148 and 147 until products could have variants: their choice and their facets are there at once, because they are pressed first.
  // 149 until things could be reported, and businesses order: more words of contracts in the code that all pages share. So below too. 150.5
  // until the drawer of the cart opened before its contents came, and Back closed a step of the checkout. So below too. 151.3 until there were
  // pages of creators in the routes, and their problems; so below too. 151.6 until people could find them, and review them; so below too.
  ['a visitor', '/auth', 152_100],
  // 151 until a guest's cart could come along at the login.
  // 155 until creators had earnings and payouts, whose pages and problems are in the code that all pages share. So below too.
  ['klant', '/shop', 155_300],
  // The guarantee, the promised day and the price per unit are read before buying. 155.5 until the label and manuals were too, 156.5 until
  // there was a day for each country, with its public holidays.
  ['klant', '/shop/massageolie-amber-en-vijg', 159_100],
  // 162 until products could be sold in bundles, 163 until one's store credit was in the menu, 167 until a session said why its clock rests,
  // kept its end for when there is a connection, and minutes could be bought without leaving it. 170.3 until the lobby had people, a search,
  // favourites, and a farewell, 175.4 until its creator could give signs, 176.6 until it told
  // visitors about itself.
  ['klant', '/live', 179_300],
  // 149 until products could have variants, 150 until there were recalls and gift cards, and guests.
  ['admin', '/admin', 156_000],
] as const

test('a page can be used after no more code than its budget', desktopOnly, async ({ page }) => {
  for (const [who, path, most] of budgets) {
    const account = { email: `${who}@gloed.test`, password: 'gloed-demo-2026' }
    if (who !== 'a visitor') await page.request.post('/api/login', { data: account })
    await page.goto(path)
    const sizes = await Promise.all((await scriptsUntilUsable(page)).map(compressedSize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect.soft(total, `${who} at ${path}`).toBeLessThanOrEqual(most)
  }
})

/** The paths of the scripts that had arrived when the page had its handlers. */
async function scriptsUntilUsable(page: Page): Promise<string[]> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  return page.evaluate(() => {
    const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = resources.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= usable)
    return before.map(({ name }) => new URL(name).pathname)
  })
}

const compressedSize = async (path: string): Promise<number> =>
  (await stat(join(process.env['BUILD_DIR'] ?? '', 'client', `${path}.br`))).size
