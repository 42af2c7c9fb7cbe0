import type { Browser, Page } from '@playwright/test'
import { openButtplugServer } from '../../simulators/buttplug/server.ts'
import type { Studio } from '../../src/live/studio/contract.ts'
import type { Toy } from '../../src/live/toys/contract.ts'
import { signIn, intensitySlider, startSessionWith, stopButton } from '../support/e2eLive.ts'
import {
  browserErrorsOf,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
} from '../support/screen.ts'
import { answerCookieBanner } from '../support/e2e.ts'

const password = 'gloed-demo-2026'

/** A separate browser. */
async function openAs(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...(baseURL && { baseURL }) })
  await answerCookieBanner(context)
  const page = await context.newPage()
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
  return page
}

/** Opens the dialog and connects to an address. */
async function connect(studio: Page, address: string) {
  const dialog = studio.getByRole('dialog', { name: 'Via Intiface' })
  if (!(await dialog.isVisible())) await studio.getByRole('button', { name: 'Via Intiface' }).click()
  await dialog.getByRole('textbox', { name: 'Adres van Intiface' }).fill(address)
  await dialog.getByRole('button', { name: 'Verbinden' }).click()
  return dialog
}

/** An admin approves the toy, once it is there, and its creator puts it on the air. @returns the toy as the shop knows it */
async function activate(admin: Page, studio: Page, name: string): Promise<Toy> {
  const find = async () =>
    ((await (await admin.request.get('/api/toys')).json()) as Toy[]).find(toy => toy.name === name)
  await expect.poll(find).toBeDefined()
  const toy = (await find()) as Toy
  const answer = await admin.request.post(`/api/admin/toys/${toy.id}/toggle`, { data: { active: true } })
  expect(answer.status()).toBe(200)
  const put = await studio.request.put(`/api/studio/toys/${toy.id}`, { data: { onAirHours: 1 } })
  expect(put.status()).toBe(200)
  return toy
}

