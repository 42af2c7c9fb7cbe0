import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { address } from '../support/demoProducts.ts'
import { tokensIn } from '../support/devMails.ts'
import { answers, visitShop } from '../support/renderScreen.tsx'
import { signUpCustomer } from '../support/screenOrders.ts'
import {
  closeByEscape,
  currentUrl,
  stepsIn,
  stepsInDialog,
  textOf,
  typeAddress,
  untilGone,
} from '../support/screenSteps.ts'

it('an address is verified with the link in the welcome mail, and the reminder disappears', async () => {
  const { token, visitor } = await mailedLink('/verify-email')
  const reminder = 'Stuur de link opnieuw'
  await stepsIn(await visitor.open('/dashboard')).press(reminder)
  await screen.findByText('Nieuwe link verstuurd')
  const user = await visitor.open(`/verify-email#token=${token}`)
  await expect.poll(currentUrl).toBe('/verify-email')
  await stepsIn(user).press('E-mailadres bevestigen')
  await screen.findByRole('heading', { name: 'Je e-mailadres is bevestigd' })
  await visitor.open('/dashboard')
  await screen.findByRole('heading', { name: 'Dag Robin' })
  expect(screen.queryByRole('button', { name: reminder })).toBeNull()
})

it('an address is verified in another browser with the password, or the account is closed', async () => {
  const { email, token } = await mailedLink('/verify-email')
  const stranger = await visitShop()
  const user = await stranger.open(`/verify-email#token=${token}`)
  await expect.poll(currentUrl).toBe('/verify-email')
  const { press, fill } = stepsIn(user)
  await press('E-mailadres bevestigen')
  await screen.findByRole('heading', { name: 'Is dit jouw account?' })
  await fill('Wachtwoord van het account', 'een gok')
  await press('E-mailadres bevestigen')
  await screen.findByText('Dit wachtwoord klopt niet.')
  await press('Ik heb dit account niet gemaakt')
  await (await stepsInDialog(user, /./)).press('Account sluiten')
  await screen.findByRole('heading', { name: 'Het account is gesloten' })
  await expect(visitShop(email, 'een lang wachtwoord')).rejects.toThrow('403')
})

/** The token in the newest mail to a new customer with a link to a page. */
async function mailedLink(page: string) {
  const visitor = await signUpCustomer()
  const { email, send } = visitor
  const token = async () => tokensIn(await send<string>('GET', '/dev/mails'), email, page)[0]
  await expect.poll(token).toBeTruthy()
  return { visitor, email, token: await token() }
}

it('an invalid link shows an error and links to the login', async () => {
  const visitor = await visitShop()
  await visitor.open('/verify-email')
  await screen.findByText(/^Open de link uit je mail/)
  const { press } = stepsIn(await visitor.open('/verify-email#token=bestaat-niet'))
  await expect.poll(currentUrl).toBe('/verify-email')
  await press('E-mailadres bevestigen')
  await screen.findByText(/Deze link is niet meer geldig\./)
  within(screen.getByRole('main')).getByRole('link', { name: 'Inloggen' })
  const reset = stepsIn(await visitor.open('/reset-password?token=bestaat-niet'))
  await reset.fill('Nieuw wachtwoord', 'een ander wachtwoord')
  await reset.press('Wachtwoord opslaan')
  await screen.findByText(/Deze link is niet meer geldig\./)
  await reset.press('Vraag een nieuwe link', 'link')
  await screen.findByRole('heading', { name: 'Wachtwoord vergeten' })
})

it('other logins can be ended, and the password changed', async () => {
  const customer = await signUpCustomer()
  const { email, password } = customer
  const elsewhere = await visitShop()
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'
  await elsewhere.send('POST', '/api/login', { email, password }, { 'user-agent': phone })
  const { press, fill, labelled } = stepsIn(await customer.open('/dashboard'))
  await press(/^Beveiliging/, 'link')
  await screen.findByText('Safari op iPhone')
  expect(screen.getAllByText('Dit apparaat').length).toBe(1)
  await press(/^Uitloggen.*Safari op iPhone$/)
  await untilGone('Safari op iPhone')
  await expect(elsewhere.send('GET', '/api/user')).rejects.toThrow('401')

  await fill('Huidig wachtwoord', password)
  await fill('Nieuw wachtwoord', 'een ander wachtwoord')
  await press('Wachtwoord wijzigen')
  await screen.findByText('Wachtwoord gewijzigd')
  expect(await labelled('Huidig wachtwoord')).toHaveProperty('value', '')
})

