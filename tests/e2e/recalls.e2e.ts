import { mailedRecallLink } from '../support/devMails.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import { parcelProduct } from '../support/e2eCustomer.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

test(
  'an admin recalls a product, its buyer reads why and what to do, and the admin sees who read it',
  desktopOnly,
  async ({ page, browser }, { project }) => {
    const { email } = await placePaidOrder(page, `terug-${project.name}`)
    const context = await browser.newContext()
    await answerCookieBanner(context)
    const desk = await context.newPage()
    await signInAsAdmin(desk)
    await desk.goto('/admin/recalls')
    await desk.getByRole('button', { name: 'Product terugroepen' }).click()
    const form = desk.getByRole('dialog', { name: 'Product terugroepen' })
    await form.getByLabel('Zoek een product').fill(parcelProduct.name)
    await form.getByRole('button', { name: parcelProduct.name }).first().click()
    await form.getByLabel('Verkocht van').fill('2020-01-01')
    await form.getByLabel('Tot en met').fill('2099-12-31')
    const publish = form.getByRole('button', { name: /^Publiceren en \d+ kopers? mailen$/ })
    await publish.click()
    await expect(form.getByText('Schrijf wat er mis is.')).toBeVisible()
    await expect(form.getByText('Kies wat je klant kan krijgen.')).toBeVisible()
    await expectAccessible(desk)
    await expectNoHorizontalScrollAtBothWidths(desk)
    await form.getByLabel('Merk').fill('Sintel')
    await form
      .getByRole('textbox', { name: /^Partij- of serienummers(?!,)/ })
      .fill(`Partij ${project.name}, onder de bodem`)
    const hazard = form.getByLabel('Wat er mis is', { exact: true })
    await hazard.fill('Uit voorzorg: het glas kan barsten.')
    await form.getByLabel('Wat je klant moet doen', { exact: true }).fill('Steek haar niet meer aan.')
    await form.getByRole('checkbox', { name: 'Terugbetaling van minstens wat hij betaalde' }).check()
    await publish.click()
    await expect(hazard).toHaveAccessibleDescription(/Laat “Uit voorzorg” weg/)
    await expect(
      form.getByLabel('Waarom er niets te kiezen is', { exact: true }),
    ).toHaveAccessibleDescription(/minstens twee/)
    await hazard.fill('Het glas kan barsten, met kans op snijwonden.')
    await form.getByRole('checkbox', { name: 'Een ander, veilig exemplaar' }).check()
    await form.getByLabel('Wat er mis is, in het Frans').fill('Le verre peut se briser.')
    await publish.click()
    const actionFr = form.getByLabel('Wat je klant moet doen, in het Frans')
    await expect(actionFr).toHaveAccessibleDescription(/laat alle Franse velden leeg/)
    await actionFr.fill('Ne l’allumez plus.')
    await form
      .getByRole('textbox', { name: /^Partij- of serienummers, in het Frans/ })
      .fill(`Lot ${project.name}, sous le fond`)
    await publish.click()
    await expect(form).toBeHidden()
    const card = desk.getByRole('listitem').filter({ hasText: `Partij ${project.name}` })
    await expect(card.getByText(/^0 van \d+ kopers? gelezen$/)).toBeVisible()

    const { origin } = new URL(desk.url())
    await expect.poll(() => mailedRecallLink(origin, email)).not.toBeNull()
    await page.goto((await mailedRecallLink(origin, email)) ?? '')
    await expect(page.getByRole('heading', { name: 'Dit gaat over je bestelling' })).toBeVisible()
    const own = page.getByRole('region', { name: 'Dit gaat over je bestelling' })
    await expect(own.getByText('Productveiligheidsterugroepactie')).toBeVisible()
    await expect(own.getByRole('img', { name: `Zo ziet het eruit: ${parcelProduct.name}` })).toBeVisible()
    for (const text of [
      `Partij ${project.name}, onder de bodem`,
      'Stop meteen met het te gebruiken.',
      /Je kiest zelf: .* of terugbetaling/,
    ])
      await expect(own.getByText(text)).toBeVisible()
    const french = own.getByRole('region', { name: 'Version française' })
    await expect(french.getByText(`Lot ${project.name}, sous le fond`)).toBeVisible()
    await expect(french.getByText('Cessez immédiatement de l’utiliser. Ne l’allumez plus.')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)

    await desk.reload()
    await expect(card.getByText(/^1 van \d+ kopers? gelezen$/)).toBeVisible()
    await card.getByRole('button', { name: 'Toon de kopers' }).click()
    await expect(card.getByRole('table', { name: /Kopers/ })).toBeVisible()
    await expectAccessible(desk)
    await expectNoHorizontalScrollAtBothWidths(desk)
    await card.getByRole('button', { name: 'Mail wie het niet gelezen heeft' }).click()
    await expect(desk.getByText('Iedereen is de laatste 24 uur al gemaild.', { exact: true })).toBeVisible()
    await desk.context().close()
  },
)