test(
  'a toy of another make is bridged by the creator, played, stopped, and stopped when the tab closes',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    const intiface = await openButtplugServer()
    const levels = () => intiface.devices.levels(0)
    intiface.devices.add({
      name: 'Zephyr',
      motors: [
        { output: 'Vibrate', most: 20 },
        { output: 'Vibrate', most: 10 },
      ],
      battery: 80,
    })
    const studio = await openAs(browser, baseURL, 'model@gloed.test')
    const complaints = browserErrorsOf(studio)
    await studio.goto('/studio')

    const dialog = await connect(studio, 'ws://192.168.1.4:12345')
    await expect(dialog.getByText(/^Kies een adres op deze computer/)).toBeVisible()
    await expectNoHorizontalScroll(studio)
    await connect(studio, intiface.address)
    await expect(dialog.getByText('Verbonden, 1 toy')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText('Zephyr')
    await expectAccessible(studio)
    await studio.keyboard.press('Escape')
    await expect(studio.getByText('Intiface: 1 toy')).toBeVisible()
    await expect(studio.getByRole('main').getByText(/^Versie 3\.0\.4 van Intiface Central/)).toBeVisible()
    await expect(
      studio.getByRole('article', { name: 'Zephyr' }).getByText('Wacht op goedkeuring'),
    ).toBeVisible()

    const admin = await openAs(browser, baseURL, 'admin@gloed.test')
    const toy = await activate(admin, studio, 'Zephyr')
    await signIn(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(levels).toEqual([20, 10])
    await stopButton(page).click()
    await expect.poll(levels).toEqual([0, 0])

    await intensitySlider(page).press('Home')
    await intensitySlider(page).press('ArrowRight')
    await expect.poll(levels).toEqual([2, 1])
    expect(complaints).toEqual([])
    const diedAt = Date.now()
    await studio.context().close()
    await expect.poll(levels).toEqual([0, 0])
    expect((intiface.devices.timeline(0).at(-1)?.at ?? Infinity) - diedAt).toBeLessThan(3000)

    expect(intiface.refusals).toEqual([])
    await page.request.post('/api/toy-control/stop')
    // Other tests of this shop start on any toy that is free.
    await admin.request.post(`/api/admin/toys/${toy.id}/toggle`, { data: { active: false } })
    await admin.context().close()
    await intiface.close()
  },
)

test(
  'a creator feels which of two toys of one name is which, and the dialog names those that can’t be used',
  desktopOnly,
  async ({ browser, baseURL }) => {
    const intiface = await openButtplugServer()
    const lush = { name: 'Lovense Lush', motors: [{ output: 'Vibrate', most: 20 }] }
    intiface.devices.add(lush)
    intiface.devices.add(lush)
    intiface.devices.add({ name: 'Ferro', motors: [{ output: 'Position', most: 100 }] })
    const studio = await openAs(browser, baseURL, 'model@gloed.test')
    await studio.goto('/studio')
    const dialog = await connect(studio, intiface.address)
    await expect(dialog.getByText('Verbonden, 2 toys')).toBeVisible()
    await expect(dialog.getByText('Ferro is hier niet te gebruiken')).toBeVisible()
    const { toys } = (await (await studio.request.get('/api/studio')).json()) as Studio
    const capped = toys.find(({ name }) => name === 'Lovense Lush')
    const put = await studio.request.put(`/api/studio/toys/${capped?.id}`, { data: { maxIntensity: 4 } })
    expect(put.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Verbinding verbreken' }).click()
    await studio.keyboard.press('Escape')
    await studio.getByRole('button', { name: 'Via Intiface' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Adres van Intiface' })).toHaveValue(intiface.address)
    await dialog.getByRole('button', { name: 'Verbinden' }).click()
    await expect(dialog.getByText('Verbonden, 2 toys')).toBeVisible()
    await studio.keyboard.press('Escape')

    const question = studio.getByRole('region', { name: 'Welke toy is welke?' })
    await expect(question).toBeVisible()
    await expectNoHorizontalScroll(studio)
    const ran = (device: number) => intiface.devices.timeline(device).some(({ level }) => level > 0)
    await question.getByRole('button', { name: 'Laat toy 2 kort trillen' }).click()
    await expect.poll(() => ran(1)).toBe(true)
    expect(ran(0)).toBe(false)
    const confirm = question.getByRole('button', { name: 'Bevestigen' })
    const choice = (number: number) => question.getByRole('combobox', { name: `Toy ${number} is` })
    await expect(confirm).toBeDisabled()
    await expect(choice(1)).toBeDisabled()
    await expect(choice(2)).toHaveValue('')
    await question.getByRole('button', { name: 'Laat toy 1 kort trillen' }).press('Enter')
    await expect.poll(() => ran(0)).toBe(true)
    // Both are called the same: the maximum that their owner gave tells them apart.
    await choice(2).selectOption({ label: 'Lovense Lush, maximum 4' })
    await choice(1).selectOption({ label: 'Lovense Lush, maximum 4' })
    await expect(question.getByText('Je koos twee keer dezelfde toy.', { exact: false })).toBeVisible()
    await expect(confirm).toBeDisabled()
    await choice(1).selectOption({ label: 'Lovense Lush, maximum 20' })
    await expectAccessible(studio)
    await confirm.click()
    await expect(question).toBeHidden()
    await studio.context().close()
    await intiface.close()
  },
)

test(
  'when the browser freezes the studio, every device stops, and it can connect again',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    const intiface = await openButtplugServer()
    const level = () => intiface.devices.levels(0)[0]
    intiface.devices.add({ name: 'Mistral', motors: [{ output: 'Vibrate', most: 20 }] })
    const studio = await openAs(browser, baseURL, 'model@gloed.test')
    await studio.goto('/studio')
    const dialog = await connect(studio, intiface.address)
    await expect(dialog.getByText('Verbonden, 1 toy')).toBeVisible()
    const admin = await openAs(browser, baseURL, 'admin@gloed.test')
    const toy = await activate(admin, studio, 'Mistral')
    await signIn(page)
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(level).toBe(20)

    // A browser without a window freezes nothing, so the test dispatches the event.
    await studio.evaluate(() => document.dispatchEvent(new Event('freeze')))
    await expect.poll(level).toBe(0)
    const { length } = intiface.devices.timeline(0)
    const shown = async () =>
      ((await (await page.request.get('/api/toys')).json()) as Toy[]).find(({ id }) => id === toy.id)
    await expect.poll(shown).toMatchObject({ isOnline: false })
    expect(intiface.devices.timeline(0)).toHaveLength(length)

    await connect(studio, intiface.address)
    await expect(dialog.getByText('Verbonden, 1 toy')).toBeVisible()
    await expect
      .poll(async () => {
        await intensitySlider(page).press('ArrowDown')
        return level()
      })
      .toBeGreaterThan(0)

    await page.request.post('/api/toy-control/stop')
    await studio.context().close()
    await admin.request.post(`/api/admin/toys/${toy.id}/toggle`, { data: { active: false } })
    await admin.context().close()
    await intiface.close()
  },
)

/** The ways in which a page goes that runs no more of its own script afterwards. */
const leaves: [string, (studio: Page) => Promise<unknown>][] = [
  ['Levant', studio => studio.goto('/messages')],
  ['Ostro', studio => studio.close({ runBeforeUnload: true })],
]
test(
  'a studio that is left sets its toys to zero, also where the program runs on after its client',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    test.slow()
    for (const [name, leave] of leaves) {
      const intiface = await openButtplugServer()
      intiface.inject({ serverName: 'Intiface Central 3.0.4' })
      intiface.devices.add({ name, motors: [{ output: 'Vibrate', most: 20 }] })
      const studio = await openAs(browser, baseURL, 'model@gloed.test')
      await studio.goto('/studio')
      const dialog = await connect(studio, intiface.address)
      await expect(dialog.getByText('Verbonden, 1 toy')).toBeVisible()
      await studio.keyboard.press('Escape')
      await expect(
        studio.getByRole('main').getByText('Deze versie van Intiface stopt niet altijd'),
      ).toBeVisible()
      const admin = await openAs(browser, baseURL, 'admin@gloed.test')
      const toy = await activate(admin, studio, name)
      await signIn(page)
      await startSessionWith(page, toy)
      await expect(intensitySlider(page)).toBeFocused()
      await page.keyboard.press('End')
      await expect.poll(() => intiface.devices.levels(0)).toEqual([20])

      // From here on neither a stop nor the end of the connection ends a run: zeros alone do.
      intiface.inject({ runsOn: true })
      const leftAt = Date.now()
      await leave(studio)
      await expect.poll(() => intiface.devices.levels(0)).toEqual([0])
      await expect.poll(() => intiface.clients()).toBe(0)
      const last = intiface.devices.timeline(0).at(-1)
      expect(last).toMatchObject({ level: 0 })
      expect((last?.at ?? Infinity) - leftAt).toBeLessThan(3000)

      await page.request.post('/api/toy-control/stop')
      await studio.context().close()
      await admin.request.post(`/api/admin/toys/${toy.id}/toggle`, { data: { active: false } })
      await admin.context().close()
      await intiface.close()
    }
  },
)
