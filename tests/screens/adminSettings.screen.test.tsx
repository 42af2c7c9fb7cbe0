import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'

const owner = () => visitShop('admin@gloed.test')

it('a shipping rate is changed and tested', async () => {
  const user = await (await owner()).open('/admin/shipping')
  const trial = within(await screen.findByRole('region', { name: 'Uitproberen' }))
  const offer = () => trial.queryAllByRole('listitem').find(({ textContent }) => textContent?.includes('DHL'))
  const shown = () => offer()?.textContent?.replaceAll('\u00a0', ' ')
  const dhl = within(screen.getByRole('region', { name: 'Nederland DHL' }))
  const edit = async (name: string) => {
    await user.click(await dhl.findByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name: 'Tarief wijzigen' }))
  }
  const fill = async (dialog: ReturnType<typeof within>, label: string, text: string) => {
    const field = await dialog.findByRole('textbox', { name: new RegExp(`^${label}`) })
    await user.clear(field)
    await user.type(field, text)
  }
  await expect.poll(shown).toContain('€ 6,95')
  const dialog = await edit('Wijzig Pakket tot 10 kg')
  await fill(dialog, 'Prijs in euro', 'gratis')
  await user.click(dialog.getByRole('button', { name: 'Tarief bewaren' }))
  await dialog.findByRole('textbox', { name: /^Prijs in euro/, description: /Vul een bedrag in\./ })
  await fill(dialog, 'Prijs in euro', '7,45')
  await fill(dialog, 'Boven', '400')
  await user.click(dialog.getByRole('button', { name: 'Tarief bewaren' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(shown).toContain('€ 7,45')
  await dhl.findByText('Tot 400 g is er geen tarief.')
  const again = await edit('Wijzig Pakket 400 g tot 10 kg')
  await fill(again, 'Prijs in euro', '6,95')
  await fill(again, 'Boven', '0')
  await user.click(again.getByRole('button', { name: 'Tarief bewaren' }))
  await expect.poll(shown).toContain('€ 6,95')
})

it('an admin reads the jobs and runs the reconciliation', async () => {
  const admin = await owner()
  await admin.open('/admin/jobs')
  const jobs = await screen.findByRole('table', { name: /^Soorten taken en hoeveel er van elk zijn/ })
  expect(jobs.textContent).toContain('Mails versturen')
  const user = await admin.open('/admin/books')
  await user.click(await screen.findByRole('button', { name: 'Nu nakijken' }))
  await screen.findByRole('heading', { level: 1, name: /nagekeken op .* om \d\d:\d\d/ })
})

it('an admin chooses with the keyboard how to hear of stock', async () => {
  const admin = await owner()
  const preferences = '/api/admin/notification-preferences'
  const standard = { topic: 'STOCK', inShop: true, mail: true, push: false }
  const stock = async () =>
    (await admin.send<{ topic: string }[]>('GET', preferences)).find(({ topic }) => topic === 'STOCK')
  await admin.send('PUT', preferences, standard)
  const user = await admin.open('/profile?tab=settings')
  await user.click(await screen.findByRole('link', { name: /^Wat je als administrator hoort/ }))
  await screen.findByRole('heading', { level: 1, name: /^Meldingen/ })
  const topic = within(await screen.findByRole('group', { name: 'Bijna op en uitverkocht' }))
  expect(topic.getByLabelText('Mail')).toHaveProperty('checked', true)
  topic.getByLabelText('Winkel').focus()
  await user.tab()
  await user.keyboard(' ')
  await user.tab()
  await user.keyboard(' ')
  expect(document.activeElement).toBe(topic.getByLabelText('Push'))
  await expect.poll(stock).toEqual({ ...standard, mail: false, push: true })
  await admin.open('/admin/notifications')
  const again = within(await screen.findByRole('group', { name: 'Bijna op en uitverkocht' }))
  expect(again.getByLabelText('Mail')).toHaveProperty('checked', false)
  expect(again.getByLabelText('Push')).toHaveProperty('checked', true)
  await admin.send('PUT', preferences, standard)
})
