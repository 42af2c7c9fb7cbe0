import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { addMonths, toBrusselsDay } from '../../src/wire/brusselsTime.ts'
import { visitShop } from '../support/renderScreen.tsx'
import { pay, placeOrder, placePaidOrder, signUpCustomer } from '../support/screenOrders.ts'
import { currentUrl, like, stepsIn } from '../support/screenSteps.ts'

async function openReports() {
  const admin = await visitShop('admin@gloed.test')
  const user = await admin.open('/admin/reports')
  await screen.findByRole('heading', { level: 1, name: /^Rapporten/ })
  return { admin, user, reports: within(screen.getByRole('group', { name: 'Rapport' })) }
}

it('an admin reads the reports of a quarter and takes one along', async () => {
  const { admin, user, reports } = await openReports()
  await screen.findByRole('table', { name: /^Verkoopboek/ })
  await user.click(reports.getByRole('button', { name: 'Btw' }))
  await expect.poll(() => location.pathname + location.search).toBe('/admin/reports?report=vat')
  await screen.findByRole('table', { name: /^Btw/ })
  const link = screen.getByRole('link', { name: /CSV/ })
  expect(await admin.send('GET', link.getAttribute('href') ?? '')).toContain('"Land";"Regeling";"Tarief"')
})

it('an admin compares the payments of a quarter with the provider', async () => {
  const { user, reports } = await openReports()
  await user.click(reports.getByRole('button', { name: 'Betalingen' }))
  await screen.findByRole('table', { name: /^Betalingen/ })
  await user.click(screen.getByRole('button', { name: /vergelijken/i }))
  await screen.findByText(/^Vergeleken op .+: (alles klopt|\d+ verschil(len)?)\.$/)
  expect((await screen.findAllByRole('cell', { name: 'Klopt' })).length).toBeGreaterThan(0)
})

it('an admin compares minutes that were sold over a provider without lists by its export', async () => {
  const { admin, user, reports } = await openReports()
  const { settings, version } = await admin.send<{ settings: { paymentProviders: object }; version: number }>(
    'GET',
    '/api/admin/settings',
  )
  const paymentProviders = { ...settings.paymentProviders, MINUTES: 'verotel' }
  await admin.send('PUT', '/api/admin/settings', { ...settings, paymentProviders, version })
  const customer = await signUpCustomer()
  const { paymentUrl } = await customer.send<{ paymentUrl: string }>('POST', '/api/purchase-minutes', {
    packageId: 'quick',
    minutes: 5,
    price: 1000,
  })
  await pay(customer, paymentUrl)
  await user.click(reports.getByRole('button', { name: 'Betalingen' }))
  await screen.findByText(
    'De betalingen langs Verotel zijn nog niet vergeleken. Doe dit voor je het kwartaal sluit.',
  )
  const field = screen.getByLabelText<HTMLInputElement>('CSV-bestand van Verotel')
  screen.getByText(/Exporteer in het Control Center alle transacties/)
  const choose = (text: string) => user.upload(field, new File([text], 'export.csv', { type: 'text/csv' }))
  await choose('saleID,date\n1,2026')
  await screen.findByText(
    'Op de eerste regel ontbreekt: transactionID, referenceID, event, priceAmount, priceCurrency, shopID.',
  )
  await choose(await admin.send<string>('GET', '/verotel/control-center/export.csv'))
  await screen.findByText(/^Vergeleken op .+: alles klopt\.$/)
  await expect.poll(() => screen.queryByText(/^Op de eerste regel ontbreekt/)).toBeNull()
})

