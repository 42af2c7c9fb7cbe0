import type { Browser, Page } from '@playwright/test'
import type { Toy } from '../../src/live/toys/contract.ts'
import { expectLevel, signIn, intensitySlider, firstToy, startSessionWith } from '../support/e2eLive.ts'
import {
  browserErrorsOf,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import { startServer } from '../support/server.ts'

const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }

/** A separate browser in which the creator has the studio open. */
async function openStudio(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const { viewport } = test.info().project.use
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...(viewport && { viewport }),
    ...(baseURL && { baseURL }),
  })
  await answerCookieBanner(context)
  const page = await context.newPage()
  expect((await page.request.post('/api/login', { data: creator })).status()).toBe(200)
  await page.goto('/studio')
  return page
}

/** The creator gives a sign, and lets her player wait. */
async function exchangeSignals(page: Page, studio: Page, toy: Toy): Promise<void> {
  await studio.getByRole('button', { name: 'Meer', exact: true }).click()
  await expect(page.getByText('Ze wil meer')).toBeVisible()
  await studio.keyboard.press('w')
  await expectLevel(page, toy, 0)
  await expect(page.getByText('De creator heeft een moment nodig.', { exact: false })).toBeVisible()
  await expect(intensitySlider(page)).toBeDisabled()
  await expectAccessible(page)
  await expectNoHorizontalScroll(studio)
  await studio.getByRole('button', { name: 'Ga verder' }).click()
  await expect(intensitySlider(page)).toBeFocused()
  // The same strength again.
  await page.keyboard.press('Enter')
  await expectLevel(page, toy, 20)
}

const expectTold = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

const cap = (page: Page, toy: { name: string }) =>
  page.getByRole('slider', { name: `Hoogste sterkte van ${toy.name}` })

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test(
  'two browsers: the customer plays, the creator caps and stops',
  phoneOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    const toy = await firstToy(page)
    const studio = await openStudio(browser, baseURL)
    const complaints = browserErrorsOf(studio)
    await expect(studio.getByRole('heading', { name: 'Niemand' })).toBeVisible()

    const card = studio.getByRole('article', { name: `Sam op ${toy.name}` })
    await Promise.all([
      card.getByRole('timer', { name: 'Begint over' }).waitFor(),
      startSessionWith(page, toy),
    ])
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expectLevel(page, toy, 20)
    await expect(card.getByText('Heeft de controle')).toBeVisible()
    await expect(card.getByRole('meter', { name: 'Sterkte nu' })).toHaveAttribute('aria-valuenow', '20')
    await expectNoHorizontalScroll(studio)
    await expectAccessible(studio)

    await exchangeMessages(page, studio)
    await exchangeSignals(page, studio, toy)

    await cap(studio, toy).press('ArrowLeft')
    await expectLevel(page, toy, 19)
    await cap(studio, toy).press('Home')
    await expectLevel(page, toy, 1)
    await expect(page.getByText('De creator begrenst deze toy: jouw 20 is hier 1.')).toBeVisible()
    await cap(studio, toy).press('End')
    await expectLevel(page, toy, 20)

    await studio.keyboard.press('Escape')
    await expectLevel(page, toy, 0)
    await expectTold(studio, '1 sessie beëindigd.')
    await expect(page.getByText('De creator heeft de sessie beëindigd.')).toBeVisible()
    await expect(studio.getByRole('heading', { name: 'Niemand' })).toBeVisible()
    expect(complaints).toEqual([])
    await studio.context().close()
  },
)

test('a toy that takes no stop: the creator is told to switch it off, until it takes one', async ({
  page,
  browser,
  baseURL,
}) => {
  const inject = (faults: object) =>
    page.request
      .post('/simulator/lovense/faults', { data: faults })
      .then(answer => expect(answer.ok()).toBe(true))
  await signIn(page)
  const toy = await firstToy(page)
  const studio = await openStudio(browser, baseURL)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  try {
    await inject({ dropStops: true })
    await page.keyboard.press('End')
    await expectLevel(page, toy, 20)
    await page.keyboard.press('Escape')
    // Another toy may be in it, whose tab was closed in an earlier test.
    const alarm = studio.getByRole('alert').filter({ hasText: 'nu zelf uit' })
    const isOff = alarm.getByRole('button', { name: `${toy.name} staat uit` })
    await expect(isOff).toBeVisible()
    await alarm.getByRole('button', { name: 'Geluid uit' }).click()
    await expect(alarm.getByRole('button', { name: 'Geluid uit' })).toBeHidden()
    await expectNoHorizontalScroll(studio)
    await expectAccessible(studio)
    await isOff.click()
    await expect(isOff).toBeHidden()
  } finally {
    await inject({})
  }
  await studio.context().close()
})

