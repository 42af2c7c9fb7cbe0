import type { Locator, Page } from '@playwright/test'
import { answerCookieBanner, clearLoginCookies } from '../support/e2e.ts'
import { demoCustomer, firstToy, signIn, startSessionWith } from '../support/e2eLive.ts'
import {
  address,
  addByButton,
  dialog,
  orderButton,
  parcelProduct,
  signUpCustomer,
  startOrdering,
  typeAddress,
} from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
  phoneOnly,
} from '../support/screen.ts'

test.use({ serviceWorkers: 'allow' })

const cover = (page: Page) => dialog(page, 'Je was uitgelogd')

async function signInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await cover(page).getByLabel('E-mailadres').fill(email)
  await cover(page).getByLabel('Wachtwoord', { exact: true }).fill(password)
  await cover(page).getByRole('button', { name: 'Inloggen', exact: true }).click()
}

/** Ends the login and presses. Without a pointer: the cover may be there already, when the page asked for something meanwhile. */
async function pressSignedOut(button: Locator): Promise<void> {
  await clearLoginCookies(button.page().context())
  await button.dispatchEvent('click')
}

test(
  'a profile that is being edited is still there after signing in again',
  desktopOnly,
  async ({ page }, { project }) => {
    const account = await signUpCustomer(page, project.name)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Bewerken' }).click()
    await page.getByLabel('Bio').fill('Ik hou van zachte dingen.')
    await pressSignedOut(page.getByRole('button', { name: 'Opslaan' }))
    await expect(cover(page)).toBeVisible()
    await expect(cover(page)).toHaveAccessibleDescription(/wat je typte staat er nog/)
    await expect(cover(page).getByLabel('E-mailadres')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.keyboard.press('Escape')
    await expect(cover(page)).toBeVisible()
    await signInAgain(page, { ...account, password: 'een ander wachtwoord' })
    await expect(page.getByText('Login failed', { exact: true })).toBeInViewport()
    await signInAgain(page, account)
    await expect(cover(page)).toBeHidden()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByLabel('Bio')).toHaveValue('Ik hou van zachte dingen.')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Ik hou van zachte dingen.')).toBeVisible()
  },
)

test('a checkout goes on at its dialog and its step', phoneOnly, async ({ page }, { project }) => {
  const account = await signUpCustomer(page, project.name)
  await page.goto('/shop')
  await addByButton(page, parcelProduct, '1 stuk')
  await startOrdering(page)
  const order = dialog(page, 'Bestellen')
  await typeAddress(page)
  await pressSignedOut(order.getByRole('button', { name: 'Adres opslaan en verder' }))
  await signInAgain(page, account)
  await expect(order.getByLabel('Straat')).toHaveValue(address.street)
  await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(orderButton(page)).toBeVisible()
  await pressSignedOut(orderButton(page))
  await signInAgain(page, account)
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
})

test('an admin’s new product goes on where it was', desktopOnly, async ({ page }) => {
  const admin = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: admin })).status()).toBe(200)
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Nieuw product' }).click()
  await expect(page.getByRole('heading', { name: 'Nieuw product' })).toBeVisible()
  const fields = { Naam: 'Wilgenkaars', SKU: 'WILG-1', 'Prijs in euro': '12.5', Voorraad: '3' }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Categorie').selectOption({ index: 1 })
  await page.getByLabel('Beschrijving').fill('Ruikt naar regen.')
  await pressSignedOut(page.getByRole('button', { name: 'Product toevoegen' }))
  await signInAgain(page, admin)
  await expect(cover(page)).toBeHidden()
  for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(value)
  await expect(page.getByLabel('Beschrijving')).toHaveValue('Ruikt naar regen.')
})

test(
  'the page is hidden also while the dialog over it cannot be loaded',
  desktopOnly,
  async ({ page }, { project }) => {
    const account = await signUpCustomer(page, project.name)
    await page.route('**/assets/SignInAgainDialog-*', route => route.abort())
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Bewerken' }).click()
    const bio = page.getByLabel('Bio')
    await bio.fill('Ik hou van zachte dingen.')
    await pressSignedOut(page.getByRole('button', { name: 'Opslaan' }))
    await expect(page.getByText('Dit kon niet laden. Controleer je verbinding.')).toBeVisible()
    const isReached = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    expect(await bio.evaluate(isReached)).toBe(false)
    await page.unroute('**/assets/SignInAgainDialog-*')
    await page.getByRole('button', { name: 'Opnieuw' }).click()
    await signInAgain(page, account)
    await expect(bio).toHaveValue('Ik hou van zachte dingen.')
  },
)

