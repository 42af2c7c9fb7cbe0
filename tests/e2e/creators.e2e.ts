import { rm } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { toyControlSessions } from '../../src/live/sessions/table.ts'
import { openEmbedded } from '../../src/platform/db/embeddedDatabase.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import { dialog, signUpCustomer } from '../support/e2eCustomer.ts'
import { endButton, firstToy, intensitySlider, startSessionWith } from '../support/e2eLive.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import {
  browserErrorsOf,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScrollAtBothWidths,
  test,
} from '../support/screen.ts'
import { newDataDir, type ServerProcess, startServer } from '../support/server.ts'

const env = { LIVE_COUNTDOWN_SECONDS: '1', RATE_LIMIT_FACTOR: '100' }
const noor = { email: 'model@gloed.test', password: 'gloed-demo-2026' }

/** A shop whose database is changed while no server has it open. */
async function openRestartableShop() {
  const dataDir = await newDataDir()
  let server: ServerProcess = await startServer({ env, dataDir })
  const { origin } = server
  return {
    origin,
    async restartAfter(change: (db: Database['db']) => Promise<unknown>) {
      await server.stop()
      const database = await openEmbedded(dataDir)
      await change(database.db)
      await database.close()
      server = await startServer({ env, dataDir, port: Number(new URL(origin).port) })
    },
    async close() {
      await server.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A browser of one person. */
async function openBrowser(browser: Browser, baseURL: string) {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await answerCookieBanner(context)
  const page = await context.newPage()
  return { page, complaints: browserErrorsOf(page) }
}

async function buyMinutes({ request }: Page): Promise<void> {
  const wanted = { packageId: 'quick', minutes: 5, price: 1000 }
  const bought = await request.post('/api/purchase-minutes', { data: wanted })
  const { paymentUrl } = (await bought.json()) as { paymentUrl: string }
  await request.post(paymentUrl, { form: { outcome: 'paid' } })
}

const approve = async (admin: Page, part: string) => {
  await admin.goto('/admin/creators/reviews')
  await admin.getByRole('button', { name: `Keur ${part} Nachtvlinder goed` }).click()
  await expect(admin.getByRole('button', { name: `Keur ${part} Nachtvlinder goed` })).toBeHidden()
}

test(
  'a stranger finds a creator, is told that she is online, plays, and reviews her; she answers',
  desktopOnly,
  async ({ browser }) => {
    const shop = await openRestartableShop()
    const people = await Promise.all([1, 2, 3].map(() => openBrowser(browser, shop.origin)))
    const [player, creator, admin] = people.map(({ page }) => page) as [Page, Page, Page]
    try {
      await signUpCustomer(player, 'onbekende')
      await buyMinutes(player)
      await signInAsAdmin(admin)
      expect((await creator.request.post('/api/login', { data: noor })).status()).toBe(200)

      await player.goto('/live')
      const card = player.getByRole('article', { name: 'Noor' })
      await card.getByRole('button', { name: 'Noor als favoriet' }).click()
      await card.getByRole('button', { name: 'Zeg het me als Noor online is' }).click()
      await expect(card.getByRole('button', { name: 'Zeg het me als Noor online is' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expectAccessible(player)
      await expectNoHorizontalScrollAtBothWidths(player)
      await card.getByRole('link', { name: 'Noor' }).click()
      await expect(player.getByRole('heading', { name: 'Noor', level: 1 })).toBeVisible()
      await expect(player.getByText('Nu online', { exact: true })).toBeVisible()

      const toy = await firstToy(player)
      await goOffTheAir(creator)
      await player.goto('/live')
      await expect(player.getByText('Er is nu niemand online')).toBeVisible()
      await creator.goto('/studio')
      await creator.getByRole('button', { name: `${toy.name} 1 uur in de uitzending` }).click()
      await expect(creator.getByText('Je bent in de uitzending')).toBeVisible()
      // The notice is sent within ten minutes.
      await shop.restartAfter(db =>
        db.execute(sql`update pgboss.job set start_after = now() where name = 'follows.onlineNotice'`),
      )
      await player.goto('/notifications')
      await expect(player.getByText('Iemand die je volgt is er weer')).toBeVisible()

      await startSessionWith(player, toy)
      await expect(intensitySlider(player)).toBeFocused()
      await player.keyboard.press('ArrowUp')
      await endButton(player).click()
      const thanks = player.getByRole('complementary', { name: 'Sessie' })
      await expect(thanks.getByRole('button', { name: 'Bij je favorieten' })).toBeVisible()
      // Less than a minute was played, which is too little for a review.
      await expect(thanks.getByRole('button', { name: 'Schrijf een beoordeling' })).toBeHidden()
      await shop.restartAfter(db => db.update(toyControlSessions).set({ meteredMs: 61_000 }))

      await player.goto('/c/noor')
      await player.getByRole('button', { name: 'Schrijf een beoordeling' }).click()
      const form = dialog(player, 'Beoordeel Noor')
      await form.getByRole('radio', { name: '5 sterren' }).check()
      await form.getByLabel('Naam bij je beoordeling').fill('Nachtvlinder')
      await form.getByLabel('Hoe was het?').fill('Rustig en aandachtig.')
      await expectAccessible(player)
      await form.getByRole('button', { name: 'Versturen' }).click()
      await expect(form).toBeHidden()
      await player.reload()
      await expect(player.getByRole('heading', { name: 'Beoordelingen' })).toBeVisible()
      await expect(player.getByText('Rustig en aandachtig.')).toBeHidden()

      await approve(admin, 'de beoordeling van')
      await creator.goto('/studio/beoordelingen')
      await creator.getByLabel('Je antwoord aan Nachtvlinder').fill('Tot de volgende keer.')
      await creator.getByLabel('Je antwoord aan Nachtvlinder').press('Tab')
      await creator.keyboard.press('Enter')
      await expect(creator.getByText('Antwoord wordt bekeken')).toBeVisible()
      await approve(admin, 'het antwoord aan')
      await player.reload()
      await expect(player.getByText('Rustig en aandachtig.')).toBeVisible()
      await expect(player.getByText('Tot de volgende keer.')).toBeVisible()
      await expectNoHorizontalScrollAtBothWidths(player)
      // While the shop was started again, open pages tried to connect.
      const complaints = people
        .flatMap(own => own.complaints)
        .filter(text => !text.includes('CONNECTION_REFUSED'))
      expect(complaints).toEqual([])
    } finally {
      await Promise.all(people.map(({ page }) => page.context().close()))
      await shop.close()
    }
  },
)

/** Takes all her toys off the air. */
async function goOffTheAir({ request }: Page): Promise<void> {
  const { toys } = (await (await request.get('/api/studio')).json()) as {
    toys: { id: string; isOwn: boolean }[]
  }
  for (const { id, isOwn } of toys)
    if (isOwn)
      expect((await request.put(`/api/studio/toys/${id}`, { data: { onAir: false } })).status()).toBe(200)
}
