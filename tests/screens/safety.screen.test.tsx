import { screen, within } from '@testing-library/dom'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { visitShop, type Visitor } from '../support/renderScreen.tsx'
import { parcelProduct, placePaidOrder } from '../support/screenOrders.ts'
import { closeByEscape, stepsIn, stepsInDialog, textOf, untilNoDialog } from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

/** The link of the newest recall that was mailed to someone. */
async function recallLink({ send }: Visitor, email: string): Promise<string> {
  const link = async () => {
    const mails = await send<string>('GET', '/dev/mails')
    const own = mails
      .split('<article>')
      .find(mail => mail.includes(`Aan ${email}<`) && mail.includes('/terugroepacties#'))
    return /\/terugroepacties#token=[\w.-]+/.exec(own ?? '')?.[0]
  }
  await expect.poll(link).toBeTruthy()
  return (await link()) ?? ''
}

const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => textOf(document.querySelector(`#${CSS.escape(id)}`)))
    .join(' ')

it('an admin recalls a product, its buyer reads the reason and the instruction, and the admin sees who read it', async () => {
  const { customer } = await placePaidOrder()
  const desk = await admin()
  let user = await desk.open('/admin/recalls')
  await stepsIn(user).press('Product terugroepen')
  const form = await stepsInDialog(user, 'Product terugroepen')
  await form.fill('Zoek een product', parcelProduct.name)
  await user.click(
    (await form.in.findAllByRole('button', { name: new RegExp(parcelProduct.name) }))[0] as HTMLElement,
  )
  await form.fill('Verkocht van', '2020-01-01')
  await form.fill('Tot en met', '2099-12-31')
  const publish = () => form.press(/^Publiceren en \d+ kopers? mailen$/)
  await publish()
  await form.in.findByText('Schrijf wat er mis is.')
  await form.in.findByText('Kies wat je klant kan krijgen.')
  await form.fill(/^Merk/, 'Sintel')
  await form.fill(/^Partij- of serienummers(?!,)/, 'Partij 12, onder de bodem')
  const hazard = /^Wat er mis is$/
  await form.fill(hazard, 'Uit voorzorg: het glas kan barsten.')
  await form.fill(/^Wat je klant moet doen$/, 'Steek haar niet meer aan.')
  await form.press('Terugbetaling van minstens wat hij betaalde', 'checkbox')
  await publish()
  await expect.poll(async () => described(await form.labelled(hazard))).toMatch(/Laat “Uit voorzorg” weg/)
  expect(described(await form.labelled(/^Waarom er niets te kiezen is$/))).toMatch(/minstens twee/)
  await form.fill(hazard, 'Het glas kan barsten, met kans op snijwonden.')
  await form.press('Een ander, veilig exemplaar', 'checkbox')
  await form.fill(/^Wat er mis is, in het Frans/, 'Le verre peut se briser.')
  await publish()
  const actionFr = /^Wat je klant moet doen, in het Frans/
  await expect
    .poll(async () => described(await form.labelled(actionFr)))
    .toMatch(/laat alle Franse velden leeg/)
  await form.fill(actionFr, 'Ne l’allumez plus.')
  await form.fill(/^Partij- of serienummers, in het Frans/, 'Lot 12, sous le fond')
  await publish()
  await untilNoDialog()
  const card = () =>
    screen.getAllByRole('listitem').find(each => textOf(each).includes('Partij 12')) as HTMLElement
  await screen.findByText(/^0 van \d+ kopers? gelezen$/)

  await customer.open(await recallLink(customer, customer.email))
  const own = within(await screen.findByRole('region', { name: 'Dit gaat over je bestelling' }))
  own.getByText('Productveiligheidsterugroepactie')
  own.getByRole('img', { name: `Zo ziet het eruit: ${parcelProduct.name}` })
  for (const text of [
    'Partij 12, onder de bodem',
    /Stop meteen met het te gebruiken\./,
    /Je kiest zelf: .* of terugbetaling/,
  ])
    own.getByText(text)
  const french = within(own.getByRole('region', { name: 'Version française' }))
  french.getByText('Lot 12, sous le fond')
  french.getByText('Cessez immédiatement de l’utiliser. Ne l’allumez plus.')

  user = await desk.open('/admin/recalls')
  await screen.findByText(/^1 van \d+ kopers? gelezen$/)
  await user.click(within(card()).getByRole('button', { name: 'Toon de kopers' }))
  await within(card()).findByRole('table', { name: /Kopers/ })
  await user.click(within(card()).getByRole('button', { name: 'Mail wie het niet gelezen heeft' }))
  await screen.findByText('Iedereen is de laatste 24 uur al gemaild.')
})

