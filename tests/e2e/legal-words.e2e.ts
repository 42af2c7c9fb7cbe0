import {
  expect,
  expectAccessible,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'
import {
  addByButton,
  dialog,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'

test(
  'a product says what 100 ml cost, when it arrives, and that there is a legal guarantee',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop/zachte-gel-op-waterbasis')
    await expect(page.getByText(/150\sml, €\s[\d,]+ per 100\sml/)).toBeVisible()
    await expect(page.getByText(/besteld: .* in huis/)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('link', { name: 'Minstens 2 jaar wettelijke garantie' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wettelijke garantie' })).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Klachten/ })
      .click()
    await expect(page.getByRole('heading', { name: /Contactpunten/ }).first()).toBeVisible()
    await expectNoHorizontalScrollAtBothWidths(page)
  },
)

test(
  'the legal guarantee stands beside the order button, and the registrations as a producer under every page',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `garantie-${project.name}`)
    await page.goto('/shop')
    await expect(page.getByRole('contentinfo').getByText(/^Recupel 12345, Bebat 6789/)).toBeVisible()
    await addByButton(page, parcelProduct, '1 stuk')
    await startOrdering(page)
    await proceedToPayment(page)
    const ordering = dialog(page, 'Bestellen')
    await expect(orderButton(page)).toBeVisible()
    await expect(ordering.getByRole('link', { name: /wettelijke garantie/ })).toHaveAttribute(
      'href',
      '/wettelijke-garantie',
    )
  },
)
