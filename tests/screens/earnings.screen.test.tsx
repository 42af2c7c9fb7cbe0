import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'

it('an admin reads what creators have to come, and notes a share, which says what is wrong with it', async () => {
  const admin = await visitShop('admin@gloed.test')
  const user = await admin.open('/admin/earnings')
  await screen.findByRole('heading', { name: 'Verdiensten' })
  expect((await screen.findByRole('row', { name: /Noor/ })).textContent).toMatch(/€\s\d/)
  await user.click(screen.getByRole('button', { name: 'Deel van iedereen' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Noteren' }))
  await screen.findByText('Vul een percentage in.')
  await user.type(dialog.getByLabelText('Deel voor de creator, in procent'), '62,5')
  await user.click(dialog.getByRole('button', { name: 'Noteren' }))
  await screen.findByText('62,5%')
})
