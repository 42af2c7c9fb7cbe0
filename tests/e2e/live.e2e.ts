import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { BrowserContext, Page } from '@playwright/test'
import { users } from '../../src/people/accounts/table.ts'
import { addMinuteEntry } from '../../src/money/minutes/service.ts'
import { openEmbedded } from '../../src/platform/db/embeddedDatabase.ts'
import type { Toy } from '../../src/live/toys/contract.ts'
import { expect, expectAccessible, test, desktopOnly, phoneOnly } from '../support/screen.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import { dialog, orderButton } from '../support/e2eCustomer.ts'
import {
  demoCustomer,
  endButton,
  expectLevel,
  levelOf,
  signIn,
  intensitySlider,
  firstToy,
  startSessionWith,
  stopButton,
} from '../support/e2eLive.ts'
import { newDataDir, startServer } from '../support/server.ts'

/** Frees the toy for the next test, also after a failure. */
test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test('goes from the list through the countdown to control, and stops the toy', async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(page.getByText('Sessie gestart!', { exact: true })).toBeVisible()
  await expect(page.getByText('Over 2 seconden heb je de controle.', { exact: true })).toBeVisible()

  // Control begins by itself, and the arrow keys work at once.
  await expect(intensitySlider(page)).toBeFocused()
  await expect(page.getByText('Sleep omhoog om te beginnen')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'pulse' })).toBeChecked()
  // No message may cover the control surface.
  await stopButton(page).click({ trial: true })
  await page.keyboard.press('ArrowUp')
  await expect(intensitySlider(page)).toHaveValue('6')
  await expectLevel(page, toy, 6)
  await expect(page.getByText('Zacht, speelt nu')).toBeVisible()
  await page.keyboard.press('End')
  await expectLevel(page, toy, 20)
  await expect(page.getByText('Sterk, speelt nu')).toBeVisible()
  await expect(page.getByText(/Vertraging \d+ ms$/)).toBeVisible()

  await page.getByRole('button', { name: 'wave' }).click()
  await expect(page.getByText('Dit patroon speelt nu')).toBeVisible()
  await expect(page.getByRole('button', { name: 'wave' })).toHaveAttribute('aria-pressed', 'true')
  // Any other quick action is not in the list of patterns as well.
  await expect(page.getByRole('radio', { name: 'wave' })).toHaveCount(0)
  const seen = new Set<number | undefined>()
  await expect.poll(async () => seen.add(await levelOf(page, toy)).size).toBeGreaterThan(2)

  // Space stops the toy, also when the button of a pattern has the focus.
  await page.getByRole('button', { name: 'wave' }).focus()
  await page.keyboard.press('Space')
  await expectLevel(page, toy, 0)
  await expect(page.getByText('Sleep omhoog om te beginnen')).toBeVisible()

  await dragTo(page, 0.5, isMobile)
  await expectLevel(page, toy, 10)
  await stopButton(page).click()
  await expectLevel(page, toy, 0)

  await page.getByRole('radio', { name: 'tide' }).click()
  await expect(page.getByText('Dit patroon speelt nu')).toBeVisible()
  await endButton(page).click()
  await expect(page.getByText('Je hebt de controle over de toy beëindigd', { exact: true })).toBeVisible()
  await expect(page.getByText('Gebruikt: 1 minuut.')).toBeVisible()
  await expectLevel(page, toy, 0)
})

/** Drags on the surface to a share of its height, by touch on a phone and by mouse elsewhere. */
async function dragTo(page: Page, share: number, isMobile: boolean) {
  const box = await intensitySlider(page).boundingBox()
  if (!box) throw new Error('the surface is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height * (1 - share)]
  if (isMobile) return page.touchscreen.tap(x, y)
  await page.mouse.move(x, box.y + box.height * 0.9)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 12 })
  await page.mouse.up()
}

test(
  'a reload and a second tab show what runs, and either one stops it',
  desktopOnly,
  async ({ page, context }) => {
    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('Home')
    await expectLevel(page, toy, 1)
    await page.reload()
    await expect(page.getByText('Zacht, speelt nu')).toBeVisible()
    await expectLevel(page, toy, 1)

    const other = await context.newPage()
    await other.goto('/live')
    await expect(other.getByText('Zacht, speelt nu')).toBeVisible()
    await other.keyboard.press('Escape')
    await expectLevel(page, toy, 0)
    await expect(page.getByText('Sleep omhoog om te beginnen')).toBeVisible()
    await other.close()
  },
)

test(
  'leaving asks for confirmation and stops the toy, and returning resumes the session',
  phoneOnly,
  async ({ page }) => {
    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expectLevel(page, toy, 6)
    const dialog = page.getByRole('dialog', { name: 'Je sessie loopt nog' })
    await page.getByRole('link', { name: /naar de startpagina$/ }).click()
    await dialog.getByRole('button', { name: 'Hier blijven' }).click()
    await expect(dialog).toBeHidden()
    await expectLevel(page, toy, 6)

    await page.getByRole('link', { name: /naar de startpagina$/ }).click()
    await dialog.getByRole('button', { name: 'Toch weggaan' }).click()
    await expect(page).toHaveURL('/')
    await expectLevel(page, toy, 0)
    await page.goBack()
    await expect(intensitySlider(page)).toBeEnabled()
    await expect(page.getByText('Sleep omhoog om te beginnen')).toBeVisible()
  },
)

