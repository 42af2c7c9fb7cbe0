import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { MAX_AVATAR_BYTES } from '../../src/app/profile/contract.ts'
import { address, signUpCustomer, dialog, typeAddress } from '../support/e2eCustomer.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  phoneOnly,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Nothing around it cuts off the ring of what has the focus. */
const expectWholeRing = (focused: Locator) =>
  expect
    .poll(() =>
      focused.evaluate(element => {
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
        const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const ring = element.getBoundingClientRect()
        if (outlineStyle === 'none') return 'no ring'
        for (let each = element.parentElement; each; each = each.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(each)
          const box = each.getBoundingClientRect()
          const isBeside = ring.left - reach < box.left || ring.right + reach > box.right
          const isAbove = ring.top - reach < box.top || ring.bottom + reach > box.bottom
          if ((overflowX !== 'visible' && isBeside) || (overflowY !== 'visible' && isAbove))
            return each.outerHTML.slice(0, 120)
        }
        return 'whole'
      }),
    )
    .toBe('whole')

test(
  'the keyboard moves through six tabs, and each has an address',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/profile')
    await expect(tab(page, 'Persoonlijk')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Klant', { exact: true })).toBeVisible()
    await tab(page, 'Persoonlijk').focus()
    const seen = [
      ['Adressen', 'addresses', page.getByRole('heading', { name: 'Nog geen adressen' })],
      ['Bestellingen', 'orders', page.getByRole('heading', { name: 'Nog geen bestellingen' })],
      ['Verlanglijst', 'wishlist', page.getByRole('heading', { name: 'Je verlanglijst is leeg' })],
      ['Instellingen', 'settings', page.getByRole('switch', { name: 'Pushmeldingen' })],
      ['Privacy', 'privacy', page.getByRole('radio', { name: 'Privé' })],
    ] as const
    for (const [name, inAddress, content] of seen) {
      await page.keyboard.press('ArrowRight')
      await expect(content).toBeVisible()
      await expect(tab(page, name)).toBeFocused()
      await expectWholeRing(tab(page, name))
      await expect(page).toHaveURL(`/profile?tab=${inAddress}`)
      await expectNoHorizontalScrollAtBothWidths(page)
      await expectAccessible(page)
    }
    await page.reload()
    await expect(tab(page, 'Privacy')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('radio', { name: 'Privé' })).toBeChecked()
  },
)

/** The URL of the avatar in the menu; null while there is none. */
const avatarIn = (page: Page): Promise<string | null> =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Account van/ })
    .locator('img')
    .evaluateAll(([image]) => image?.getAttribute('src') ?? null)

/** A photo as a phone takes it: larger than the upload limit. */
async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const create = { width: 3000, height: 2250, channels: 3, background: '#7a2b45', noise } as const
  const buffer = await sharp({ create }).jpeg({ quality: 98 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(MAX_AVATAR_BYTES)
  return buffer
}

test(
  'personal data is edited in place, with a photo that appears everywhere',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Bekijken van je profiel' }).click()
    await page.getByRole('button', { name: 'Bewerken' }).click()
    await expect(page.getByLabel('Voornaam')).toBeFocused()
    await page.getByLabel('Voornaam').fill('Robin')
    await page.getByLabel('Weergavenaam').fill('R')
    await page.getByLabel('Telefoonnummer').fill('geen')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Gebruik minstens 2 tekens.')).toBeVisible()
    await expect(page.getByText('Vul een telefoonnummer in, zoals +31 6 12345678.')).toBeVisible()
    await page.getByLabel('Weergavenaam').fill('Robin M 🌷')
    await page.getByLabel('Telefoonnummer').fill('')
    await page.getByLabel('Bio').fill('Graag rustig aan')
    await page.getByLabel('Geboortedatum').fill('2050-01-01')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Deze datum ligt in de toekomst.')).toBeVisible()
    await expect(toast(page, 'Kon profiel niet bijwerken')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await page.getByLabel('Geboortedatum').fill('1990-06-15')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByRole('button', { name: 'Bewerken' })).toBeFocused()
    await expect(page.getByText('15 juni 1990')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Robin M 🌷' })).toBeVisible()

    const photo = page.getByLabel('Profielfoto')
    await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('Kies een foto: een JPG, PNG of WebP die heel is.')).toBeVisible()
    const buffer = await largePhoto()
    const sent = page.waitForRequest('/api/profile/avatar')
    await photo.setInputFiles({ name: 'ik.jpg', mimeType: 'image/jpeg', buffer })
    expect((await (await sent).sizes()).requestBodySize).toBeLessThan(buffer.length / 2)
    await expect.poll(() => avatarIn(page)).toMatch(/^\/media\/avatars\//)
    const kept = (await avatarIn(page)) as string
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Foto verwijderen' }).click()
    await expect.poll(() => avatarIn(page)).toBeNull()
    expect((await page.request.get(kept)).status()).toBe(404)
  },
)

test('addresses are added, changed and removed in a dialog', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/profile?tab=addresses')
  await page.getByRole('button', { name: 'Adres toevoegen' }).click()
  const adding = dialog(page, 'Adres toevoegen')
  await adding.getByRole('button', { name: 'Opslaan' }).click()
  for (const field of ['Voornaam', 'Achternaam', 'Straat', 'Huisnummer', 'Stad', 'Postcode'])
    await expect(adding.getByText(`${field} is verplicht`)).toBeVisible()
  await expectAccessible(page)
  await typeAddress(page)
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
  await page.getByRole('button', { name: 'Adres toevoegen' }).click()
  await expect(adding.getByLabel('Huisnummer')).toHaveValue(address.houseNumber)
  await adding.getByRole('button', { name: 'Opslaan' }).click()
  await expect(toast(page, 'Adres toegevoegd')).toBeVisible()
  await expect(page.getByText('3512 AB Utrecht')).toBeVisible()
  await expect(page.getByText('Standaard', { exact: true })).toBeVisible()

  // A lookup fills in the fields that it finds, and keeps typed text.
  await page.route('/api/addresses/lookup?*', route =>
    route.fulfill({ json: { street: 'Kerkweg', city: 'Zeist' } }),
  )
  await page.getByRole('button', { name: 'Adres toevoegen' }).click()
  await adding.getByLabel('Stad').fill('Driebergen')
  await adding.getByLabel('Postcode').fill('3701hk')
  await adding.getByLabel('Huisnummer').fill('7')
  await adding.getByLabel('Voornaam').fill(address.firstName)
  await expect(adding.getByLabel('Straat')).toHaveValue('Kerkweg')
  await expect(adding.getByLabel('Stad')).toHaveValue('Driebergen')
  await adding.getByLabel('Achternaam').fill(address.lastName)
  await adding.getByLabel('Gebruik dit als standaardadres').check()
  await adding.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kerkweg 7' })).toContainText('Standaard')

  await page.getByRole('button', { name: 'Bewerken van Kerkweg 7' }).click()
  const changing = dialog(page, 'Adres bewerken')
  await changing.getByLabel('Straat').fill('Dorpsstraat')
  await page.route('/api/addresses/*', route => route.abort())
  await changing.getByRole('button', { name: 'Opslaan' }).click()
  await expect(toast(page, 'Er is een fout opgetreden bij het bijwerken van het adres')).toBeVisible()
  await page.unroute('/api/addresses/*')
  await changing.getByRole('button', { name: 'Opslaan' }).click()
  await expect(toast(page, 'Adres bijgewerkt')).toBeVisible()
  const changed = page.getByRole('listitem').filter({ hasText: 'Dorpsstraat 7' })
  await expect(changed).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Verwijderen van Dorpsstraat 7' }).click()
  await expect(toast(page, 'Adres verwijderd')).toBeVisible()
  await expect(changed).toBeHidden()
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(changed).toContainText('Standaard')
  await page.getByRole('button', { name: 'Verwijderen van Dorpsstraat 7' }).click()
  await expect(changed).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Lindelaan' })).toContainText('Standaard')
  await expect(page.getByRole('button', { name: 'Adres toevoegen' })).toBeFocused()
})

