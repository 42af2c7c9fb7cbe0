import { screen, within } from '@testing-library/dom'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { faqContent } from '../../src/people/content/faq.rules.ts'
import { homeContent } from '../../src/people/content/home.rules.ts'
import { toBrusselsDay } from '../../src/wire/brusselsTime.ts'
import { visitShop, type Visitor } from '../support/renderScreen.tsx'
import { signUpCustomer } from '../support/screenOrders.ts'
import { changeSettings } from '../support/screenProducts.ts'
import {
  currentUrl,
  stepsIn,
  stepsInDialog,
  textOf,
  textOfRow,
  untilNoDialog,
} from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

interface Text {
  version: number
  revision: number
}

/** Publishes a text by the API, as another admin does. */
async function publish({ send }: Visitor, key: string, body: object): Promise<void> {
  const path = `/api/admin/content/${key}`
  const { version, revision } = await send<Text>('GET', path)
  await send('POST', `${path}/publish`, { version, revision, body })
}

it('an owner changes the home page: draft, preview, publication, and back', async () => {
  const owner = await admin()
  let user = await owner.open('/admin/content')
  await stepsIn(user).press('Voorpagina', 'link')
  const title = async () => (await screen.findAllByRole('textbox', { name: 'Titel' }))[0] as HTMLInputElement
  const words = 'Warm, zacht en voor jou'
  await screen.findAllByRole('button', { name: 'Publiceren' })
  await user.clear(await title())
  ;(await title()).focus()
  await user.paste(words)
  await expect.poll(() => textOf(screen.getByRole('complementary', { name: 'Voorbeeld' }))).toContain(words)
  await stepsIn(user).press('Concept bewaren')
  await screen.findByText('Concept bewaard')
  user = await owner.open('/admin/content/home')
  expect((await title()).value).toBe(words)

  await user.type(
    await screen.findByRole('searchbox', { name: 'Zoek een product om uit te lichten' }),
    'kaars',
  )
  await user.click((await screen.findAllByRole('button', { name: /^Geurkaars/ }))[0] as HTMLElement)
  await stepsIn(user).press('Publiceren')
  await screen.findByText('Gepubliceerd')

  await owner.open('/')
  await screen.findByRole('heading', { level: 1, name: words })
  const featured = screen.getByRole('region', { name: 'Uitgelicht' })
  expect(within(featured).getAllByRole('listitem').length).toBe(1)
  expect(textOf(featured)).toContain('Geurkaars')

  user = await owner.open('/admin/content/home')
  await stepsIn(user).press(/Terugzetten.*Oorspronkelijke tekst/)
  await expect.poll(async () => (await title()).value).toBe(homeContent.defaults.title)
  await stepsIn(user).press('Publiceren')
  await screen.findByText('Gepubliceerd')
  await owner.open('/')
  await screen.findByRole('heading', { level: 1, name: homeContent.defaults.title })
})

it('of two admins who change a text, the second keeps what was typed and decides', async () => {
  const owner = await admin()
  const { fill, press } = stepsIn(await owner.open('/admin/content/faq'))
  await fill('Inleiding', 'Van mij')
  await publish(owner, 'faq', { ...faqContent.defaults, intro: 'Van een ander' })
  await press('Publiceren')
  await screen.findByText('Iemand anders was je voor')
  expect(screen.getByRole('textbox', { name: 'Inleiding' })).toHaveProperty('value', 'Van mij')
  await press('Ga door met de mijne')
  await fill('Inleiding', 'Van ons samen')
  await press('Publiceren')
  await screen.findByText('Gepubliceerd')
  await publish(owner, 'faq', faqContent.defaults)
})

it('an owner rewords a mail, with a preview, and is told what must stay', async () => {
  const { fill, press } = stepsIn(await (await admin()).open('/admin/content/mail.order-paid'))
  const mail = () => document.querySelector('iframe')?.getAttribute('srcdoc')
  await expect.poll(mail).toContain('Bedankt, je betaling is binnen')
  await fill(/^Titel/, 'Dank je wel')
  await expect.poll(mail).toContain('Dank je wel')
  await fill(/^Tekst/, 'Dag {naam}. {betaling}')
  await press('Publiceren')
  await screen.findByText(/\{naam\} bestaat niet\./)
})

