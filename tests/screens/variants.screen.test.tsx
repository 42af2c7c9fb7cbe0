import { fireEvent, screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { downloadProduct } from '../support/demoProducts.ts'
import { visitShop } from '../support/renderScreen.tsx'
import { idOfProduct, pay, placeOrder, signUpCustomer } from '../support/screenOrders.ts'
import { makeProduct, SHELF } from '../support/screenProducts.ts'
import { currentUrl, stepsIn, stepsInDialog, textOf, textOfRow } from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

/** In three sizes and two colours, of which the wine-red one costs more; there is no pink L. */
const DRESS = '/shop/slipdress-aurore'

it('a variant that is sold out can be chosen, to be told when it is back', async () => {
  const { press } = stepsIn(await (await signUpCustomer()).open(`${DRESS}-m-roze`))
  await press(/^L.*uitverkocht$/, 'radio')
  await expect.poll(currentUrl).toBe(`${DRESS}-l-roze`)
  await screen.findAllByText('Uitverkocht')
  const mail = 'Mail me als het er weer is'
  await press(mail)
  await screen.findByRole('button', { name: mail, pressed: true })
  await press(/^wijnrood$/, 'radio')
  await expect.poll(currentUrl).toBe(`${DRESS}-l-wijnrood`)
  await expect.poll(() => screen.queryByRole('button', { name: mail })).toBeNull()
  await screen.findByText('Nog 2 op voorraad')
})

it('products are found by the sizes and colours of their variants', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open('/shop?q=slipdress')
  const { press } = stepsIn(user)
  await press('Filters')
  const filters = await stepsInDialog(user, 'Filters')
  const group = async (name: string) => stepsIn(user, within(await filters.in.findByRole('group', { name })))
  await (await group('Maat')).press(/^M/, 'checkbox')
  await expect.poll(currentUrl).toContain('option=maat%3AM')
  await (await group('Kleur')).press(/^wijnrood/, 'checkbox')
  await expect.poll(currentUrl).toMatch(/option=kleur%3Awijnrood&option=maat%3AM$/)
  await filters.press('Toon 1 product')
  await press(/Maat: M$/)
  await expect.poll(currentUrl).toBe('/shop?q=slipdress&option=kleur%3Awijnrood')
  await expect.poll(() => screen.getAllByRole('article').length).toBe(1)

  const again = await customer.open('/shop?option=maat%3AXXL')
  await screen.findByRole('heading', { name: 'Niets gevonden' })
  await stepsIn(again).press(/Maat: XXL$/)
  await expect.poll(currentUrl).toBe('/shop')
})

