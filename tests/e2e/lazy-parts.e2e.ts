import { dialog, signUpCustomer } from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a part that cannot be loaded leaves the page alone, and loads at the next attempt',
  phoneOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
    const offer = dialog(page, 'Minuten kopen')
    await expect(offer.getByText('Dit kon niet laden.')).toBeVisible()
    await expectAccessible(page)
    const again = offer.getByRole('button', { name: 'Opnieuw' })
    await again.click()
    await expect(again).toBeEnabled()
    await context.setOffline(false)
    await again.click()
    await expect(offer.getByRole('radio')).toHaveCount(4)
    await offer.getByRole('button', { name: 'Sluiten' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
  },
)
