import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dialog, signUpCustomer } from '../support/e2eCustomer.ts'
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../support/screen.ts'
import { newDataDir, startServer } from '../support/server.ts'

test.use({ serviceWorkers: 'allow' })

const wishlistLink = (page: Page) => page.getByRole('link', { name: /^Verlanglijst/ }).first()
const NEW_VERSION = 'Er is een nieuwe versie. Bewaar wat je typte en vernieuw.'

/** As after a deployment to a server that kept nothing: neither the page's own script is there any more, nor the files that `lacks` names. */
async function deployWithoutOldFiles(page: Page, lacks: RegExp): Promise<{ documents: () => number }> {
  let documents = 0
  page.on('request', request => void (request.isNavigationRequest() && documents++))
  await page.route('**/assets/**', (route, request) => {
    const isGone = documents === 0 && (request.method() === 'HEAD' || lacks.test(request.url()))
    return isGone ? route.fulfill({ status: 404 }) : route.fallback()
  })
  return { documents: () => documents }
}

test('a page that was opened before a deployment still loads the others', desktopOnly, async ({ page }) => {
  const current = process.env['BUILD_DIR'] ?? ''
  // Beside the other: its programs find the packages from there.
  const root = await mkdtemp(join(current, '../.deployment-'))
  const dataDir = await newDataDir()
  const buildDir = join(root, 'next')
  try {
    const before = await startServer({ dataDir })
    const { origin } = before
    await page.goto(`${origin}/faq`)
    await before.stop()

    await cp(current, buildDir, { recursive: true })
    const assets = join(buildDir, 'client/assets')
    const dropped = (await readdir(assets)).filter(name => name.startsWith('WithdrawalPage-'))
    expect(dropped.length).toBeGreaterThan(0)
    for (const name of dropped) await rm(join(assets, name))
    const after = await startServer({
      dataDir,
      port: Number(new URL(origin).port),
      env: { BUILD_DIR: buildDir },
    })
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /herroepen/i })
      .first()
      .click()
    await expect(page).toHaveURL(`${origin}/herroepen`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await after.stop()
  } finally {
    await rm(root, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a page that is gone is opened afresh, once', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/shop')
  const { documents } = await deployWithoutOldFiles(page, /WishlistPage/)
  await wishlistLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verlanglijst' })).toBeVisible()
  await expect(page).toHaveURL('/wishlist')
  expect(documents()).toBe(1)
})

test('nothing typed is lost by a new version', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Bewerken' }).click()
  const name = page.getByLabel('Voornaam')
  await name.fill('Robijn')
  const { documents } = await deployWithoutOldFiles(page, /BuyMinutesPanel/)
  await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
  const offer = dialog(page, 'Minuten kopen')
  await expect(offer.getByRole('button', { name: 'Opnieuw' })).toBeVisible()
  await offer.getByRole('button', { name: 'Sluiten' }).click()
  await expect(page.getByText(NEW_VERSION)).toBeVisible()
  await expectAccessible(page)
  await expect(name).toHaveValue('Robijn')
  expect(documents()).toBe(0)
  await page.getByRole('button', { name: 'Vernieuwen' }).click()
  await expect(page.getByText(NEW_VERSION)).toBeHidden()
  await expect(page).toHaveURL('/profile')
})