test(
  'while it cannot be loaded, the keyboard does not reach the dialog beneath',
  desktopOnly,
  async ({ page }, { project }) => {
    const account = await signUpCustomer(page, project.name)
    await page.route('**/assets/SignInAgainDialog-*', route => route.abort())
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await startOrdering(page)
    const order = page.locator('[role=dialog]').filter({ hasText: 'Bestellen' })
    await typeAddress(page)
    await pressSignedOut(order.getByRole('button', { name: 'Adres opslaan en verder' }))
    const retry = cover(page).getByRole('button', { name: 'Opnieuw' })
    await expect(retry).toBeFocused()
    for (const key of ['Escape', 'Tab', 'Tab', 'Escape']) await page.keyboard.press(key)
    expect(await order.evaluate(element => element.contains(document.activeElement))).toBe(false)
    await expect(retry).toBeVisible()
    await page.unroute('**/assets/SignInAgainDialog-*')
    await retry.press('Enter')
    await signInAgain(page, account)
    await expect(dialog(page, 'Bestellen').getByLabel('Straat')).toHaveValue(address.street)
  },
)

test(
  'a message typed beside a live session is there again, on both sides',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
    const context = await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })
    await answerCookieBanner(context)
    const studio = await context.newPage()
    expect((await studio.request.post('/api/login', { data: creator })).status()).toBe(200)
    await studio.goto('/studio')
    await signIn(page)
    await startSessionWith(page, await firstToy(page))
    const sides = [
      { side: page, who: demoCustomer, contact: /^Berichten met Noor/, text: 'Dag Noor, ik wilde nog' },
      { side: studio, who: creator, contact: /^Berichten met Sam/, text: 'Dag Sam, ik wilde nog' },
    ]
    for (const { side, who, contact, text } of sides) {
      const written = side.getByRole('dialog').getByRole('textbox')
      await side.getByRole('button', { name: contact }).click()
      await written.fill(text)
      await clearLoginCookies(side.context())
      // By the keyboard alone: the field may be gone as soon as the page notices.
      await side.keyboard.press('Enter')
      if (side === page) await side.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
      await expect(side).toHaveURL(/\/auth\?next=/)
      await side.getByLabel('E-mailadres').fill(who.email)
      await side.getByLabel('Wachtwoord', { exact: true }).fill(who.password)
      await side.getByRole('button', { name: 'Inloggen', exact: true }).click()
      await side.getByRole('button', { name: contact }).click()
      await expect(written).toHaveValue(text)
      await written.press('Enter')
      await expect(side.getByRole('log').getByText(text)).toBeVisible()
      await expect(written).toHaveValue('')
    }
    await page.request.post('/api/toy-control/stop')
    await context.close()
  },
)

test('nobody else sees what was typed', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Bewerken' }).click()
  await page.getByLabel('Bio').fill('Van de eerste.')
  await pressSignedOut(page.getByRole('button', { name: 'Opslaan' }))
  await expect(cover(page)).toBeVisible()
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('no browser')
  const second = await signUpCustomer(other, project.name)
  await other.close()
  await signInAgain(page, second)
  await expect(page.getByRole('button', { name: 'Bewerken' })).toBeVisible()
  await expect(page.getByText('Van de eerste.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bewerken' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('')
})

test(
  'where nothing was typed the login page says why it is shown',
  desktopOnly,
  async ({ page }, { project }) => {
    const { email, password } = await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await clearLoginCookies(page.context())
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/auth?next=%2Fdashboard')
    await expect(page.getByText('Log in om verder te gaan waar je was.')).toBeVisible()
    await page.getByLabel('E-mailadres').fill(email)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  },
)

test(
  'without a connection signing out clears the page, and ends the session later',
  desktopOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/profile')
    await page.getByRole('button', { name: /^Account van/ }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await expect(page.getByRole('button', { name: /^Account van/ })).toHaveCount(0)
    // The page has left already, and would interrupt another way there. Without a service worker yet, the browser has an error in its place.
    await expect(page).toHaveURL(/\/auth|^chrome-error:/)
    await context.setOffline(false)
    await page.goto('/profile')
    await expect(page).toHaveURL('/auth?next=%2Fprofile')
    expect((await page.request.get('/api/user')).status()).toBe(401)
  },
)

test('signing out in one tab clears the others', desktopOnly, async ({ page, context }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Bewerken' }).click()
  await page.getByLabel('Bio').fill('Niet voor anderen.')
  const second = await context.newPage()
  await second.goto('/shop')
  await second.getByRole('button', { name: /^Account van/ }).click()
  await second.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(second).toHaveURL('/auth')
  await expect(page).toHaveURL('/auth?next=%2Fprofile')
  await page.goBack()
  await expect(page.getByLabel('Bio')).toHaveCount(0)
})
