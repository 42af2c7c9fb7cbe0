import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { MAX_AVATAR_BYTES } from '../../src/app/profile/contract.ts'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { expect, expectNoHorizontalScroll, desktopOnly, phoneOnly, test } from '../support/screen.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Nothing around it cuts off the ring of the focused element. */
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
    await page.getByRole('button', { name: 'Foto verwijderen' }).click()
    await expect.poll(() => avatarIn(page)).toBeNull()
    expect((await page.request.get(kept)).status()).toBe(404)
  },
)