test('a session that ends elsewhere returns to the list and says so', desktopOnly, async ({ page }) => {
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await page.request.post('/api/toy-control/stop')
  await expect(page.getByText('Sessie gestopt', { exact: true })).toBeVisible()
  await expect(page.getByText('Er is niets van je saldo af gegaan.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Start met ${toy.name}` })).toBeEnabled()
})

test('a login that expires during control shows the login', desktopOnly, async ({ page, context }) => {
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expectLevel(page, toy, 6)
  const cookies = await context.cookies()
  await context.clearCookies()
  await expect(page.getByRole('heading', { name: 'Login vereist' })).toBeVisible()
  await expectAccessible(page)
  // No heartbeats any more: the toy stops by itself.
  await expectLevel(page, toy, 0)
  await expect(page.getByRole('link', { name: 'Inloggen' }).last()).toHaveAttribute(
    'href',
    '/auth?next=/live',
  )
  await context.addCookies(cookies)
})

test(
  'without minutes the toy stops, the meter is paused and minutes are offered',
  desktopOnly,
  async ({ browser }) => {
    test.setTimeout(120_000)
    const dataDir = await newDataDir()
    const first = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2' }, dataDir })
    const context = await browser.newContext({ baseURL: first.origin, reducedMotion: 'reduce' })
    await answerCookieBanner(context)
    try {
      const { page, toy } = await inControl(context)
      await first.kill()
      await leaveMinutes(dataDir, 2)
      const port = Number(new URL(first.origin).port)
      const second = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2' }, dataDir, port })
      try {
        // The warning opens by itself, once, and leaves the stop in reach.
        const warning = page.getByRole('dialog', { name: 'Je minuten zijn bijna op' })
        await expect(warning.getByRole('radio')).toHaveCount(4)
        // Space is pressed to stop, also at the moment when the dialog opens.
        await expect(warning).toBeFocused()
        await expect(stopButton(page)).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(warning).toBeHidden()
        await page.reload()
        await expect(
          page.getByText('De toy staat stil en je betaalt nu niets.', { exact: false }).last(),
        ).toBeVisible()
        await expect(page.getByText('Je betaalt nu niets,')).toBeVisible()
        await expect(intensitySlider(page)).toBeDisabled()
        await expect(page.getByRole('button', { name: /^Saldo: 2 min/ })).toBeVisible()
        expect(await levelOf(page, toy)).toBe(0)
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Minuten kopen' }).last().click()
        await expect(page.getByRole('dialog', { name: 'Minuten kopen' })).toBeVisible()
        await expect(warning).toBeHidden()
      } finally {
        await second.stop()
      }
    } finally {
      await context.close()
      await first.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

test(
  'while minutes are paid for, a second tab waits too, and a player who comes back without paying goes on at once',
  desktopOnly,
  async ({ page, context }) => {
    await inControl(context, page)
    const second = await context.newPage()
    await second.goto('/live')
    await expect(intensitySlider(second)).toBeEnabled()

    await page.getByRole('button', { name: 'Minuten kopen' }).click()
    const offer = dialog(page, 'Minuten kopen')
    await offer.getByRole('radio', { name: /Extended Play/ }).check()
    await offer.getByRole('checkbox').check()
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
    const waiting = second.getByText('Je betaling staat nog open', { exact: true })
    await expect(waiting).toBeVisible()
    await expect(intensitySlider(second)).toBeDisabled()
    await expectAccessible(second)

    await page.goBack()
    await expect(intensitySlider(page)).toBeEnabled()
    await expect(waiting).toBeHidden()
    await second.close()

    // A tab that was there before the payment goes on when its user says so.
    const bought = await page.request.get('/api/minute-packages')
    const [cheapest] = (await bought.json()) as { id: string; minutes: number; price: number }[]
    const answer = await page.request.post('/api/purchase-minutes', {
      data: {
        packageId: cheapest?.id,
        minutes: cheapest?.minutes,
        price: cheapest?.price,
        agreesToImmediateStart: true,
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(answer.status()).toBe(201)
    await page.getByRole('button', { name: 'Verder spelen' }).click()
    await expect(intensitySlider(page)).toBeEnabled()
  },
)

async function inControl(context: BrowserContext, opened?: Page): Promise<{ page: Page; toy: Toy }> {
  const page = opened ?? (await context.newPage())
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expectLevel(page, toy, 6)
  return { page, toy }
}

/** Subtracts minutes with a correction in the ledger, while no server has the database open. */
async function leaveMinutes(dataDir: string, wanted: number) {
  const database = await openEmbedded(dataDir)
  const { db } = database
  const [user] = await db.select().from(users).where(eq(users.email, demoCustomer.email))
  if (user) {
    const correction = { userId: user.id, kind: 'ADJUSTMENT', minutes: wanted - user.minutesBalance } as const
    await db.transaction(tx => addMinuteEntry(tx, correction))
  }
  await database.close()
}