it('an owner fills in the company and a notice, and customers see both', async () => {
  const owner = await admin()
  await changeSettings(owner, {})
  const today = toBrusselsDay(new Date())
  const { fill, press } = stepsIn(await owner.open('/admin/settings'))
  await fill('Ondernemingsnummer (KBO)', '0403.170.702')
  await fill('Telefoonnummer', '03 765 43 21')
  await press('Bericht tonen', 'switch')
  await fill(/^Bericht$/, 'We versturen weer op 4 januari.')
  await fill('Eerste dag', today)
  await fill('Laatste dag', today)
  await press('Instellingen bewaren')
  await screen.findByRole('textbox', {
    name: /^Ondernemingsnummer/,
    description: /Dit is geen ondernemingsnummer/,
  })
  expect(screen.getByLabelText(/^Telefoonnummer/)).toHaveProperty('value', '03 765 43 21')
  await fill('Ondernemingsnummer (KBO)', '0403170701')
  const preview = within(screen.getByRole('complementary', { name: 'Voorbeeld' }))
  await preview.findByText('We versturen weer op 4 januari.')
  await press('Instellingen bewaren')
  await screen.findByText('Instellingen bewaard')
  await expect
    .poll(() => screen.getByLabelText(/^Ondernemingsnummer/))
    .toHaveProperty('value', '0403.170.701')

  await (await visitShop('klant@gloed.test')).open('/shop')
  const notice = await screen.findByRole('complementary', { name: 'Bericht van de winkel' })
  expect(textOf(notice)).toBe('We versturen weer op 4 januari.')
  const footer = within(screen.getByRole('contentinfo'))
  footer.getByText('0403.170.701')
  footer.getByText('03 765 43 21')
})

it('the second of two admins is shown what the first changed in the settings', async () => {
  const owner = await admin()
  const { fill, press } = stepsIn(await owner.open('/admin/settings'))
  await fill('Prijs van track & trace in euro', '3,95')
  await changeSettings(owner, { vatScheme: 'SMALL_ENTERPRISE', trackingCost: 300 })
  await press('Instellingen bewaren')
  const told = () =>
    textOf(
      screen
        .queryAllByRole('alert')
        .find(each => textOf(each).includes('Iemand anders heeft intussen gewijzigd')),
    )
  await expect.poll(told).toContain('Prijs van track & trace: “3,00”. Bij jou staat “3,95”')
  expect(told()).toContain(
    'Btw-regeling: “Belgische vrijstelling voor kleine ondernemingen”, hier overgenomen',
  )
  expect(screen.getByLabelText(/^Prijs van track/)).toHaveProperty('value', '3,95')
  expect(screen.getByRole('radio', { name: /Belgische vrijstelling/ })).toHaveProperty('checked', true)
  await press('Instellingen bewaren')
  await expect.poll(told).toBe('')
  await expect
    .poll(() => owner.send('GET', '/api/admin/settings'))
    .toMatchObject({ settings: { trackingCost: 395, vatScheme: 'SMALL_ENTERPRISE' } })
})

