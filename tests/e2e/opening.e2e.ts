import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test as base } from '@playwright/test'
import { answerCookieBanner } from '../support/e2e.ts'
import { desktopOnly, expectAccessible } from '../support/screen.ts'
import { startServer, type ServerProcess } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')

/** A shop as a new owner starts it: an empty folder, without demo data. */
const test = base.extend<{ shop: ServerProcess }>({
  shop: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gloed-empty-'))
    const shop = await startServer({ dataDir, env: { DEMO: 'off' } })
    await use(shop)
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

/** Runs the command as the owner of the machine would, beside the running shop. */
async function runCommand(
  { dataDir, origin }: ServerProcess,
  program: string,
  ...args: string[]
): Promise<string> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PUBLIC_URL: origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

test(
  'an owner becomes the first admin by the link of the start, and helps another on the machine',
  desktopOnly,
  async ({ shop, page, context, browser }) => {
    test.slow()
    await answerCookieBanner(context)
    const link = /http\S+\/welkom#token=\S+/.exec(shop.logs())?.[0] ?? ''
    await page.goto(link)
    await expect(page).toHaveURL(`${shop.origin}/welkom`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Beheerder worden' }).click()
    await expect(page.getByText('Display name must be at least 2 characters')).toBeVisible()
    await page.getByLabel('Weergavenaam').fill('Noor')
    await page.getByLabel('E-mailadres').fill('noor@gloed.test')
    await page.getByLabel('Wachtwoord', { exact: true }).fill('een lang wachtwoord')
    await page.getByLabel('Herhaal je wachtwoord').fill('een lang wachtwoord')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Beheerder worden' }).click()
    await expect(page.getByRole('heading', { name: 'Je bent beheerder' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Tweede stap instellen' }).click()
    await expect(page).toHaveURL(`${shop.origin}/security`)

    await page.goto(`${shop.origin}/admin`)
    const checklist = page.getByRole('region', { name: 'Voor je opent' })
    await expect(checklist.getByRole('listitem').filter({ hasText: 'Eerste product' })).toBeVisible()
    await expect(checklist.getByText('1 beheerder logt in zonder tweede stap.')).toBeVisible()
    await expectAccessible(page)
    const printed = await runCommand(shop, 'src/app/checkLive.ts')
    expect(printed).toMatch(/NEE {2}Eerste product/)
    expect(printed).toMatch(/NEE {2}Betalingen +Simulator: een testsleutel/)

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Je bent beheerder' })).toBeVisible()
    const visitor = await browser.newPage()
    await visitor.goto(`${shop.origin}/welkom`)
    await expect(visitor.getByRole('heading', { name: 'Deze link werkt niet' })).toBeVisible()

    const said = await runCommand(shop, 'src/app/admin.ts', 'create', 'hulp@gloed.test')
    expect(said).toContain('hulp@gloed.test is nu beheerder.')
    await visitor.goto(/http\S+/.exec(said)?.[0] ?? '')
    await expect(visitor.getByRole('heading', { name: 'Kies een nieuw wachtwoord' })).toBeVisible()
  },
)
