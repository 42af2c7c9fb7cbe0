import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'

const pages = [
  { path: '/privacy-policy', title: 'Privacybeleid en algemene voorwaarden', sections: 6 },
  { path: '/terms-of-service', title: 'Gebruiksvoorwaarden', sections: 14 },
]

for (const { path, title, sections } of pages) {
  test(`${path} is open without a login, and each section has an address`, async ({ page }) => {
    const calls: string[] = []
    page.on('request', request => request.url().includes('/api/') && calls.push(request.url()))
    await page.goto('/auth')
    await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const today = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels' }).format(new Date())
    await expect(page.getByText('Versie 1.0')).toBeVisible()
    await expect(page.getByText(`Laatst bijgewerkt: ${today}`)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    const contents = page.getByRole('navigation', { name: 'Inhoud' }).getByRole('link')
    await expect(contents).toHaveCount(sections)
    for (const link of await contents.all()) {
      const anchor = (await link.getAttribute('href')) as string
      await expect(page.locator(`h2${anchor}`)).toHaveCount(1)
    }
    await contents.last().click()
    await expect(page.locator('h2').last()).toBeInViewport()
  })
}
