import { join } from 'node:path'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

test('pictures say how much was sent, and how many are ready', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/products')
  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').click()
  const picture = join(import.meta.dirname, '../../docs/screenshots/gloed.png')
  const { promise: isShown, resolve: release } = Promise.withResolvers<void>()
  await page.route('/api/admin/pictures', async route => {
    if (route.request().method() === 'POST') await isShown
    await route.continue()
  })
  await page.getByLabel('Foto’s kiezen').setInputFiles([picture, picture])
  await expect(page.getByText(/Versturen \d+ %/).first()).toBeVisible()
  await expect(page.getByText(/^\d+ van \d+, nog 2 foto’s$/)).toBeVisible()
  release()
})

test('an import says how much of the file was sent', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/products/import')
  const devtools = await page.context().newCDPSession(page)
  const slowUpload = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
  await devtools.send('Network.emulateNetworkConditions', slowUpload)
  // No product: the file's contents are looked at when all of it has come.
  const buffer = Buffer.alloc(2 * 1024 ** 2, 'x')
  await page.locator('input[type=file]').setInputFiles({ name: 'oud.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Controleer bestand' }).click()
  const bar = page.getByRole('progressbar', { name: 'Versturen' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9]\d? %, nog [01](,\d)? MB van 2 MB$/)
  await devtools.send('Network.emulateNetworkConditions', { ...slowUpload, uploadThroughput: -1 })
  await expect(bar).toBeHidden()
})

test('the page of jobs says how many were done since it was opened', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  let waiting = 500
  await page.route('**/api/admin/jobs?**', async route => {
    const response = await route.fetch()
    const jobs = (await response.json()) as { queues: object[] }
    const queues = jobs.queues.map((queue, index) => ({
      ...queue,
      running: 0,
      waiting: index === 0 ? waiting : 0,
    }))
    await route.fulfill({ response, json: { ...jobs, queues } })
  })
  await page.clock.install()
  await page.goto('/admin/jobs')
  const bar = page.getByRole('progressbar', { name: 'Sinds je kijkt' })
  const lookAgain = () => page.clock.fastForward('00:11')
  // Counted from the cards that wait once the page runs.
  await expect(async () => {
    await lookAgain()
    await expect(page.getByRole('cell', { name: '500', exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(bar).toBeHidden()
  waiting = 497
  await lookAgain()
  await expect(bar).toHaveAttribute('aria-valuetext', '3 van 500, nog 497')
})
