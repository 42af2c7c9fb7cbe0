import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { visitShop } from '../support/renderScreen.tsx'
import { pay, placePaidOrder, signUpCustomer } from '../support/screenOrders.ts'
import {
  closeByEscape,
  currentUrl,
  stepsIn,
  stepsInDialog,
  textOf,
  textOfRow,
  untilGone,
  untilNoDialog,
} from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')
const password = 'gloed-demo-2026'

it('an admin tests the connection to the provider', async () => {
  const user = await (await admin()).open('/admin/provider')
  await screen.findByRole('heading', { name: 'Verbinding' })
  await stepsIn(user).press('Test de provider')
  expect(await screen.findByText(/^De provider antwoordt, in \d+ ms\.$/)).toBeTruthy()
})

it('an admin settles what a customer owes after a chargeback', async () => {
  const customer = await signUpCustomer()
  const offer = { packageId: 'quick', minutes: 5, price: 1000 }
  const { paymentUrl } = await customer.send<{ paymentUrl: string }>('POST', '/api/purchase-minutes', offer)
  await pay(customer, paymentUrl)
  const toys = await customer.send<{ id: string }[]>('GET', '/api/toys')
  await customer.send('POST', '/api/toy-control/start', { toyDeviceId: toys.at(-1)?.id })
  const session = () => customer.send('GET', '/api/toy-control/session')
  await expect.poll(session).toMatchObject({ status: 'ACTIVE' })
  await customer.send('POST', '/api/toy-control/stop')
  await customer.send('POST', '/simulator/mollie/chargeback', { id: paymentUrl.split('/').at(-1) })
  await expect.poll(() => customer.send('GET', '/api/user')).toMatchObject({ minutesBalance: 0 })

  const user = await (await admin()).open(`/admin/users/${customer.id}`)
  await screen.findByRole('heading', { level: 1, name: new RegExp(customer.email) })
  await screen.findByText(/^open sinds/)
  expect(textOfRow('Teruggeboekt')).toContain('−4')
  await stepsIn(user).press('Afhandelen')
  const dialog = await stepsInDialog(user, /./)
  await dialog.press(/^Kwijtgescholden/, 'radio')
  await dialog.press('Afhandelen')
  await screen.findByText(/^Kwijtgescholden op/)
})