test(
  'settings apply at once, revert when they are refused, and say who sees what',
  desktopOnly,
  async ({ page, browser }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/profile?tab=settings')
    const mail = page.getByRole('switch', { name: 'E-mail' })
    // This server sends no text messages, so none are offered.
    await expect(mail).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Sms' })).toHaveCount(0)
    await page.route('/api/profile', route =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await mail.click()
    await expect(toast(page, 'Kon profiel niet bijwerken')).toBeVisible()
    await expect(mail).toBeChecked()
    await page.unroute('/api/profile')
    await mail.click()
    const [first, second] = await page.getByRole('checkbox').all()
    await first?.check()
    await second?.check()
    await first?.uncheck()
    const stored = async () => (await page.request.get('/api/profile')).json()
    await expect.poll(stored).toMatchObject({
      emailNotifications: false,
      preferredCategories: [expect.any(String)],
    })
    await page.reload()
    await expect(page.getByRole('checkbox').nth(1)).toBeChecked()
    await expect(mail).not.toBeChecked()

    const { id } = await stored()
    const stranger = await browser.newPage()
    await signUpCustomer(stranger, `${project.name}-vreemde`)
    await stranger.goto(`/users/${id}`)
    await expect(stranger.getByRole('heading', { name: 'Profiel niet gevonden' })).toBeVisible()
    await tab(page, 'Privacy').click()
    await page.getByRole('radio', { name: 'Openbaar' }).check()
    await page.getByRole('switch', { name: 'Toon mijn statistieken' }).click()
    await expect.poll(stored).toMatchObject({ profileVisibility: 'PUBLIC', showStatistics: true })
    await page.getByRole('link', { name: 'Bekijk wat anderen zien' }).click()
    await expect(page.getByRole('link', { name: 'Bepaal wat anderen zien' })).toBeVisible()
    await expectAccessible(page)
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'Robin' })).toBeVisible()
    await expect(stranger.getByText('Favorieten')).toBeVisible()
    await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await stranger.context().close()
  },
)

test('without a login the page says that one must sign in', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/profile')
  await tab(page, 'Instellingen').click()
  await page.context().clearCookies()
  // The first call finds that out: one of the page's own, or this one.
  const change = page.getByRole('switch', { name: 'E-mail' })
  const login = page.getByText('Je moet ingelogd zijn om je profiel te bekijken.')
  await expect(change.or(login)).toBeVisible()
  await change.dispatchEvent('click', {}, { timeout: 1000 }).catch(() => expect(login).toBeVisible())
  await expect(login).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
  await expect(page).toHaveURL('/auth?next=/profile')
})
