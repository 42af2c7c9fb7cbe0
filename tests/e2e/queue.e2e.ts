import type { Browser, Page } from '@playwright/test'
import { endButton, signIn, intensitySlider, firstToy, startSessionWith } from '../support/e2eLive.ts'
import {
  browserErrorsOf,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
} from '../support/screen.ts'
import { answerCookieBanner } from '../support/e2e.ts'

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

/** Another customer with minutes, on a phone. */
async function openOther(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  })
  await answerCookieBanner(context)
  const page = await context.newPage()
  const account = { email: `${name}@gloed.test`, password: 'een lang wachtwoord', displayName: 'Robin' }
  expect((await page.request.post('/api/register', { data: account })).status()).toBe(201)
  const wanted = { packageId: 'quick', minutes: 5, price: 1000 }
  const bought = await page.request.post('/api/purchase-minutes', { data: wanted })
  const { paymentUrl } = (await bought.json()) as { paymentUrl: string }
  await page.request.post(paymentUrl, { form: { outcome: 'paid' } })
  await page.goto('/live')
  return page
}

test(
  'a customer in the queue gets the toy when it becomes free',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    const other = await openOther(browser, baseURL, 'wachter')
    const complaints = browserErrorsOf(other)
    await other.getByRole('button', { name: `Ga in de rij voor ${toy.name}` }).click()
    const place = other.getByRole('region', { name: 'Je plek in de rij' })
    await expect(place.getByText(/^Jij bent de volgende\. (Nog ongeveer|Het kan elk moment)/)).toBeVisible()
    await expect(place.getByText('Plek 1')).toBeVisible()
    await expect(other.getByText('Bezet, 1 in de rij')).toBeVisible()
    await expectAccessible(other)
    await expectNoHorizontalScroll(other)

    await expect(intensitySlider(page)).toBeFocused()
    await endButton(page).click()
    const turn = other.getByRole('region', { name: 'Je bent aan de beurt' })
    await expect(turn.getByRole('timer', { name: 'Tijd om te starten' })).toBeVisible()
    await expect(other).toHaveTitle(new RegExp(`^${toy.name} is vrij`))
    await expect(other.getByText('Start binnen 30 seconden.', { exact: false }).first()).toBeVisible()
    await expectAccessible(other)
    // It stays taken for all others; they may join the queue, and leave it again.
    await page.getByRole('button', { name: `Ga in de rij voor ${toy.name}` }).click()
    await page.getByRole('button', { name: 'Rij verlaten' }).click()
    await expect(page.getByText('Je staat niet meer in de rij', { exact: true })).toBeVisible()

    await turn.getByRole('button', { name: 'Start nu' }).click()
    await expect(intensitySlider(other)).toBeFocused()
    await expect(other).toHaveTitle(/^Live Control/)
    await other.request.post('/api/toy-control/stop')
    await expect(other.getByText('Nu online')).toBeVisible()
    await expect(page.getByRole('button', { name: `Start met ${toy.name}` })).toBeEnabled()
    expect(complaints).toEqual([])
    await other.context().close()
  },
)

test(
  'a customer in the queue is notified on any page, and the bell updates at once',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    const other = await openOther(browser, baseURL, 'kijker')
    const complaints = browserErrorsOf(other)
    // Requests that the queue's own page still makes are not counted.
    await other.goto('/wishlist')
    const sockets: string[] = []
    other.on('websocket', socket => sockets.push(socket.url()))
    const asked: string[] = []
    other.on('request', request => request.url().endsWith('/api/queue') && asked.push(request.url()))
    // A customer outside any queue opens no socket in the shop, and requests no position.
    await other.reload()
    const account = other.getByRole('button', { name: 'Account van Robin' })
    await expect(account).toHaveText(/1$/)
    expect([sockets, asked]).toEqual([[], []])

    await other.goto('/live')
    await other.getByRole('button', { name: `Ga in de rij voor ${toy.name}` }).click()
    await expect(other.getByRole('region', { name: 'Je plek in de rij' })).toBeVisible()
    await other.goto('/shop')
    await expect.poll(() => sockets.length).toBeGreaterThan(1)
    const turn = other.getByRole('region', { name: 'Je bent aan de beurt' })
    await expect(turn).toBeHidden()

    await expect(intensitySlider(page)).toBeFocused()
    await endButton(page).click()
    await expect(turn.getByText(/^Jouw beurt, nog \d+ seconden\.$/)).toBeVisible()
    await expectAccessible(other)
    await expectNoHorizontalScroll(other)
    // Without a push the bell polls once a minute.
    await expect(account).toHaveText(/2$/)

    await turn.getByRole('link', { name: 'Naar Live' }).click()
    await expect(other.getByRole('timer', { name: 'Tijd om te starten' })).toBeVisible()
    await other.getByRole('button', { name: 'Plek afstaan' }).click()
    await other.goto('/shop')
    await expect(turn).toBeHidden()
    expect(complaints).toEqual([])
    await other.context().close()
  },
)