test(
  'a creator stops everything from a notification, without going to the studio',
  phoneOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    const toy = await firstToy(page)
    const studio = await openStudio(browser, baseURL)
    await startSessionWith(page, toy)
    await studio.goto('/notifications')
    await studio.getByRole('button', { name: 'Stop alles' }).first().click()
    await expectTold(studio, 'Stop alles: gelukt')
    await expectNoHorizontalScrollAtBothWidths(studio)
    await expect(page.getByText('De creator heeft de sessie beëindigd.')).toBeVisible()
    await studio.context().close()
  },
)

test(
  'a stop link: the creator makes one, and anyone who opens it stops her toys without signing in',
  phoneOnly,
  async ({ page, browser, baseURL }) => {
    const studio = await openStudio(browser, baseURL)
    await studio.getByRole('button', { name: 'Stoplink maken' }).click()
    const dialog = studio.getByRole('dialog', { name: 'Stoplink maken' })
    await dialog.getByRole('button', { name: 'Maken' }).click()
    await expect(dialog.getByText('Geef de link een naam.')).toBeVisible()
    const name = `Kaart op ${test.info().project.name}`
    await dialog.getByLabel('Naam').fill(name)
    await dialog.getByRole('button', { name: 'Maken' }).click()
    await expect(dialog.getByRole('img', { name: `QR-code van de stoplink ${name}` })).toBeVisible()
    const url = (await dialog.getByText(/\/stop\//).textContent()) ?? ''
    await studio.keyboard.press('Escape')

    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expectLevel(page, toy, 20)

    const friend = await browser.newContext({
      ...(baseURL && { baseURL }),
      storageState: { cookies: [], origins: [] },
    })
    const stop = await friend.newPage()
    await stop.goto(new URL(url).pathname)
    await expect(stop.getByRole('heading', { name: 'Gestopt' })).toBeVisible()
    await expect(stop.getByText('Alles kreeg een stop, en 1 sessie is beëindigd.')).toBeVisible()
    await expectLevel(page, toy, 0)
    await expectNoHorizontalScrollAtBothWidths(stop)
    await expectAccessible(stop)

    await studio.getByRole('button', { name: `${name} intrekken` }).click()
    await expect(studio.getByRole('button', { name: `${name} intrekken` })).toBeHidden()
    await stop.getByRole('button', { name: 'Stop nog eens' }).click()
    await expect(stop.getByText('Deze stoplink werkt niet meer.')).toBeVisible()
    await friend.close()
    await studio.context().close()
  },
)

/** Messages beside the session: the toy continues, and each sees what the other wrote. */
async function exchangeMessages(page: Page, studio: Page) {
  const open = (where: Page, name: RegExp) => where.getByRole('button', { name }).click()
  const say = async (where: Page, text: string) => {
    await where.getByRole('dialog').getByRole('textbox').fill(text)
    await where.keyboard.press('Enter')
  }
  const hears = (where: Page, text: string) => expect(where.getByRole('log').getByText(text)).toBeVisible()
  await open(studio, /^Berichten met Sam/)
  await say(studio, 'Dag Sam, rustig beginnen')
  await hears(studio, 'Dag Sam, rustig beginnen')
  await open(page, /^Berichten met Noor, 1 nieuw/)
  await hears(page, 'Dag Sam, rustig beginnen')
  await say(page, 'Doe ik')
  await hears(studio, 'Doe ik')
  await expectNoHorizontalScroll(studio)
  await expectAccessible(studio)
  await studio.getByRole('button', { name: 'Sluiten' }).click()
  await page.getByRole('button', { name: 'Sluiten' }).click()
  await expect(intensitySlider(page)).toBeVisible()
}

test(
  'a creator declines, blocks and unblocks, takes a toy off the air, and renames it',
  desktopOnly,
  async ({ browser }) => {
    // Time enough to decline, on the slowest machine.
    test.slow()
    const server = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '120' } })
    const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
    await answerCookieBanner(context)
    try {
      const page = await context.newPage()
      await signIn(page)
      const toy = await firstToy(page)
      const studio = await openStudio(browser, server.origin)
      const startButton = (name = toy.name) => page.getByRole('button', { name: `Start met ${name}` })

      await startSessionWith(page, toy)
      await studio.getByRole('button', { name: 'Afwijzen' }).click()
      await expectTold(studio, 'Sessie afgewezen')
      await expect(page.getByText('De creator heeft de sessie afgewezen.')).toBeVisible()

      await startSessionWith(page, toy)
      await studio.getByRole('button', { name: 'Blokkeren' }).click()
      await studio.getByRole('dialog').getByRole('button', { name: 'Blokkeren', exact: true }).click()
      await expectTold(studio, 'Sam is geblokkeerd')
      await expect(page.getByText('Er is nu niemand online')).toBeVisible()
      await expectNoHorizontalScroll(studio)
      await expectAccessible(studio)
      await studio.getByRole('link', { name: 'Bekijken en wijzigen' }).click()
      await expectNoHorizontalScrollAtBothWidths(studio)
      // The browser hashes the list and sends no more than that.
      await studio.getByLabel('Adressen en nummers').first().fill('klant@gloed.test, 0470 12 34 56, niets')
      await studio.getByRole('button', { name: 'Lijst opslaan' }).click()
      await expect(studio.getByText('Op je lijst: 3 codes.')).toBeVisible()
      await studio.getByRole('button', { name: 'Leegmaken' }).click()
      await studio.getByRole('dialog').getByRole('button', { name: 'Leegmaken' }).click()
      await expect(studio.getByText('Je lijst is leeg.')).toBeVisible()
      await studio.getByRole('button', { name: 'Blokkade van Sam opheffen' }).click()
      await expectTold(studio, 'Blokkade opgeheven')
      await studio.goto('/studio')
      await expect(startButton()).toBeVisible()

      const off = studio.getByRole('button', { name: `${toy.name} uit de uitzending` })
      const on = studio.getByRole('button', { name: `${toy.name} 4 uur in de uitzending` })
      await off.click()
      await expect(off).toBeHidden()
      await expect(startButton()).toBeHidden()
      await on.click()
      await expect(studio.getByText(/^In de uitzending tot \d\d:\d\d$/)).toBeVisible()
      await expect(startButton()).toBeVisible()

      // A session that runs goes on, and can be ended from here.
      await startSessionWith(page, toy)
      await off.click()
      await expectTold(studio, 'De sessie met Sam gaat gewoon door.')
      await studio.getByRole('button', { name: 'Sessie beëindigen' }).click()
      await expect(page.getByText('De creator heeft de sessie beëindigd.')).toBeVisible()
      await on.click()
      await expect(startButton()).toBeVisible()

      await studio.getByRole('button', { name: `${toy.name} een andere naam geven` }).click()
      await studio.getByLabel('Naam van de toy').fill('Zomer')
      await studio.keyboard.press('Enter')
      await expect(studio.getByRole('heading', { name: 'Zomer' })).toBeVisible()
      await expect(startButton('Zomer')).toBeVisible()
      await studio.context().close()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)

test(
  'a creator gets a pairing code, and only creators see the studio',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    expect((await page.goto('/studio'))?.status()).toBe(403)
    const studio = await openStudio(browser, baseURL)
    await studio.getByRole('button', { name: 'Toy verbinden' }).click()
    const dialog = studio.getByRole('dialog', { name: 'Toy verbinden' })
    await expect(dialog.getByRole('img', { name: /^QR-code/ })).toBeVisible()
    await expect(dialog.getByText('Wacht op je app.')).toBeVisible()
    // The dialog shows its code as a picture only; another code of the same creator works as well.
    const asked = await studio.request.post('/api/studio/lovense/generate-qr')
    const { qrId } = (await asked.json()) as { qrId: string }
    expect((await studio.request.post('/simulator/lovense/scan', { data: { qrId } })).status()).toBe(200)
    await expect(dialog.getByText('Je app is verbonden.')).toBeVisible()
    await studio.context().close()
  },
)

