import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'
import { parcelProduct, placePaidOrder } from '../support/screenOrders.ts'
import {
  currentUrl,
  stepsIn,
  stepsInDialog,
  textOf,
  textOfRow,
  untilNoDialog,
} from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

it('a parcel is picked and shipped, and its state is kept', async () => {
  const { orderId, number } = await placePaidOrder()
  const owner = await admin()
  let user = await owner.open(`/admin/orders/${orderId}`)
  await screen.findByRole('heading', { level: 1, name: new RegExp(`Bestelling ${number}`) })
  const send = () => screen.getByRole('button', { name: /Markeer als Verzonden$/ })
  const box = () => screen.getByRole('checkbox', { name: new RegExp(`${parcelProduct.name}.*Gepickt`) })
  expect(send()).toHaveProperty('disabled', true)
  // The tick is still on its way when the order is sent, which waits for it.
  const sent = Promise.withResolvers<void>()
  const shipped = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  owner.intercept(async ({ method, path }, goOn) => {
    if (path.startsWith(`/api/admin/orders/${orderId}/items/`)) await sent.promise
    const answer = await goOn()
    if (path === `/api/admin/orders/${orderId}/status`) shipped.resolve()
    // The order as it was before it was sent, asked for after the tick, arrives last.
    if (method === 'GET' && path === `/api/admin/orders/${orderId}`) {
      await shipped.promise
      late.resolve()
    }
    return answer
  })
  await user.click(box())
  await screen.findByText('1 van 1 gepickt')
  expect(box()).toHaveProperty('checked', true)
  await expect.poll(send).toHaveProperty('disabled', false)
  await user.click(send())
  await expect.poll(() => send().getAttribute('aria-busy')).toBe('true')
  sent.resolve()
  await late.promise
  owner.intercept()
  await screen.findAllByText('Standaard Post')
  await expect.poll(box).toHaveProperty('disabled', true)

  user = await owner.open(`/admin/orders/${orderId}`)
  expect(await screen.findByRole('checkbox', { name: /Gepickt/ })).toHaveProperty('checked', true)
  expect(box()).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Bewerkmodus' }))
  await user.click(box())
  await screen.findByText('0 van 1 gepickt')
  await user.click(box())
  await screen.findByText('1 van 1 gepickt')
  await user.click(screen.getByRole('button', { name: 'Bewerkmodus' }))
  await screen.findByText('Bewerkmodus uitgeschakeld')
  await screen.findByText('Items zijn weer vergrendeld')
  expect(box()).toHaveProperty('disabled', true)
})

it('an order is found, shipped with a tracking code, and refunded in part', async () => {
  const { orderId, number, itemId, customer } = await placePaidOrder({ hasTracking: true })
  const owner = await admin()
  await owner.send('PUT', `/api/admin/orders/${orderId}/items/${itemId}`, { picked: true })
  const user = await owner.open('/admin/orders')
  const { press, choose, fill } = stepsIn(user)
  await user.type(await screen.findByRole('searchbox', { name: 'Zoek een bestelling' }), customer.email)
  await choose('Status', 'Betaald')
  await screen.findByText('1 bestelling')
  expect(textOfRow(number)).toContain('2,50 servicekosten')
  await press(number, 'link')

  const send = 'Verzenden met tracking'
  await press(send)
  await screen.findByText('Tracking informatie vereist')
  await choose('Verzender', 'PostNL')
  await fill('Tracking code', 'javascript:alert(1)')
  await press(send)
  await screen.findByText(/Deze tracking code klopt niet\./, { selector: '[role=alert] *, [role=alert]' })
  expect(screen.getByLabelText(/^Tracking code/)).toHaveProperty('value', 'javascript:alert(1)')
  await fill('Tracking code', '3SGLOED1234567')
  await press(send)
  expect((await screen.findByRole('link', { name: /^Volgen/ })).getAttribute('href')).toContain('postnl')

  await press('Terugbetalen')
  const refund = await stepsInDialog(user, 'Terugbetalen')
  await refund.press(/^Per regel/, 'radio')
  await refund.press('Eén meer')
  await refund.fill('Reden', 'Kras in de doos')
  await refund.press(/terugbetalen$/)
  await untilNoDialog()
  await screen.findByText('1 terugbetaald')
  await screen.findByText('Terug: Kras in de doos')
})

it('several orders are changed at once, each with its own result', async () => {
  const sent = await placePaidOrder()
  const left = await placePaidOrder()
  const owner = await admin()
  await owner.send('PUT', `/api/admin/orders/${sent.orderId}/items/${sent.itemId}`, { picked: true })
  const user = await owner.open('/admin/orders')
  const { press } = stepsIn(user)
  for (const { number } of [sent, left]) await press(`Kies bestelling ${number}`, 'checkbox')
  const slips = await screen.findByRole('link', { name: /^Pakbonnen/ })
  expect(await owner.send('GET', slips.getAttribute('href') ?? '')).toMatch(/^%PDF/)
  await press('Markeer als Verzonden')
  await (await stepsInDialog(user, '2 bestellingen verzenden')).press('Verzenden')
  const answers = await stepsInDialog(user, '1 van 2 verzonden')
  const answer = (number: string) =>
    textOf(answers.in.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(number)))
  expect(answer(sent.number)).toContain('Verzonden')
  expect(answer(left.number)).toContain('Nog 1 regel is niet gepickt.')
  await answers.press('Klaar')
  await expect.poll(() => textOfRow(sent.number)).toContain('Verzonden')
})

it('an order that does not exist is not found', async () => {
  const user = await (await admin()).open('/admin/orders/0199f0f0-0000-7000-8000-000000000000')
  await screen.findByRole('heading', { name: 'Bestelling niet gevonden' })
  await screen.findByText('De opgegeven bestelling kon niet worden gevonden.')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Terug naar Admin' }))
  await expect.poll(currentUrl).toBe('/admin')
})
