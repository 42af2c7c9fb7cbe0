import { expect, expectNoHorizontalScrollAtBothWidths, phoneOnly, test } from '../support/screen.ts'

const pages = [
  { path: '/privacy-policy', title: 'Privacybeleid en algemene voorwaarden', sections: 6 },
  { path: '/terms-of-service', title: 'Gebruiksvoorwaarden', sections: 14 },
  { path: '/leeftijdsbeleid', title: 'Leeftijdsbeleid', sections: 4 },
]

test('legal pages are open without a login, and each section has an address', phoneOnly, async ({ page }) => {
  for (const { path, title, sections } of pages)
    await test.step(path, async () => {
      await page.goto('/auth')
      await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const today = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels' }).format(new Date())
      await expect(page.getByText('Versie 1.0')).toBeVisible()
      await expect(page.getByText(`Laatst bijgewerkt: ${today}`)).toBeVisible()
      await expectNoHorizontalScrollAtBothWidths(page)

      const contents = page.getByRole('navigation', { name: 'Inhoud' }).getByRole('link')
      await expect(contents).toHaveCount(sections)
      for (const link of await contents.all()) {
        const anchor = (await link.getAttribute('href')) as string
        await expect(page.locator(`h2${anchor}`)).toHaveCount(1)
      }
      await contents.last().click()
      await expect(page.locator('h2').last()).toBeInViewport()
    })
})