test(
  'a creator accepts each start, and a held Escape is a panic that she undoes',
  desktopOnly,
  async ({ browser }) => {
    test.slow()
    const server = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '120' } })
    const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
    await answerCookieBanner(context)
    try {
      const page = await context.newPage()
      await signIn(page)
      const studio = await openStudio(browser, server.origin)
      await studio.getByRole('link', { name: 'Mijn menu' }).click()
      await studio.getByText('Iedereen, na mijn ja').click()
      await studio.getByRole('button', { name: 'Opslaan' }).click()
      await expectTold(studio, 'Je menu is opgeslagen')
      await expectAccessible(studio)
      await studio.getByRole('link', { name: 'Naar je studio' }).click()

      await startSessionWith(page, await firstToy(page))
      await expect(page.getByText(/We wachten op een ja van de creator/)).toBeVisible()
      await studio.getByRole('button', { name: 'Ja, laat beginnen' }).click()
      await expect(page.getByText('De creator zei ja.')).toBeVisible()
      await studio.keyboard.down('Escape')
      await expect(studio.getByRole('heading', { name: 'Het is gestopt' })).toBeVisible()
      await studio.keyboard.up('Escape')
      await expect(page.getByText('De creator heeft de sessie beëindigd.')).toBeVisible()
      await expect(studio.getByText(/Je bent uit de uitzending/)).toBeVisible()
      await expectAccessible(studio)
      await studio.getByRole('button', { name: 'Blokkade van Sam opheffen' }).click()
      await expect(studio.getByText(/Sam is niet geblokkeerd/)).toBeVisible()
      await studio.context().close()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)
