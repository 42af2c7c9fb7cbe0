import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addButton, signUpCustomer, cartButton, dialog, parcelProduct } from '../support/e2eCustomer.ts'
import { expect, desktopOnly, test, phoneOnly } from '../support/screen.ts'

/** Delays the page's scripts, as a slow connection does, until they are released. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}
const early = { waitUntil: 'commit' } as const

test(
  'a press before hydration is carried out after it, exactly once, and a key is handled',
  desktopOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `early-${info.project.name}`)
    const code = await holdCode(page)
    await page.goto(`/shop/${parcelProduct.slug}`, early)
    await addButton(page, parcelProduct).dblclick()
    code()
    await expect(cartButton(page, '1 stuk')).toBeVisible()

    const codeOfShop = await holdCode(page)
    await page.goto('/shop', early)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('/')
    codeOfShop()
    await expect(page.getByRole('searchbox', { name: 'Zoek in de shop' })).toBeFocused()
    await page.keyboard.type('kaars')
    await expect(page).toHaveURL(/q=kaars/)
    await expect(dialog(page, 'Winkelwagen')).toBeHidden()
  },
)

test('text typed before hydration is kept, and is sent to the login only', phoneOnly, async ({ page }) => {
  const code = await holdCode(page)
  await page.goto('/auth', early)
  await page.getByLabel('E-mailadres').fill('klant@gloed.test')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('gloed-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth')
  code()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /^Account van/ })).toBeVisible()
})

test(
  'going back before the code has arrived shows the page one goes back to',
  desktopOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `back-${info.project.name}`)
    await page.goto('/shop')
    const choice = page.getByRole('checkbox', { name: /^Kaarsen en sfeer/ })
    await choice.check()
    await expect(page).toHaveURL(/category=/)
    const code = await holdCode(page)
    await page.reload(early)
    await expect(page.getByRole('heading', { level: 1, name: /^Kaarsen en sfeer/ })).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/shop')
    code()
    await expect(page.getByRole('heading', { level: 1, name: /^Shop/ })).toBeVisible()
    await expect(choice).not.toBeChecked()
  },
)

test(
  'a photo chosen before hydration is uploaded, and text typed after it is kept',
  phoneOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `file-${info.project.name}`)
    const code = await holdCode(page)
    await page.goto('/profile', early)
    const file = new URL('../support/pictures/scan-ends-at-0.jpg', import.meta.url)
    const photo = { name: 'ik.jpg', mimeType: 'image/jpeg', buffer: await readFile(file) }
    await page.getByLabel('Profielfoto').setInputFiles(photo)
    await page.getByRole('tab', { name: 'Adressen' }).click()
    code()
    await expect(page.getByRole('tab', { name: 'Adressen', selected: true })).toBeVisible()
    const avatar = async () =>
      ((await (await page.request.get('/api/profile')).json()) as { avatarUrl: string | null }).avatarUrl
    await expect.poll(avatar).toMatch(/^\/media\/avatars\//)
  },
)

/** The input of a visitor in each kind of field. */
const choices = {
  text: 'Sam',
  search: 'kaars',
  email: 'sam@example.com',
  tel: '0201234567',
  url: 'https://example.com',
  password: 'geheim',
  number: '12',
  date: '2026-11-29',
  time: '12:30',
  month: '2026-11',
  week: '2026-W48',
  'datetime-local': '2026-11-29T12:30',
  color: '#8a2a4a',
  range: '70',
}

test(
  'every kind of field is repeated once as it was left, also after one that fails',
  desktopOnly,
  async ({ page }) => {
    const code = await readFile(new URL('../../src/ui/page/beforePaint.js', import.meta.url), 'utf8')
    const kinds = Object.keys(choices)
    const inputs = [...kinds, 'file', 'checkbox', 'radio'].map(type => `<input id="${type}" type="${type}">`)
    await page.setContent(
      `<script>${code}</script><input id="broken">${inputs.join('')}<textarea id="textarea"></textarea>
    <select id="select"><option>a<option>b</select><button id="button">Kies</button>`,
    )
    await page.locator('#broken').fill('weg')
    for (const [type, value] of Object.entries(choices)) await page.locator(`#${type}`).fill(value)
    await page
      .locator('#file')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await page.locator('#textarea').fill('lang')
    await page.locator('#select').selectOption('b')
    // Its choice is shown when it is repeated.
    for (const pressed of ['checkbox', 'radio', 'button']) await page.locator(`#${pressed}`).click()
    const repeated = await page.evaluate(() => {
      // No value of it can be set any more.
      document.querySelector<HTMLInputElement>('#broken')!.type = 'file'
      const events: string[] = []
      const failures: unknown[] = []
      addEventListener('error', event => (event.preventDefault(), failures.push(event.error)))
      for (const type of ['change', 'click'])
        addEventListener(type, ({ target }) => events.push(`${type} ${(target as Element).id}`))
      window.__REPLAY__?.()
      const fields = document.querySelectorAll('input')
      const values = Array.from(fields, ({ id, type, value, checked, files }) => [
        id,
        files?.[0]?.name ?? (type === 'checkbox' || type === 'radio' ? checked : value),
      ])
      return { values: Object.fromEntries(values) as object, events, failures: failures.length }
    })
    expect(repeated.failures).toBe(1)
    expect(repeated.values).toEqual({ ...choices, broken: '', file: 'a.txt', checkbox: true, radio: true })
    expect(repeated.events.toSorted()).toEqual(
      [...kinds, 'file', 'textarea', 'select', 'checkbox', 'radio']
        .map(id => `change ${id}`)
        .concat(['checkbox', 'radio', 'button'].map(id => `click ${id}`))
        .toSorted(),
    )
  },
)
