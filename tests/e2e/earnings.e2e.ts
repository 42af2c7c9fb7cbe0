import type { Page } from '@playwright/test'
import { answerCookieBanner } from '../support/e2e.ts'
import { endButton, firstToy, intensitySlider, signIn, startSessionWith } from '../support/e2eLive.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScrollAtBothWidths,
  test,
} from '../support/screen.ts'

const sumOf = async (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText()

test(
  'a played minute is an earning, and the creator is paid by a file for the bank',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    const open = async (signInAt: (own: Page) => Promise<unknown>) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...(baseURL && { baseURL }) })
      await answerCookieBanner(context)
      const own = await context.newPage()
      await signInAt(own)
      return own
    }
    const noor = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
    const creator = await open(own => own.request.post('/api/login', { data: noor }))
    const admin = await open(signInAsAdmin)

    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await endButton(page).click()
    await expect(page.getByText('Gebruikt: 1 minuut.')).toBeVisible()

    await creator.goto('/studio/verdiensten')
    expect(await sumOf(creator, 'Vandaag')).toMatch(/^€\s0,[1-9]/)
    await expect(creator.getByText(`${toy.name} · 1 minuut`).first()).toBeVisible()
    await expectAccessible(creator)
    await expectNoHorizontalScrollAtBothWidths(creator)
    const statement = creator.getByRole('link', { name: /^CSV van de week/ }).first()
    const [download] = await Promise.all([creator.waitForEvent('download'), statement.click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)

    await creator.goto('/studio/uitbetaling')
    const fill = (label: string, text: string) => creator.getByLabel(label, { exact: true }).fill(text)
    await fill('Straat en huisnummer', 'Kerkstraat 1')
    await fill('Postcode', '1017 AA')
    await fill('Plaats', 'Amsterdam')
    await fill('Fiscaal nummer', '111222333')
    await fill('Rekeningnummer (IBAN)', 'NL91 ABNA 0417 1643 00')
    await creator.getByRole('button', { name: 'Opslaan' }).click()
    await expect(creator.getByText('We vragen de bank of de naam klopt')).toBeVisible()

    const { settings, version } = (await (await admin.request.get('/api/admin/settings')).json()) as {
      settings: object
      version: number
    }
    const changed = { ...settings, payoutIban: 'BE68539007547034', version }
    expect((await admin.request.put('/api/admin/settings', { data: changed })).status()).toBe(200)
    await admin.goto('/admin/payouts')
    await admin.getByRole('button', { name: 'Rekening en naam van Noor' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'De naam klopt', exact: true }).click()
    await admin.getByRole('button', { name: 'Uitbetaling klaarzetten' }).click()
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Bestand ophalen' }).click(),
    ])
    const text = await (await file.createReadStream()).toArray()
    expect(Buffer.concat(text).toString()).toContain('<IBAN>NL91ABNA0417164300</IBAN>')
    await expect(admin.getByText('Bestand opgehaald')).toBeVisible()
    await expectAccessible(admin)
    await creator.goto('/studio/verdiensten')
    expect(await sumOf(creator, 'Uitbetaalbaar')).toMatch(/^€\s0,00$/)
    for (const own of [creator, admin]) await own.context().close()
  },
)