it('a creator is asked to set up two-step verification after signing in, and can postpone it', async () => {
  const { press } = stepsIn(await (await visitShop()).open('/auth'))
  await press(/inloggen als model@/)
  const urge = () => screen.queryAllByRole('status').find(each => textOf(each).includes('tweede stap'))
  await expect.poll(urge).toBeTruthy()
  await press('Sluit melding')
  await expect.poll(urge).toBeUndefined()
})

it('addresses are added, changed and removed in a dialog', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open('/profile?tab=addresses')
  const { press } = stepsIn(user)
  const items = (text: string) =>
    textOf(screen.queryAllByRole('listitem').find(item => textOf(item).includes(text)))
  await press('Adres toevoegen')
  const adding = await stepsInDialog(user, 'Adres toevoegen')
  await adding.press('Opslaan')
  for (const field of ['Voornaam', 'Achternaam', 'Straat', 'Huisnummer', 'Stad', 'Postcode'])
    await adding.in.findByText(`${field} is verplicht`)
  await typeAddress(adding)
  await closeByEscape(user)
  await press('Adres toevoegen')
  expect(await adding.labelled(/^Huisnummer/)).toHaveProperty('value', address.houseNumber)
  await adding.press('Opslaan')
  await screen.findByText('Adres toegevoegd')
  await screen.findByText(/3512 AB Utrecht/)
  await screen.findByText('Standaard')

  // A lookup fills in the fields that it finds, and keeps typed text.
  customer.intercept(({ path }, goOn) =>
    path.startsWith('/api/addresses/lookup?')
      ? answers(200, JSON.stringify({ street: 'Kerkweg', city: 'Zeist' }))
      : goOn(),
  )
  await press('Adres toevoegen')
  await adding.fill(/^Stad/, 'Driebergen')
  await adding.fill(/^Postcode/, '3701hk')
  await adding.fill(/^Huisnummer/, '7')
  await adding.fill(/^Voornaam/, 'Robin')
  await expect.poll(() => adding.labelled(/^Straat/)).toHaveProperty('value', 'Kerkweg')
  expect(await adding.labelled(/^Stad/)).toHaveProperty('value', 'Driebergen')
  await adding.fill(/^Achternaam/, 'Maas')
  await user.click(await adding.labelled('Gebruik dit als standaardadres'))
  await adding.press('Opslaan')
  await expect.poll(() => items('Kerkweg 7')).toContain('Standaard')

  await press(/^Bewerken van Kerkweg 7/)
  const changing = await stepsInDialog(user, 'Adres bewerken')
  await changing.fill(/^Straat/, 'Dorpsstraat')
  customer.intercept(({ method, path }, goOn) =>
    method !== 'GET' && path.startsWith('/api/addresses/') ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await changing.press('Opslaan')
  await screen.findByText('Er is een fout opgetreden bij het bijwerken van het adres')
  customer.intercept()
  await changing.press('Opslaan')
  await screen.findByText('Adres bijgewerkt')
  await expect.poll(() => items('Dorpsstraat 7')).not.toBe('')

  await press(/^Verwijderen van Dorpsstraat 7/)
  await screen.findByText('Adres verwijderd')
  await expect.poll(() => items('Dorpsstraat 7')).toBe('')
  await press('Ongedaan maken')
  await expect.poll(() => items('Dorpsstraat 7')).toContain('Standaard')
  await press(/^Verwijderen van Dorpsstraat 7/)
  await expect.poll(() => items('Dorpsstraat 7')).toBe('')
  expect(items('Lindelaan')).toContain('Standaard')
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: /^Adres toevoegen/ }))
})

