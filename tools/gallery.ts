/**
 * Makes the pictures of `docs/screens.md`: `npm run screens`. Builds, starts a shop of its own with the demo data, and photographs its main
 * screens on a phone and on a desktop; `npm run screens -- cart gift-card` makes those of these names, and leaves the others.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/server.ts'
import { type Screen, widths } from './gallery.screen.ts'
import { screens } from './gallery.screens.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'docs/screens')
const PASSWORD = 'gloed-demo-2026'
const MOST_BYTES = 60_000

const fileOf = ({ name, device, scheme }: Screen): string => `${name}-${widths[device]}-${scheme}.webp`

const names = process.argv.slice(2)
const wanted = names.length > 0 ? screens.filter(({ name }) => names.includes(name)) : screens

const built = execFileSync(process.execPath, [join(root, 'bin/build.js')], { encoding: 'utf8' })
const buildDir = resolve(root, built.trim().split('\n').at(-1) ?? '')
const shop = await startServer({
  env: {
    BUILD_DIR: buildDir,
    LIVE_COUNTDOWN_SECONDS: '2',
    RATE_LIMIT_FACTOR: '100',
    // Guests have a cart.
    STOREFRONT_ACCESS: 'public',
  },
})
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
try {
  if (names.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  let total = 0
  for (const screen of wanted) total += await photograph(browser, shop.origin, screen)
  await writeFile(join(root, 'docs/screens.md'), gallery())
  process.stdout.write(`${wanted.length} screens, ${Math.round(total / 1024)} kB\n`)
} finally {
  await browser.close()
  await shop.stop()
}

/** @returns the size of its file, in bytes */
async function photograph(from: Browser, origin: string, screen: Screen): Promise<number> {
  const page = await openPage(from, origin, screen)
  await page.goto(screen.path)
  await page.waitForLoadState('networkidle')
  await screen.prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Pictures below the first screen are loaded when they are scrolled to.
  await page.waitForFunction(() =>
    [...document.images].every(
      ({ complete, y, height }) => complete || y > window.innerHeight || y + height < 0,
    ),
  )
  // An image that has arrived is decoded beside the page, and would be missing from a screenshot until it is.
  await page.evaluate(async () => {
    const arrived = [...document.images].filter(({ complete }) => complete)
    await Promise.allSettled(arrived.map(image => image.decode()))
  })
  const picture = await toWebp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await writeFile(join(folder, fileOf(screen)), picture)
  process.stdout.write(`${fileOf(screen)} ${Math.round(picture.length / 1024)} kB\n`)
  await page.context().close()
  return picture.length
}

async function openPage(from: Browser, origin: string, { device, scheme, as, path }: Screen): Promise<Page> {
  const isPhone = device === 'phone'
  const context = await from.newContext({
    baseURL: origin,
    viewport: { width: widths[device], height: isPhone ? 844 : 900 },
    deviceScaleFactor: isPhone ? 1.5 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'nl-NL',
    timezoneId: 'Europe/Brussels',
  })
  if (path !== '/' || as) await context.addCookies([{ name: 'gloed_age', value: 'stated', url: origin }])
  await context.addInitScript(() => {
    localStorage.setItem('cookie-consent', 'true')
    const chosen = { necessary: true, analytics: false, functional: false }
    localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
  })
  const page = await context.newPage()
  if (as) {
    const login = { email: `${as}@gloed.test`, password: PASSWORD }
    const answer = await page.request.post('/api/login', { data: login })
    if (!answer.ok()) throw new Error(`${as} could not log in: ${await answer.text()}`)
  }
  return page
}

/** The best quality that fits. */
async function toWebp(png: Buffer): Promise<Buffer> {
  for (const quality of [82, 74, 66, 58, 50, 40]) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (picture.length <= MOST_BYTES) return picture
  }
  return sharp(png).resize({ width: 1080 }).webp({ quality: 40, effort: 6 }).toBuffer()
}

function gallery(): string {
  const groups = [...new Set(screens.map(({ group }) => group))]
  const parts = groups.map(group => {
    const own = screens.filter(screen => screen.group === group)
    const figures = own.map(screen => {
      const width = screen.device === 'phone' ? 260 : 720
      const title = `${screen.title}, ${widths[screen.device]} px, ${screen.scheme}`
      return `<img src="screens/${fileOf(screen)}" width="${width}" alt="${title}" title="${title}">`
    })
    return `## ${group}\n\n${figures.join('\n')}\n`
  })
  return `# Screens\n\nThe main screens with the demo data, on a phone (390 px) and a desktop (1440 px). \`npm run screens\` makes them again.\n\n${parts.join('\n')}`
}
