import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'

it('a creator gives where she is paid, sees the ends of her numbers, and an admin sees what she waits for', async () => {
  const creator = await visitShop('model@gloed.test')
  let user = await creator.open('/studio/uitbetaling')
  await screen.findByText('Vul dit in voor je eerste uitbetaling')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Vul je rekeningnummer (IBAN) in.')
  const type = (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text)
  await type('Straat en huisnummer', 'Kerkstraat 1')
  await type('Postcode', '1017 AA')
  await type('Plaats', 'Amsterdam')
  await type('Fiscaal nummer', '111222333')
  await type('Rekeningnummer (IBAN)', 'NL91ABNA0417164301')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Dit is geen geldig rekeningnummer (IBAN).')
  await user.clear(screen.getByRole('textbox', { name: 'Rekeningnummer (IBAN)' }))
  await type('Rekeningnummer (IBAN)', 'NL91 ABNA 0417 1643 00')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('We vragen de bank of de naam klopt')
  await screen.findByText(/eindigt op 4300/)
  expect(document.body.textContent).not.toContain('111222333')

  user = await creator.open('/studio/uitbetaling')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Hoe werk je?' }), 'VAT_BELGIUM')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Vul je btw-nummer in.')

  const admin = await visitShop('admin@gloed.test')
  await admin.open('/admin/payouts')
  const due = await screen.findByRole('row', { name: /Noor/ })
  expect(due.textContent).toContain('Naam nog niet nagevraagd')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('button', { name: 'Uitbetaling klaarzetten' })).toHaveProperty('disabled', true)
})

it('an admin returns a payment and notes the bank’s answer', async () => {
  const admin = await visitShop('admin@gloed.test')
  const payout = {
    id: 'p1',
    creatorId: 'c1',
    name: 'Noor',
    cents: 12_345,
    endToEndId: 'U1',
    returnReason: null,
  }
  const overview = {
    hasAccount: true,
    due: [{ creatorId: 'c2', name: 'Tess', cents: 700, refusal: 'NAME_UNCHECKED' }],
    runs: [
      {
        id: 'r1',
        state: 'DRAFT',
        createdAt: '2026-12-07T06:10:00.000Z',
        executionOn: '2026-12-08',
        filedAt: null,
        payouts: [{ ...payout, state: 'RESERVED' }],
      },
    ],
  }
  const payee = {
    userId: 'c2',
    version: 3,
    details: { holderName: 'Tess Smit', iban: 'BE68539007547034' },
    usableAt: null,
    nameCheck: null,
    nameCheckedBy: null,
    nameCheckedAt: null,
  }
  const sent: string[] = []
  const json = (body: object) => Promise.resolve(Response.json(body))
  admin.intercept(({ method, path, body }, goOn) => {
    if (method !== 'GET' && /payee|payout/.test(path)) sent.push(`${method} ${path} ${body}`)
    if (path.startsWith('/api/admin/payees/')) return json(payee)
    return path.startsWith('/api/admin/payout') ? json(overview) : goOn()
  })
  const user = await admin.open('/admin/payouts')
  await user.click(await screen.findByRole('button', { name: 'Rekening en naam van Tess' }))
  await screen.findByText('BE68539007547034')
  await user.click(screen.getByRole('button', { name: 'De naam klopt bijna' }))
  await expect.poll(() => sent).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: /^Intrekken/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Noteren' }))
  await dialog.findByText('Vul in waarom de betaling terugkwam.')
  await user.type(dialog.getByRole('textbox', { name: 'Waarom' }), 'Nog niet')
  await user.click(dialog.getByRole('button', { name: 'Noteren' }))
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent).toEqual([
    expect.stringMatching(/^PUT \/api\/admin\/payees\/c2\/name-check .*"version":3.*"CLOSE"/),
    expect.stringMatching(/^POST \/api\/admin\/payouts\/p1\/return .*"Nog niet"/),
  ])
  admin.intercept()
})