it('settings apply at once, revert when they are refused, and say who sees what', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open('/profile?tab=settings')
  const { press } = stepsIn(user)
  const mail = () => screen.getByRole('switch', { name: /^E-mail/ })
  await screen.findByRole('switch', { name: /^E-mail/ })
  // This server sends no text messages, so none are offered.
  expect(screen.queryByRole('switch', { name: /^Sms/ })).toBeNull()
  customer.intercept(({ method, path }, goOn) =>
    method === 'PUT' && path === '/api/profile' ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await user.click(mail())
  await screen.findByText('Kon profiel niet bijwerken')
  await expect.poll(() => mail().getAttribute('aria-checked')).toBe('true')
  customer.intercept()
  await press(/^E-mail/, 'switch')
  const categories = () => screen.getAllByRole('checkbox') as HTMLInputElement[]
  await user.click(categories()[0] as HTMLElement)
  await user.click(categories()[1] as HTMLElement)
  await user.click(categories()[0] as HTMLElement)
  const stored = () => customer.send('GET', '/api/profile')
  await expect
    .poll(stored)
    .toMatchObject({ emailNotifications: false, preferredCategories: [expect.any(String)] })
  await customer.open('/profile?tab=settings')
  await expect.poll(() => categories()[1]?.checked).toBe(true)
  expect(mail().getAttribute('aria-checked')).toBe('false')

  const { id } = await customer.send<{ id: string }>('GET', '/api/user')
  const stranger = await signUpCustomer()
  await stranger.open(`/users/${id}`)
  await screen.findByRole('heading', { name: 'Profiel niet gevonden' })
  const shown = stepsIn(await customer.open('/profile?tab=settings'))
  await shown.press('Privacy', 'tab')
  await shown.press(/^Openbaar/, 'radio')
  await shown.press(/^Toon mijn statistieken/, 'switch')
  await expect.poll(stored).toMatchObject({ profileVisibility: 'PUBLIC', showStatistics: true })
  await shown.press(/^Bekijk wat anderen zien/, 'link')
  await screen.findByRole('link', { name: /^Bepaal wat anderen zien/ })
  await stranger.open(`/users/${id}`)
  await screen.findByRole('heading', { name: 'Robin' })
  await screen.findByText('Favorieten')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

it('without a login the page of the profile says that one must sign in', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open('/profile?tab=settings')
  await screen.findByRole('switch', { name: /^E-mail/ })
  await customer.send('POST', '/api/logout')
  await user.click(screen.getByRole('switch', { name: /^E-mail/ }))
  await screen.findByText('Je moet ingelogd zijn om je profiel te bekijken.')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Inloggen' }))
  await expect.poll(currentUrl).toBe('/auth?next=/profile')
})

it('a forgotten password is reset, and the new one signs in', async () => {
  const { email, send } = await signUpCustomer()
  const visitor = await visitShop()
  const { press, fill } = stepsIn(await visitor.open('/auth'))
  await press('Wachtwoord vergeten?', 'link')
  await press('Stuur de link')
  await screen.findByText('Vul je e-mailadres in.')
  await fill(/^E-mailadres/, 'robin@')
  await screen.findByText('Dit is geen geldig e-mailadres.')
  await fill(/^E-mailadres/, email)
  await press('Stuur de link')
  await screen.findByRole('heading', { name: 'Kijk in je mailbox' })

  const token = async () => tokensIn(await send<string>('GET', '/dev/mails'), email, '/reset-password')[0]
  await expect.poll(token).toBeTruthy()
  const user = await visitor.open(`/reset-password#token=${await token()}`)
  const reset = stepsIn(user)
  await expect.poll(currentUrl).toBe('/reset-password')
  await reset.fill('Nieuw wachtwoord', 'kort')
  await reset.press('Wachtwoord opslaan')
  await screen.findByText('Kies een wachtwoord van minstens 8 tekens.')
  await reset.fill('Nieuw wachtwoord', 'een ander wachtwoord')
  await reset.press('Wachtwoord opslaan')
  await screen.findByRole('heading', { name: 'Je wachtwoord is gewijzigd' })

  await stepsIn(user, within(screen.getByRole('main'))).press('Inloggen', 'link')
  await reset.fill(/^E-mailadres/, email)
  await reset.fill(/^Wachtwoord$/, 'een ander wachtwoord')
  await reset.press(/^Inloggen$/)
  await expect.poll(currentUrl).toBe('/')
  // Nobody had proven the address, so the name may have been a stranger's.
  await screen.findByRole('button', { name: 'Account van Klant' })
})

it('a copy of one’s data says how many files of it are made', async () => {
  const customer = await signUpCustomer()
  customer.intercept(({ path }, goOn) =>
    path === '/api/account/export/state'
      ? answers(
          200,
          JSON.stringify({
            state: 'PREPARING',
            requestedAt: '2026-11-23T10:00:00.000Z',
            expiresAt: null,
            againAt: '2026-11-24T10:00:00.000Z',
            progress: { done: 9, total: 12 },
          }),
        )
      : goOn(),
  )
  await customer.open('/profile?tab=privacy')
  const bar = await screen.findByRole('progressbar', { name: 'We maken je kopie' })
  expect(bar.getAttribute('aria-valuetext')).toBe('9 van 12, nog 3')
  expect(bar.getAttribute('aria-valuenow')).toBe('75')
})