it('an admin closes a quarter for good', async () => {
  const { user } = await openReports()
  const quarters = screen.getByRole('combobox', { name: 'Kwartaal' })
  const oldest = within(quarters).getAllByRole('option').at(-1) as HTMLElement
  await user.selectOptions(quarters, oldest)
  await user.click(await screen.findByRole('button', { name: 'Kwartaal sluiten' }))
  const dialog = await screen.findByRole('dialog', { name: `${oldest.textContent} sluiten` })
  expect(dialog.textContent).toContain('Dit kun je niet terugdraaien.')
  await user.click(within(dialog).getAllByRole('button', { name: 'Sluiten' }).at(-1) as HTMLElement)
  await screen.findByText('Gesloten, nummer 1')
  expect(screen.queryByRole('button', { name: 'Kwartaal sluiten' })).toBeNull()
})

it('an admin sends an invoice again that did not reach a Belgian business', async () => {
  // By its last digits, the simulator refuses documents for it.
  const business = { name: 'Sintel bv', vatNumber: 'BE0300049803' }
  const customer = await signUpCustomer()
  const { number, paymentUrl } = await placeOrder(customer, { business })
  await pay(customer, paymentUrl)
  const undelivered = () =>
    screen.queryAllByRole('listitem').find(item => item.textContent?.includes(business.vatNumber))
  const { admin } = await openReports()
  await expect
    .poll(async () => {
      await admin.open('/admin/reports')
      await screen.findByRole('table', { name: /^Verkoopboek/ })
      return undelivered()?.textContent
    })
    .toContain('Peppol: niet gelukt')
  expect(undelivered()?.textContent).toContain('The receiving access point did not accept the document')
  const user = await admin.open('/admin/reports')
  await screen.findByRole('table', { name: /^Verkoopboek/ })
  await expect.poll(undelivered).toBeTruthy()
  await user.click(within(undelivered() as HTMLElement).getByRole('link'))
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Bestelling ${number}`) })
  const invoices = within(await screen.findByRole('list', { name: /^Facturen/ }))
  await invoices.findByText('Peppol: niet gelukt')
  await admin.send('POST', '/simulator/storecove/faults', { isHeld: true })
  await user.click(invoices.getByRole('button', { name: /opnieuw versturen$/ }))
  const dialog = await screen.findByRole('dialog', { name: /opnieuw versturen$/ })
  expect(dialog.textContent).toContain('zou het twee keer krijgen')
  await user.click(within(dialog).getByRole('button', { name: 'Opnieuw versturen' }))
  await invoices.findByText('Peppol: onderweg')
  expect(invoices.queryByRole('button', { name: /opnieuw versturen$/ })).toBeNull()
  await admin.send('POST', '/simulator/storecove/faults', {})
})

it('an admin reads the numbers of a month for the payment provider, and of one without any', async () => {
  await placePaidOrder()
  const admin = await visitShop('admin@gloed.test')
  const month = toBrusselsDay(new Date()).slice(0, 7)
  const nameOf = (some: string) =>
    new Date(some).toLocaleDateString('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const user = await admin.open(`/admin/compliance?month=${month}`)
  await screen.findByRole('heading', { level: 1, name: like(`Naleving ${nameOf(month)}`) })
  screen.getByText(/Deze maand loopt nog/)
  await screen.findByText(/^Mollie: \d+ betaling(en)? \(€\s[\d.,]+\), .* en .*terugboeking(en)?( \(.*\))?\.$/)
  expect(screen.getByRole('link', { name: 'leeftijdsbeleid' }).getAttribute('href')).toBe('/leeftijdsbeleid')

  const empty = addMonths(month, -20)
  await stepsIn(user).choose('Maand', nameOf(empty))
  await screen.findByText(`In ${nameOf(empty)} is er niets gemeld.`)
  screen.getByText(`In ${nameOf(empty)} is er niets betaald, terugbetaald of teruggeboekt.`)
  expect(currentUrl()).toBe(`/admin/compliance?month=${empty}`)

  // Any other address shows the last month that is over.
  await admin.open('/admin/compliance?month=2026-13')
  await screen.findByRole('heading', { level: 1, name: like(`Naleving ${nameOf(addMonths(month, -1))}`) })
})