it('an owner makes options and a grid, sets one price for all, and is told which SKU is taken', async () => {
  const owner = await admin()
  const { id, name } = await makeProduct(owner, { price: 4000, stock: 5 })
  const user = await owner.open(`/admin/products/${id}`)
  const part = within(await screen.findByRole('region', { name: 'Varianten' }))
  const card = stepsIn(user, part)
  const cell = (column: string, variant: string) =>
    part.getByLabelText(`${column}: ${variant}`) as HTMLInputElement
  const untilValue = async (column: string, variant: string, value: string) => {
    await expect.poll(() => cell(column, variant).value).toBe(value)
  }
  await card.press('Optie toevoegen')
  const option = async (title: string) => within(await part.findByRole('group', { name: title }))
  await stepsIn(user, await option('Maat')).fill('Waarden', 'S, M,')
  await card.press('Optie toevoegen')
  const colors = await option('Kleur')
  for (const color of ['rood', 'zwart']) {
    await stepsIn(user, colors).fill('Waarden', color)
    await user.keyboard('{Enter}')
  }
  expect(document.activeElement).toBe(colors.getByLabelText(/^Waarden/))
  await expect.poll(() => part.getAllByRole('row').length).toBe(5)
  // The stock of the product itself.
  await untilValue('Voorraad', 'S, rood', '5')

  await card.fill('Prijs voor alle', '42,50')
  await user.keyboard('{Enter}')
  await untilValue('Prijs', 'M, zwart', '42,50')
  cell('Voorraad', 'S, rood').focus()
  await user.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement).toBe(cell('Voorraad', 'S, zwart'))
  cell('Voorraad', 'S, zwart').select()
  await user.keyboard('2{Enter}{ArrowRight}')
  await expect.poll(() => document.activeElement).toBe(cell('Gewicht (g)', 'M, rood'))
  // As from a spreadsheet.
  const clipboardData = { getData: () => '210\t8710000000001\n220\t8710000000002\n' }
  fireEvent.paste(cell('Gewicht (g)', 'M, rood'), { clipboardData })
  await untilValue('Barcode', 'M, zwart', '8710000000002')
  await card.fill('SKU: M, rood', 'GL-001')
  await card.press('Varianten opslaan')
  await part.findByRole('textbox', {
    name: 'SKU: M, rood',
    description: /^Rij 3: de SKU GL-001 is al van /,
  })
  await expect.poll(() => document.activeElement).toBe(cell('SKU', 'M, rood'))
  await card.fill('SKU: M, rood', '')
  await card.press('Varianten opslaan')
  await screen.findByText('Varianten bewaard')
  await untilValue('SKU', 'M, rood', `${name}-M-ROOD`)
  expect(screen.queryByRole('textbox', { name: 'Voorraad' })).toBeNull()

  await owner.open(`/admin/products?${new URLSearchParams({ q: name })}`)
  const row = await screen.findByRole('row', { name: new RegExp(name) })
  expect(textOfRow(name)).toContain('4 varianten')
  within(row).getByRole('cell', { name: /^(Voorraad)?7$/ })
})

it('the second of two owners who change the same cell chooses what stays', async () => {
  const owner = await admin()
  const { id } = await makeProduct(owner, { price: 4000, stock: 0 })
  const save = (prices: number[], version: number) => {
    const variants = ['S', 'M'].map((size, row) => ({
      values: [size],
      price: prices[row],
      stock: 0,
      isActive: true,
    }))
    const grid = { version, options: [{ name: 'maat', values: ['S', 'M'] }], variants }
    return owner.send<{ version: number }>('PUT', `${SHELF}/${id}/variants`, grid)
  }
  const { version } = await save([4000, 4000], 1)
  const user = await owner.open(`/admin/products/${id}`)
  const { fill, press } = stepsIn(user)
  await fill(/^Prijs: S$/, '35')
  await save([3700, 3900], version)
  await press('Varianten opslaan')
  const dialog = await stepsInDialog(user, 'Iemand anders was je voor')
  const chosen = (group: RegExp, radio: RegExp) =>
    expect(
      within(dialog.in.getByRole('group', { name: group })).getByRole('radio', { name: radio }),
    ).toHaveProperty('checked', true)
  chosen(/^S: prijs/, /Van jou.*35/)
  chosen(/^M: prijs/, /Van de ander/)
  await dialog.press('Keuze opslaan')
  await screen.findByText('Varianten bewaard')
  await expect.poll(() => screen.getByLabelText('Prijs: S')).toHaveProperty('value', '35,00')
  expect(screen.getByLabelText('Prijs: M')).toHaveProperty('value', '39,00')
})

it('a customer withdraws from lines of their own order', async () => {
  const email = 'klant@gloed.test'
  const customer = await visitShop(email)
  const [order] = await customer.send<[{ number: string }]>('GET', '/api/orders')
  const user = await customer.open(`/herroepen?order=${order.number}`)
  const { fill, press, labelled } = stepsIn(user)
  expect(await labelled('E-mailadres')).toHaveProperty('value', email)
  const lines = within(await screen.findByRole('group', { name: /^Wat stuur je terug/ }))
  await user.click(lines.getAllByRole('checkbox')[0] as HTMLElement)
  await fill(/^Naam/, 'Kim')
  await press(/^Verder$/)
  await screen.findByRole('button', { name: 'Herroeping bevestigen' })
  expect(screen.queryByText('De hele bestelling')).toBeNull()
  await press('Herroeping bevestigen')
  await screen.findByText(/We hebben je herroeping ontvangen/)
})

