import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { tokensIn } from '../support/devMails.ts'
import { visitShop, type Visitor } from '../support/renderScreen.tsx'
import { currentUrl, like, stepsIn, textOf } from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

/** The token in the newest mail with a link to a page. */
async function mailedToken({ send }: Visitor, email: string, page: string): Promise<string> {
  const token = async () => tokensIn(await send<string>('GET', '/dev/mails'), email, page)[0]
  await expect.poll(token).toBeTruthy()
  return (await token()) ?? ''
}

/** The reference in the confirmation on the open page. */
async function referenceIn(confirmation: RegExp): Promise<string> {
  await expect.poll(() => screen.queryAllByRole('status').map(textOf).join()).toMatch(confirmation)
  const status = screen.getAllByRole('status').find(each => confirmation.test(textOf(each)))
  return textOf(status?.querySelector('strong'))
}

it('a visitor writes, an admin answers, and the visitor reads it and writes back', async () => {
  const email = 'vraag@gloed.test'
  const visitor = await visitShop()
  const contact = stepsIn(await visitor.open('/contact'))
  await contact.fill(/^Naam/, 'Robin Maas')
  await contact.fill(/^E-mailadres/, email)
  await contact.fill(/^Je bericht/, 'Past de kaars in de brievenbus?')
  await contact.press('Versturen')
  await screen.findByText('Kies waar het over gaat.')
  await contact.choose(/^Waar gaat het over/, 'Een bestelling')
  await contact.press('Versturen')
  const reference = await referenceIn(/We hebben je bericht ontvangen/)
  expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)

  const desk = await admin()
  const inbox = stepsIn(await desk.open('/admin/messages'))
  expect(textOf(await screen.findByRole('link', { name: like(reference) }))).toContain('nog 5 werkdagen')
  await inbox.press(reference, 'link')
  await screen.findByText('Past de kaars in de brievenbus?')
  const conversation = currentUrl()
  await inbox.fill(/^Antwoord$/, 'Ja, die past erin.')
  await inbox.press('Antwoord versturen')
  await screen.findByText('Beantwoord')

  const token = await mailedToken(visitor, email, '/contact/gesprek')
  const linked = stepsIn(await visitor.open(`/contact/gesprek#token=${token}`))
  await screen.findByText('Ja, die past erin.')
  await linked.fill(/^Schrijf terug/, 'Dank je wel')
  await linked.press('Versturen')
  await within(await screen.findByRole('log')).findByText('Dank je wel')
  await desk.open(conversation)
  await screen.findByText('Dank je wel')
  await screen.findByText('Wacht op antwoord')
})

it('a visitor reports, an admin decides with reasons, and the visitor appeals', async () => {
  const email = 'melder@gloed.test'
  const visitor = await visitShop()
  const report = stepsIn(await visitor.open('/melden'))
  await report.press('Versturen')
  await screen.findByText('Kies een reden.')
  await report.fill(/^Waar staat het/, '/shop/geurkaars-gloed')
  await report.choose(/^Waarom meld je dit/, 'Belediging of haat')
  await report.fill(/^Wat is er mis mee/, 'Hier staat iets lelijks.')
  await report.fill(/^Naam/, 'Robin Maas')
  await report.fill(/^E-mailadres/, email)
  await report.press(/te goeder trouw/, 'checkbox')
  await report.press('Versturen')
  const reference = await referenceIn(/We hebben je melding ontvangen/)

  const desk = await admin()
  let decision = stepsIn(await desk.open('/admin/content-reports'))
  expect(textOf(await screen.findByRole('link', { name: like(reference) }))).toContain('nog 7 werkdagen')
  await decision.press(reference, 'link')
  await screen.findByText('Hier staat iets lelijks.')
  const reported = currentUrl()
  await decision.choose(/^Wat gebeurt er/, 'Blijft staan')
  await decision.fill(/^Waarom$/, 'Het is een mening.')
  await decision.press(/^Beslissen$/)
  await screen.findAllByText('Beslist')

  const token = await mailedToken(visitor, email, '/melding')
  const appeal = stepsIn(await visitor.open(`/melding#token=${token}`))
  await screen.findByText('Het is een mening.')
  await appeal.fill(/^Waarom klopt de beslissing niet/, 'Het gaat te ver.')
  await appeal.press('Bezwaar maken')
  await screen.findByText(/We bekijken je bezwaar/)
  decision = stepsIn(await desk.open(reported))
  await screen.findByText('Het gaat te ver.')
  await screen.findByRole('heading', { name: 'Beslis op het bezwaar' })
  await decision.choose(/^Wat gebeurt er/, 'Blijft staan')
  await decision.fill(/^Waarom$/, 'Ook na lezen blijft het een mening.')
  await decision.press('Definitief beslissen')
  await expect.poll(() => screen.queryByRole('button', { name: 'Definitief beslissen' })).toBeNull()
  await screen.findByText('Ook na lezen blijft het een mening.')
  // The mailed link again, as the page forgets its token.
  await visitor.open(`/melding#token=${token}`)
  await screen.findByText('Ook na lezen blijft het een mening.')
  expect(screen.queryByRole('button', { name: 'Bezwaar maken' })).toBeNull()
})

it('anyone withdraws from an order, confirms it and gets a receipt', async () => {
  const visitor = await visitShop()
  const { press, fill, labelled } = stepsIn(await visitor.open('/auth'))
  await press('Herroepen', 'link')
  await screen.findByRole('heading', { level: 1, name: 'Herroepen' })
  await screen.findByText(/verzegeling heel is/)
  await press('Verder')
  await screen.findByText('Vul je bestelnummer in, zoals 2026-000042.')
  await fill(/^Naam/, 'Robin Maas')
  await fill(/^E-mailadres/, 'robin@gloed.test')
  await fill(/^Bestelnummer/, '2026-000042')
  await press('Verder')
  await screen.findByText('De hele bestelling')
  await press('Wijzigen')
  expect(await labelled(/^Naam/)).toHaveProperty('value', 'Robin Maas')
  await fill(/^Welke producten/, 'Alleen de kaars')
  await press('Verder')
  await press('Herroeping bevestigen')
  await screen.findByText('We hebben je herroeping ontvangen')
})

it('the policy of customers’ age is below every page, and leads to a report without a login', async () => {
  const user = await (await visitShop()).open('/auth')
  const { press } = stepsIn(user)
  await press('Leeftijdsbeleid', 'link')
  await screen.findByRole('heading', { level: 1, name: 'Leeftijdsbeleid' })
  await press('Meld het', 'link')
  await screen.findByRole('heading', { level: 1, name: /melden/i })
  expect(screen.getByRole('button', { name: 'Versturen' })).toBeTruthy()
})