it('an admin moderates reviews, one at a time and several at once', async () => {
  const user = await (await admin()).open('/admin/reviews')
  const { press, choose } = stepsIn(user)
  await screen.findByText('Mooier dan op de foto, en heel discreet verpakt.')
  await press('Kies alle op deze pagina', 'checkbox')
  await press('Goedkeuren')
  await screen.findByText('Niets te beoordelen')

  await choose('Welke beoordelingen', 'Goedgekeurd')
  await expect.poll(currentUrl).toBe('/admin/reviews?state=APPROVED')
  const judged = async (text: string) =>
    within((await screen.findByText(new RegExp(text))).closest('tr') as HTMLElement)
  await user.click((await judged('Mooier dan op de foto')).getByRole('button', { name: /^Wijs .* af$/ }))
  await untilGone(/Mooier dan op de foto/)
  await user.click((await judged('al had de fles iets groter')).getByRole('link'))
  await expect.poll(currentUrl).toMatch(/^\/shop\//)
})

it('an admin makes labels, for one order and for several', async () => {
  const one = await placePaidOrder()
  const other = await placePaidOrder()
  const owner = await admin()
  let user = await owner.open(`/admin/orders/${one.orderId}`)
  await stepsIn(user).press('Label maken')
  const making = await stepsInDialog(user, 'Label maken')
  await making.press(/DHL For You/, 'radio')
  await making.press('Label maken')
  await screen.findByText(/Aangemeld bij de vervoerder/)
  const printing = await screen.findByRole('link', { name: /Printen op A6/ })
  expect(await owner.send('GET', printing.getAttribute('href') ?? '')).toMatch(/^%PDF/)

  user = await owner.open('/admin/orders')
  for (const { number } of [one, other]) await stepsIn(user).press(`Kies bestelling ${number}`, 'checkbox')
  await stepsIn(user).press('Labels')
  const several = await stepsInDialog(user, /./)
  await several.choose('Vervoerder', 'bpost')
  await several.press('Labels maken')
  await screen.findByText('Er is al een label voor deze bestelling.')
  await screen.findByRole('link', { name: /Printen op A4/ })
})

it('the back office is closed to every other role', async () => {
  await (await visitShop('klant@gloed.test')).open('/admin')
  await screen.findByRole('heading', { name: 'Toegang Geweigerd' })
  await screen.findByText('Je hebt geen toestemming om deze pagina te bekijken.')
  const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  expect(menu.queryByRole('link', { name: 'Admin' })).toBeNull()
})

const TITLE = 'Bevestig dat jij het bent'

/** Opens the page of a new customer, for an admin who signed in long ago, as the server says once to a change at this path. */
async function openForOldLogin(methods: string[], changes: RegExp) {
  const customer = await signUpCustomer()
  const owner = await admin()
  const user = await owner.open(`/admin/users/${customer.id}`)
  let isAsked = false
  owner.intercept(async ({ method, path }, goOn) => {
    if (isAsked || method === 'GET' || !changes.test(path)) return goOn()
    isAsked = true
    const problem = { code: 'CONFIRMATION_NEEDED', message: 'Bevestig eerst dat jij het bent.', methods }
    return new Response(JSON.stringify(problem), { status: 403 })
  })
  await screen.findByRole('heading', { level: 1, name: new RegExp(customer.email) })
  return user
}

async function giveMinutes({ fill, press }: ReturnType<typeof stepsIn>) {
  await fill('Aantal minuten', '12')
  await fill(/^Reden/, 'Storing van gisteren')
  await press('Minuten aanpassen')
}

it('an admin confirms with the password, and the change goes on with what was typed', async () => {
  const user = await openForOldLogin(['PASSWORD'], /\/minutes$/)
  await giveMinutes(stepsIn(user))
  const asked = await stepsInDialog(user, TITLE)
  await expect.poll(() => document.activeElement).toBe(await asked.labelled('Je wachtwoord'))
  await asked.fill('Je wachtwoord', 'verkeerd')
  await user.keyboard('{Enter}')
  await asked.in.findByText('Dit wachtwoord klopt niet.')
  await asked.fill('Je wachtwoord', password)
  await asked.press('Bevestigen')
  await untilNoDialog()
  await screen.findByLabelText('Saldo: 12 minuten')
})

it('an admin who does not confirm keeps what was typed, and nothing is done', async () => {
  const user = await openForOldLogin(['PASSKEY', 'CODE'], /\/minutes$/)
  await giveMinutes(stepsIn(user))
  const asked = await stepsInDialog(user, TITLE)
  // Passkeys need a host name: here the code comes first.
  await expect.poll(() => document.activeElement).toBe(await asked.labelled('Code van 6 cijfers'))
  await closeByEscape(user)
  await screen.findAllByText(/Er is nog niets gedaan|Bevestig eerst/)
  expect(screen.getByRole('textbox', { name: 'Reden' })).toHaveProperty('value', 'Storing van gisteren')
  expect(screen.queryByLabelText('Saldo: 12 minuten')).toBeNull()
})

it('a dialog beneath a confirmation stays open, and goes on', async () => {
  const user = await openForOldLogin(['PASSWORD'], /^\/api\/admin\/users\/[^/]+$/)
  const { choose, press } = stepsIn(user)
  await choose('Rol van dit account', 'Administrator')
  await press('Rol wijzigen')
  await press('Maak Administrator')
  const asked = await stepsInDialog(user, TITLE)
  await asked.fill('Je wachtwoord', password)
  await asked.press('Bevestigen')
  await untilNoDialog()
  await expect.poll(() => screen.getAllByRole('definition').map(textOf)).toContain('Administrator')
  // The shop is that of other tests too, in which one admin decides alone.
  await choose('Rol van dit account', 'Klant')
  await press('Rol wijzigen')
  await press('Maak Klant')
  await expect.poll(() => screen.getAllByRole('definition').map(textOf)).toContain('Klant')
  await untilNoDialog()
})

it('notes, saved filters and their removal come back', async () => {
  const owner = await admin()
  await placePaidOrder()
  const user = await owner.open('/admin/orders')
  const { choose, press } = stepsIn(user)
  const saved = within(await screen.findByRole('region', { name: 'Bewaarde filters' }))
  const chip = () => saved.queryByRole('link', { name: 'Onderweg' })
  const saves = () => saved.getByRole('button', { name: 'Bewaar dit filter' })
  await choose(/^Status/, 'Verzonden')
  await expect.poll(currentUrl).toContain('status=SHIPPED')
  await stepsIn(user, saved).press('Bewaar dit filter')
  const first = await stepsInDialog(user, /./)
  await first.fill('Naam', 'Onderweg')
  await first.press('Bewaren')
  await expect.poll(() => chip()?.getAttribute('aria-current')).toBe('true')
  expect(saves()).toHaveProperty('disabled', true)
  await expect.poll(() => document.activeElement).toBe(chip())

  await choose(/^Status/, 'Betaald')
  await stepsIn(user, saved).press('Bewaar dit filter')
  const second = await stepsInDialog(user, /./)
  await second.fill('Naam', 'onderweg')
  await second.press('Bewaren')
  await second.in.findByText('In deze lijst heb je al een filter met deze naam.')
  await closeByEscape(user)
  await user.click(chip() as HTMLElement)
  await expect.poll(currentUrl).toContain('status=SHIPPED')
  await stepsIn(user, saved).press('Wijzig filter Onderweg')
  await press('Verwijderen')
  await expect.poll(chip).toBeNull()
  await screen.findByRole('button', { name: 'Ongedaan maken' })
  await expect.poll(() => document.activeElement).toBe(saves())
  await user.keyboard('{F8}')
  await expect
    .poll(async () => {
      await user.tab()
      return document.activeElement === screen.getByRole('button', { name: 'Ongedaan maken' })
    })
    .toBe(true)
  await user.keyboard('{Enter}')
  await expect.poll(chip).toBeTruthy()

  const again = await owner.open('/admin/orders')
  const [order] = await screen.findAllByRole('rowheader')
  await again.click(within(order as HTMLElement).getByRole('link'))
  const steps = stepsIn(again)
  await steps.fill('Nieuwe notitie', 'Bel eerst')
  await steps.press('Bewaren')
  const list = () => screen.queryByRole('list', { name: 'Notities' })
  await expect.poll(() => textOf(list())).toContain('Bel eerst')
  await steps.press('Notitie verwijderen')
  await expect.poll(() => textOf(list())).not.toContain('Bel eerst')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Notities' }))
  await steps.press('Ongedaan maken')
  await expect.poll(() => textOf(list())).toContain('Bel eerst')
})

it('a question of the FAQ and a picture come back where they were', async () => {
  const owner = await admin()
  const user = await owner.open('/admin/content/faq')
  const { press } = stepsIn(user)
  const question = (at: number) =>
    within(screen.getByRole('region', { name: `Vraag ${at}` })).getAllByRole('textbox')[0] as HTMLInputElement
  await screen.findByRole('region', { name: 'Vraag 1' })
  const text = question(1).value
  await press('Verwijder vraag 1')
  await expect.poll(() => question(1).value).not.toBe(text)
  // The text that is typed in the meantime stays.
  await user.clear(question(1))
  await user.paste('Hoe lang duurt het?')
  await press('Ongedaan maken')
  await expect.poll(() => question(1).value).toBe(text)
  expect(question(2).value).toBe('Hoe lang duurt het?')

  const slug = demoProducts.find(({ name }) => name.startsWith('Massageolie'))?.slug
  const products = await owner.send<{ id: string; slug: string }[]>('GET', '/api/products')
  const again = await owner.open(`/admin/products/${products.find(product => product.slug === slug)?.id}`)
  const photos = within(await screen.findByRole('region', { name: 'Foto’s' }))
  const count = photos.getAllByRole('listitem').length
  await stepsIn(again).press('Verwijder foto 1')
  await expect.poll(() => photos.getAllByRole('listitem').length).toBe(count - 1)
  await stepsIn(again).press('Ongedaan maken')
  await expect.poll(() => photos.getAllByRole('listitem').length).toBe(count)
})