it('an admin manages the gifts: adds one with a picture, moves it, deactivates it, removes it', async () => {
  const user = await (await admin()).open('/admin/gifts')
  await screen.findByRole('heading', { level: 1, name: /^Wensen/ })
  const { press, choose } = stepsIn(user)
  await press('Wens toevoegen')
  const form = await stepsInDialog(user, 'Nieuwe wens')
  await form.fill(/^Naam/, 'Een warme plaid')
  await form.press('Opslaan')
  await form.in.findByText(/^Vul een bedrag in van € 1,00 tot € 10.000,00\.$/)
  await form.fill('Prijs in euro', '34,50')
  await form.choose(/^Voor/, 'Noor')
  const upload = async (content: Uint8Array) => {
    const file = new File([new Uint8Array(content)], 'plaid.png', { type: 'image/png' })
    await user.upload(await form.labelled(/^Foto/), file)
    await form.press('Opslaan')
  }
  await upload(Buffer.from('<svg/>'))
  await form.in.findByText('Kies een foto: een JPG, PNG of WebP die heel is.')
  expect(await form.labelled(/^Naam/)).toHaveProperty('value', 'Een warme plaid')
  const create = { width: 40, height: 50, channels: 3, background: '#8a2a4a' } as const
  await upload(await sharp({ create }).png().toBuffer())
  await untilNoDialog()

  const rows = () => within(screen.getByRole('table', { name: /^Wensen/ })).getAllByRole('row')
  const row = () => rows().find(each => textOf(each).includes('Een warme plaid'))
  expect(textOf(row())).toContain('€ 34,50')
  expect(row()?.querySelector('img')?.getAttribute('src')).toMatch(/^\/media\/gifts\//)
  await press('Een warme plaid omhoog')
  await expect.poll(() => textOf(rows().at(-2))).toContain('Een warme plaid')
  await press('Een warme plaid actief', 'switch')
  await expect
    .poll(() => screen.getByRole('switch', { name: 'Een warme plaid actief' }).getAttribute('aria-checked'))
    .toBe('false')
  await press('Verwijder Een warme plaid')
  await (await stepsInDialog(user, 'Wens verwijderen')).press('Verwijderen')
  await expect.poll(row).toBeUndefined()

  await choose(/^Status/, 'Gegeven')
  await expect.poll(currentUrl).toBe('/admin/gifts?status=PAID')
  expect(textOf(await screen.findByRole('table', { name: /^Gegeven cadeaus/ }))).toContain('klant@gloed.test')
})

it('the price of a gift says that it includes VAT only when it does', async () => {
  const customer = await signUpCustomer()
  const open = async () => {
    const user = await customer.open('/gifts')
    await stepsIn(user).press(/^Geven.*: Een geurkaars$/)
    const gift = await stepsInDialog(user, 'Een geurkaars')
    await gift.in.findByText('Te betalen')
    return gift.in.queryByText('incl. btw')
  }
  expect(await open()).not.toBeNull()
  await changeSettings(await admin(), { vatScheme: 'SMALL_ENTERPRISE' })
  expect(await open()).toBeNull()
})

const CHROME =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A visitor opens a page of their own, with a name that is not taken for an id. @returns the page */
async function visitAs({ send }: Visitor, userAgent: string): Promise<string> {
  const page = `/shop/${crypto.randomUUID().replaceAll('-', '').replaceAll(/\d/g, '').slice(0, 8)}-proef`
  const visitId = crypto.randomUUID()
  const told = { consent: true, visitId, type: 'view', page, language: 'nl-BE' }
  await send('POST', '/api/analytics/collect', told, { 'user-agent': userAgent })
  return page
}

it('an admin sees the current visitors, filters out bots, and selects other days', async () => {
  const customer = await visitShop('klant@gloed.test')
  const human = await visitAs(customer, CHROME)
  const bot = await visitAs(customer, GOOGLEBOT)
  const program = await visitAs(customer, 'curl/8.14.1')
  const owner = await admin()
  const user = await owner.open('/admin/visitors')
  const { press } = stepsIn(user)
  await screen.findByRole('heading', { level: 1, name: /^Bezoekers/ })
  await expect.poll(() => textOfRow(human)).toContain('Chrome op Android')
  expect(textOfRow(human)).toContain('Nederlands (België)')
  expect(textOfRow(human)).toContain('Mens')
  await expect.poll(() => textOfRow(bot)).toContain('Bot')
  await expect.poll(() => textOfRow(program)).toContain('Programma')
  await screen.findByRole('table', { name: /^Bezoekers en paginaweergaven per dag/ })
  const items = (name: string) => screen.getByRole('list', { name }).querySelectorAll('li').length
  expect(items('Van kijken naar kopen')).toBe(4)
  expect(items('Pagina’s')).toBe(5)
  await press('Toon alle: Pagina’s')
  const all = await stepsInDialog(user, 'Pagina’s')
  expect((await all.in.findAllByRole('listitem')).length).toBeGreaterThan(5)
  await all.press('Sluiten')
  await untilNoDialog()

  await press('Zonder bots', 'switch')
  await expect.poll(currentUrl).toBe('/admin/visitors?excludeBots=true')
  await expect.poll(() => textOfRow(bot)).toBe('')
  screen.getByRole('switch', { name: /^Zonder API/ }).focus()
  await user.keyboard(' ')
  await expect.poll(currentUrl).toBe('/admin/visitors?excludeBots=true&excludeAPI=true')
  await expect.poll(() => textOfRow(program)).toBe('')
  await expect.poll(() => textOfRow(human)).not.toBe('')
  await screen.findByText(/Weggelaten: .* bots en programma’s\./)
  const periods = within(screen.getByRole('group', { name: 'Periode' }))
  await user.click(periods.getByRole('button', { name: 'Vandaag' }))
  await expect.poll(currentUrl).toBe('/admin/visitors?days=1&excludeBots=true&excludeAPI=true')
  await screen.findByRole('table', { name: /^Bezoekers en paginaweergaven per uur/ })

  // The address contains all filters.
  const again = await owner.open('/admin/visitors?days=1&excludeBots=true&excludeAPI=true')
  const today = await screen.findByRole('button', { name: 'Vandaag' })
  expect(today.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('switch', { name: /^Zonder API/ }).getAttribute('aria-checked')).toBe('true')
  const row = () => screen.queryAllByRole('row').find(each => textOf(each).includes(human))
  await expect.poll(row).toBeTruthy()
  await again.click(within(row() as HTMLElement).getByRole('link', { name: /^Bekijk account/ }))
  await screen.findByRole('heading', { level: 1, name: /klant@gloed\.test/ })
})