it('an admin fills in the maker of a product, its label and manual, and a customer reads them before buying', async () => {
  const product = demoProducts.findLast(
    ({ showShippingOptions, slug }) => showShippingOptions && slug !== 'slipdress-aurore',
  )
  if (!product) throw new Error('the demo data sends nothing')
  const { name, slug } = product
  const desk = await admin()
  let user = await desk.open('/admin')
  await stepsIn(user).press(/producten zonder foto van het etiket$/, 'link')
  expect(await screen.findByRole('combobox', { name: 'Productveiligheid' })).toHaveProperty('value', 'label')
  await user.type(screen.getByRole('searchbox', { name: 'Zoek op naam of SKU' }), name)
  await screen.findByText('1 product')
  await user.click(within(screen.getByRole('table', { name: /^Producten/ })).getByRole('link', { name }))
  await screen.findByRole('heading', { name: 'Productveiligheid' })
  const { fill, press, labelled } = stepsIn(user)
  await user.click((await screen.findAllByRole('button', { name: /Nieuwe/ }))[0] as HTMLElement)
  const maker = await stepsInDialog(user, /./)
  await maker.fill(/^Naam/, 'Maker in Gent')
  await maker.fill(/^Postadres/, 'Voorbeeldstraat 1\n9000 Gent')
  await maker.fill(/^Land/, 'BE')
  await maker.fill(/^E-mailadres of website/, 'veiligheid@maker.example')
  await maker.press('Opslaan')
  await untilNoDialog()
  await fill(/^Model$/, 'M-1')
  await fill(/^Waarschuwingen(?! in)/, 'Niet inslikken.')
  await fill('Waarschuwingen in het Frans', 'Ne pas avaler.')
  await fill(/^Batterij/, 'Lithium, niet te vervangen.')
  await press('Veiligheid opslaan')
  const create = { width: 600, height: 300, channels: 3, background: '#c02040' } as const
  const picture = await sharp({ create }).png().toBuffer()
  await user.upload(
    await labelled('Etiketfoto kiezen'),
    new File([new Uint8Array(picture)], 'etiket.png', { type: 'image/png' }),
  )
  await fill('Wat er op etiketfoto 1 staat', 'De achterkant, met het CE-teken')
  await press('Etiketfoto’s opslaan')
  const manual = '%PDF-1.7\nhandleiding\n%%EOF\n'
  await user.upload(await labelled('PDF kiezen'), new File([manual], 'h.pdf', { type: 'application/pdf' }))
  await screen.findByRole('link', { name: /Nederlands/ })

  user = await desk.open(`/shop/${slug}`)
  const safety = within(await screen.findByRole('region', { name: 'Veiligheid en fabrikant' }))
  for (const text of [
    'Niet inslikken.',
    'Ne pas avaler.',
    'Lithium, niet te vervangen.',
    'M-1',
    /Maker in Gent/,
  ])
    safety.getByText(text)
  await user.click(safety.getByRole('button', { name: 'Vergroot: De achterkant, met het CE-teken' }))
  const label = await stepsInDialog(user, 'Etiket')
  await label.in.findByRole('img', { name: 'De achterkant, met het CE-teken' })
  await closeByEscape(user)
  const link = safety.getByRole('link', { name: 'Handleiding in het Nederlands' })
  expect(await desk.send('GET', link.getAttribute('href') ?? '')).toBe(manual)
  await desk.open(`/admin/products?lacks=label&q=${encodeURIComponent(name)}`)
  await screen.findByRole('heading', { name: 'Niets gevonden' })
})
