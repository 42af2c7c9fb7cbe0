import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'
import { parcelProduct, pay, placeOrder, signUpCustomer } from '../support/screenOrders.ts'

const admin = () => visitShop('admin@gloed.test')

it('an admin finds a user, adjusts the minutes, and changes the role', async () => {
  const customer = await signUpCustomer()
  const owner = await admin()
  let user = await owner.open('/admin/users')
  const since = await screen.findByRole('columnheader', { name: /^Sinds/ })
  expect(since.getAttribute('aria-sort')).toBe('descending')
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een gebruiker' }), customer.email)
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe(customer.email)
  await expect.poll(() => screen.getAllByRole('row').length).toBe(2)
  await user.click(within(screen.getByRole('rowheader')).getByRole('link'))
  await screen.findByRole('heading', { level: 1, name: new RegExp(customer.email) })

  const change = async (minutes: string, reason: string) => {
    await user.type(screen.getByRole('textbox', { name: 'Aantal minuten' }), minutes)
    await user.type(screen.getByRole('textbox', { name: 'Reden' }), reason)
    await user.click(screen.getByRole('button', { name: 'Minuten aanpassen' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Minuten aanpassen' }))
  await screen.findByText('Vul een heel aantal minuten in.')
  await change('12', 'Storing van gisteren')
  await screen.findByLabelText('Saldo: 12 minuten')
  expect((await screen.findByRole('row', { name: /Storing van gisteren/ })).textContent).toContain('+12')
  // A form that is new: that of before is emptied once the page has been read again.
  user = await owner.open(location.pathname)
  await user.click(await screen.findByText('Eraf'))
  await change('13', 'Te veel gegeven')
  await screen.findAllByText('Het saldo is 12. Meer minuten kun je er niet af halen.')
  expect(screen.getByRole('textbox', { name: 'Reden' })).toHaveProperty('value', 'Te veel gegeven')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Rol van dit account' }), 'Creator')
  await user.click(screen.getByRole('button', { name: 'Rol wijzigen' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('wordt overal uitgelogd')
  await user.click(within(dialog).getByRole('button', { name: 'Maak Creator' }))
  // In the demo creators apply.
  await screen.findAllByText(/Creator word je met een goedgekeurde aanmelding/)
  const roles = () => screen.queryAllByRole('definition').map(each => each.textContent)
  await expect.poll(roles).toContain('Klant')
  expect(roles()).not.toContain('Creator')
})

it('an admin closes the account of another user, but not their own or that of the last admin', async () => {
  const customer = await signUpCustomer()
  const owner = await admin()
  const { id } = await owner.send<{ id: string }>('GET', '/api/user')
  await owner.open(`/admin/users/${id}`)
  const own = await screen.findByRole('button', {
    name: 'Account verwijderen',
    description: /enige administrator/,
  })
  expect(own).toHaveProperty('disabled', true)
  const search = `/admin/users?q=${encodeURIComponent(customer.email)}`
  const user = await owner.open(search)
  await user.click(within(await screen.findByRole('rowheader')).getByRole('link'))
  await user.click(await screen.findByRole('button', { name: 'Account verwijderen' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Binnen 28 dagen weg')
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  await expect.poll(() => location.pathname).toBe('/admin/users')
  await owner.open(search)
  await screen.findByText('Gesloten')
  await expect(visitShop(customer.email, customer.password)).rejects.toThrow('403')
})

it('a withdrawal is decided line by line, and the customer gets a mail', async () => {
  const customer = await signUpCustomer()
  const { number, itemId, paymentUrl } = await placeOrder(customer)
  await pay(customer, paymentUrl)
  const { email } = customer
  const said = { name: 'Robin Maas', email, orderNumber: number, itemIds: [itemId] }
  await customer.send('POST', '/api/withdrawals', said)
  const owner = await admin()
  const user = await owner.open(`/admin/withdrawals?q=${number}`)
  await user.click(await screen.findByRole('button', { name: /^Behandelen.*van Robin Maas$/ }))
  const form = within(await screen.findByRole('dialog', { name: `Herroeping van ${number}` }))
  const decision = await form.findByLabelText(`Beslissing over ${parcelProduct.name}`)
  await user.selectOptions(decision, 'Weigeren: anders')
  await user.click(form.getByRole('button', { name: 'Beslissing versturen' }))
  await expect.poll(() => form.getByRole('alert').textContent).toBe('Zeg de klant waarom niet.')
  await user.type(form.getByLabelText(`Toelichting bij ${parcelProduct.name}`), 'Het lag in de regen.')
  await user.click(form.getByRole('button', { name: 'Beslissing versturen' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('Anders: Het lag in de regen.')

  await owner.open(`/admin/mails?q=${number}`)
  expect((await screen.findByRole('row', { name: /Herroeping beoordeeld/ })).textContent).toContain(email)
})

it('a refund of a manual payment waits for an admin', async () => {
  const { orderId, number } = await placeOrder(await signUpCustomer())
  const owner = await admin()
  const user = await owner.open(`/admin/orders/${orderId}`)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Betaald')
  const status = await screen.findByRole('dialog', { name: 'Status: Betaald' })
  expect(status.textContent).toContain('met de hand betaald')
  await user.click(within(status).getByRole('button', { name: 'Status zetten' }))
  await screen.findByText(/Met de hand betaald/)
  await user.click(await screen.findByRole('button', { name: 'Terugbetalen' }))
  const refund = within(await screen.findByRole('dialog', { name: 'Terugbetalen' }))
  await user.click(await refund.findByRole('button', { name: /terugbetalen$/ }))
  await screen.findByText(/Met de hand terug te betalen/)

  const again = await owner.open('/admin/refunds')
  const mark = await screen.findByRole('button', {
    name: new RegExp(`^Met de hand terugbetaald.*${number}$`),
  })
  await again.click(mark)
  await again.click(await screen.findByRole('button', { name: 'Ja, het is terugbetaald' }))
  await expect.poll(() => screen.queryByRole('link', { name: `Bestelling ${number}` })).toBeNull()
})

it('an admin reads the audit log and filters it by subject', async () => {
  const owner = await admin()
  const [toy] = await owner.send<[{ id: string }]>('GET', '/api/toys')
  for (const active of [false, true]) await owner.send('POST', `/api/admin/toys/${toy.id}/toggle`, { active })
  const user = await owner.open('/admin')
  await screen.findByRole('heading', { level: 1, name: /^Overzicht/ })
  await screen.findByRole('table', { name: /^Omzet en bestellingen per dag/ })
  const menu = within(screen.getByRole('navigation', { name: 'Beheer' }))
  await user.click(menu.getByRole('link', { name: 'Logboek' }))
  const entries = () =>
    [...(screen.queryByRole('list', { name: /^Wat er is gedaan/ })?.children ?? [])] as HTMLElement[]
  await expect.poll(() => entries()[0]?.textContent).toContain('Toy aan- of uitgezet')
  expect(entries()[0]?.textContent).toContain('actief: ja')

  const url = () => location.pathname + location.search
  const actions = () => screen.getByRole('combobox', { name: 'Wat er is gedaan' })
  await user.selectOptions(actions(), 'Mail opnieuw verstuurd')
  await expect.poll(url).toBe('/admin/audit?action=MAIL_SENT_AGAIN')
  await screen.findByText('Niets gevonden')
  await user.selectOptions(actions(), 'Toy aan- of uitgezet')
  await expect.poll(() => entries().length).toBeGreaterThan(0)
  await user.click(within(entries()[0] as HTMLElement).getByRole('link', { name: toy.id }))
  await expect.poll(url).toBe(`/admin/audit?action=TOY_SWITCHED&subjectId=${toy.id}`)
  await expect.poll(() => entries()[1]?.textContent).toContain('actief: nee')
  await user.click(await screen.findByRole('link', { name: `${toy.id} weglaten` }))
  await expect.poll(url).toBe('/admin/audit?action=TOY_SWITCHED')
})
