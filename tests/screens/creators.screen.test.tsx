import { screen, within } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'

const press = async (
  user: Awaited<ReturnType<Awaited<ReturnType<typeof visitShop>>['open']>>,
  name: string,
) => user.click(await screen.findByRole('button', { name }))

// The shop is that of other tests too, who play on her toys.
afterEach(async () => {
  const creator = await visitShop('model@gloed.test')
  const { toys } = await creator.send<{ toys: { id: string }[] }>('GET', '/api/studio')
  for (const { id } of toys) await creator.send('PUT', `/api/studio/toys/${id}`, { onAirHours: 12 })
})

it('a creator who is suspended reads why, appeals, and is let back by an admin with a reason', async () => {
  const [admin, creator] = [await visitShop('admin@gloed.test'), await visitShop('model@gloed.test')]
  const { id } = await creator.send<{ id: string }>('GET', '/api/user')
  let user = await admin.open(`/admin/creators/${id}`)
  await press(user, 'Schorsen')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Waarom' }), 'Je liet iemand anders meedoen.')
  await user.click(dialog.getByRole('button', { name: 'Schorsen' }))
  await screen.findByRole('heading', { name: 'Schorsing' })

  user = await creator.open('/studio/creator')
  await screen.findByText('Je liet iemand anders meedoen.')
  await press(user, 'Bezwaar versturen')
  await screen.findByText('Schrijf waarom de schorsing volgens jou niet klopt.')
  await user.type(screen.getByRole('textbox', { name: 'Bezwaar maken' }), 'Dat was ik zelf.')
  await press(user, 'Bezwaar versturen')
  await screen.findByText(/We bekijken je bezwaar/)

  user = await admin.open(`/admin/creators/${id}`)
  await screen.findByText('Dat was ik zelf.')
  await user.type(screen.getByRole('textbox', { name: 'Waarom' }), 'Je hebt gelijk.')
  await press(user, 'Beslissen')
  await screen.findByText('Je hebt gelijk.')
  await expect.poll(() => screen.queryByText('Mag in de uitzending')).not.toBeNull()
})

it('a creator withdraws the agreement, reads why she is off the air, and signs again', async () => {
  const creator = await visitShop('model@gloed.test')
  const user = await creator.open('/studio/creator')
  await press(user, 'Overeenkomst intrekken')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Intrekken' }))
  await screen.findByRole('button', { name: 'Tekenen' })
  await screen.findByText(/Teken eerst de overeenkomst/)
  await press(user, 'Tekenen')
  await screen.findByText(/Vink aan dat je de overeenkomst hebt gelezen/)
  await user.click(screen.getByRole('checkbox', { name: /ik ga ermee akkoord/ }))
  await press(user, 'Tekenen')
  expect(await screen.findByText('Je mag in de uitzending')).toBeDefined()
})