it('a sealed product says so on its page and in the withdrawal, which can be of some units of a line', async () => {
  const customer = await signUpCustomer()
  const all = await customer.send<{ name: string; stock: number }[]>('GET', '/api/products')
  const isLeft = (wanted: string) => all.some(({ name, stock }) => name === wanted && stock > 2)
  const sealed = demoProducts.find(({ hygieneSealed, name }) => hygieneSealed && isLeft(name))
  if (!sealed) throw new Error('the demo data has no such product')
  await customer.open(`/shop/${sealed.slug}`)
  await screen.findByText(/14 dagen bedenktijd, zolang de verzegeling heel is/)
  const items = [
    { productId: await idOfProduct(customer, sealed), quantity: 3 },
    { productId: await idOfProduct(customer, downloadProduct), quantity: 1 },
  ]
  // Delivered with its payment: before that, one can withdraw from it.
  const { number, paymentUrl } = await placeOrder(customer, { items })
  await pay(customer, paymentUrl)
  const user = await customer.open(`/herroepen?order=${number}`)
  const part = within(await screen.findByRole('group', { name: /^Wat stuur je terug/ }))
  const lines = stepsIn(user, part)
  const digital = part.getByRole('checkbox', { name: /hierop is geen herroepingsrecht/ })
  expect(digital).toHaveProperty('disabled', true)
  await lines.press(/Kan alleen terug zolang de verzegeling heel is/, 'checkbox')
  const units = within(await part.findByRole('group', { name: `Aantal van ${sealed.name}` }))
  for (let time = 0; time < 2; time++) await stepsIn(user, units).press('Eén minder')
  expect(textOf(units.getByRole('status'))).toBe('1')
  const { fill, press } = stepsIn(user)
  await fill(/^Naam/, 'Kim')
  await press(/^Verder$/)
  await screen.findByText(new RegExp(`1 × ${sealed.name}`))
  await press('Herroeping bevestigen')
  await screen.findByText(/We hebben je herroeping ontvangen/)
})

it('an admin adds codes, one of which a customer buys and is shown', async () => {
  const owner = await admin()
  const digital = { price: 500, stock: 5, showShippingOptions: false, shippingCost: 0, isActive: true }
  const { id } = await makeProduct(owner, digital)
  const { press, fill } = stepsIn(await owner.open(`/admin/products/${id}`))
  await screen.findByText(/Dit product levert nog niets uit zichzelf/)
  await press(/^Codes$/)
  await fill('Codes toevoegen', 'GLOED-AAAA\nGLOED-BBBB\nGLOED-AAAA')
  await press(/^Toevoegen$/)
  await screen.findAllByText(/2 codes toegevoegd/)
  await screen.findByText('Te koop')

  const customer = await signUpCustomer()
  const items = [{ productId: id, quantity: 1 }]
  const bought = await customer.send<{ orderId: string; paymentUrl: string }>('POST', '/api/cart/checkout', {
    items,
  })
  await pay(customer, bought.paymentUrl)
  const buyer = await customer.open(`/order-confirmation/${bought.orderId}`)
  await screen.findByRole('button', { name: /Toon de code/ })
  expect(screen.queryByText('GLOED-AAAA')).toBeNull()
  await stepsIn(buyer).press('Toon de code')
  await screen.findByText('GLOED-AAAA')

  await owner.open(`/admin/orders/${bought.orderId}`)
  await screen.findByText(/1 code, 1 gezien/)
  expect(screen.queryByText('GLOED-AAAA')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Verzending en tracking' })).toBeNull()
})
