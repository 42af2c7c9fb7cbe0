import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, type Page, test as base } from '@playwright/test'
import { TOTP } from 'otpauth'
import { answerCookieBanner } from '../support/e2e.ts'
import { drawn } from '../support/pictureUploads.ts'
import { dialog, orderButton, proceedToPayment, startOrdering } from '../support/e2eCustomer.ts'
import { openProductionShop } from '../support/productionShop.ts'
import { desktopOnly, expectAccessible } from '../support/screen.ts'
import { programOf } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')

const test = base.extend<{ shop: Awaited<ReturnType<typeof openProductionShop>> }>({
  shop: async ({}, use) => {
    const shop = await openProductionShop()
    await use(shop)
    await shop.close()
  },
  ignoreHTTPSErrors: true,
  baseURL: ({ shop }, use) => use(shop.origin),
})

/** Runs a command as the owner of the machine would, beside the running shop. */
async function runCommand(env: Record<string, string>, program: string, ...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

const owner = { email: 'noor@lichtpunt.test', password: 'een lang wachtwoord' }
const customer = { email: 'robin@post.test', password: 'nog een lang wachtwoord' }

async function typeAccount(page: Page, name: string, { email, password }: typeof owner): Promise<void> {
  await page.getByLabel('Weergavenaam').fill(name)
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByLabel('Herhaal je wachtwoord').fill(password)
  await page.getByRole('checkbox').check()
}

const checklist = (page: Page) => page.getByRole('region', { name: 'Voor je opent' })
const openChecks = (page: Page) => checklist(page).getByRole('list', { name: 'Nog te doen' })

async function becomeAdmin(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page).toHaveURL('/welkom')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Administrator worden' }).click()
  await expect(page.getByText('Display name must be at least 2 characters')).toBeVisible()
  await typeAccount(page, 'Noor', owner)
  await page.getByRole('button', { name: 'Administrator worden' }).click()
  await expect(page.getByRole('heading', { name: 'Je bent administrator' })).toBeVisible()
}

/** In production an admin has no rights before that. */
async function setUpSecondStep(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Naar het beheer' }).click()
  await expect(page).toHaveURL(/^[^?]*\/security/)
  await page.getByRole('button', { name: 'Instellen' }).click()
  await page.getByLabel('Je wachtwoord').fill(owner.password)
  await page.getByRole('button', { name: 'Verder' }).click()
  const shown = await dialog(page, 'Koppel je app').locator('code').textContent()
  const secret = (shown ?? '').replaceAll(' ', '')
  await page.getByLabel('Code van 6 cijfers').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Aanzetten' }).click()
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
  await expect(page.getByText('Staat aan', { exact: true })).toBeVisible()
}

async function fillInCompany(page: Page): Promise<void> {
  await openChecks(page)
    .getByRole('link', { name: /^Bedrijfsgegevens/ })
    .click()
  await page.getByLabel('Naam van het bedrijf').fill('Lichtpunt')
  await page.getByLabel('Straat en huisnummer').fill('Kerkstraat 1')
  await page.getByLabel('Postcode').fill('9000')
  await page.getByLabel('Plaats').fill('Gent')
  await page.getByLabel('Ondernemingsnummer (KBO)').fill('0403170701')
  await page.getByLabel('Btw-nummer').fill('BE0403170701')
  await page.getByLabel('E-mailadres').fill('post@lichtpunt.test')
  await page.getByRole('switch', { name: 'Verzonnen beoordeling' }).click()
  await page.getByRole('switch', { name: 'Dag van bezorging beloven' }).click()
  await page.getByRole('button', { name: 'Instellingen bewaren' }).click()
  await expect(page.getByText('Instellingen bewaard', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('Lichtpunt (eenmanszaak)')).toBeVisible()
}

async function addShipping(page: Page): Promise<void> {
  await page.goto('/admin/shipping')
  await page.getByRole('button', { name: 'Zone toevoegen' }).first().click()
  const zone = page.getByRole('dialog')
  await zone.getByLabel('Naam').fill('Nederland')
  await zone.getByLabel('Vervoerder').fill('PostNL')
  await zone.getByLabel('Landen').fill('NL')
  await zone.getByRole('button', { name: /bewaren$/ }).click()
  await page.getByRole('button', { name: 'Tarief toevoegen aan Nederland, PostNL' }).click()
  const rate = dialog(page, 'Tarief toevoegen')
  await rate.getByLabel('Dienst').fill('Pakket')
  await rate.getByLabel('Levertijd').fill('1-2 werkdagen')
  await rate.getByLabel('Boven (gram)').fill('0')
  await rate.getByLabel('Tot en met (gram)').fill('10000')
  await rate.getByLabel('Prijs in euro').fill('6,95')
  await rate.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(rate).toBeHidden()
}

interface NewProduct {
  name: string
  price: string
  isDigital: boolean
}
const parcel: NewProduct = { name: 'Leeslamp', price: '39.95', isDigital: false }
const download: NewProduct = { name: 'Avondboek', price: '9.95', isDigital: true }

async function addProduct(page: Page, { name, price, isDigital }: NewProduct): Promise<void> {
  await page.goto('/admin/products/new')
  await page.getByLabel('Naam').fill(name)
  await page.getByLabel('SKU').fill(name)
  await page.getByLabel('Categorie').selectOption({ index: 1 })
  await page.getByLabel('Prijs in euro').fill(price)
  await page.getByLabel('Voorraad').fill('5')
  await page.getByRole('switch', { name: 'Verzendopties tonen' }).setChecked(!isDigital)
  await page.getByRole('button', { name: 'Product toevoegen' }).click()
  await expect(page.getByText('Product aangemaakt', { exact: true })).toBeVisible()
}

async function fillShop(page: Page): Promise<void> {
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Nieuwe categorie' }).first().click()
  await dialog(page, 'Nieuwe categorie').getByLabel('Naam').fill('Lezen')
  await dialog(page, 'Nieuwe categorie').getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('rowheader', { name: 'Lezen' })).toBeVisible()
  await addProduct(page, parcel)
  await addProduct(page, download)
  await page.getByRole('link', { name: parcel.name }).first().click()
  await fillInSafety(page)
  await page.goto('/admin/products')
  await page.getByRole('link', { name: download.name }).first().click()
  const file = { name: 'avond.epub', mimeType: 'application/epub+zip', buffer: Buffer.from('een avond') }
  await page.getByLabel('Bestand toevoegen').setInputFiles(file)
  await expect(page.getByText('Dit product levert nog niets uit zichzelf')).toBeHidden()
}

/** The maker of the parcel, its warnings and its label, as the checklist asks. */
async function fillInSafety(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nieuwe', exact: true }).click()
  const maker = dialog(page, 'Nieuwe fabrikant')
  await maker.getByLabel('Naam').fill('Een maker')
  await maker.getByLabel('Postadres').fill('Voorbeeldstraat 1, 9000 Gent')
  await maker.getByLabel('Land').fill('be')
  await maker.getByLabel('E-mailadres of website').fill('veiligheid@maker.example')
  await maker.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('combobox', { name: 'Fabrikant' })).toContainText('Een maker (BE)')
  await page.getByLabel('Model').fill('M-1')
  await page.getByLabel('Waarschuwingen').first().fill('Niet afdekken.')
  await page.getByLabel('Waarschuwingen in het Frans').fill('Ne pas couvrir.')
  await page.getByRole('button', { name: 'Veiligheid opslaan' }).click()
  await expect(page.getByText('Veiligheid opgeslagen', { exact: true })).toBeVisible()
  const label = { name: 'etiket.png', mimeType: 'image/png', buffer: await drawn(600, 300).png().toBuffer() }
  await page.getByLabel('Etiketfoto kiezen').setInputFiles(label)
  await page.getByLabel('Wat er op etiketfoto 1 staat').fill('De achterkant, met het CE-teken')
  await page.getByRole('button', { name: 'Etiketfoto’s opslaan' }).click()
  await expect(page.getByText('Foto’s van het etiket opgeslagen', { exact: true })).toBeVisible()
}

/** Registers as a visitor does, who comes for the first time. */
async function register(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Ik ben 18 of ouder' }).click()
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await typeAccount(page, 'Robin', customer)
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page.getByRole('button', { name: 'Winkelwagen, 0 stuks' })).toBeVisible()
}

async function buyBoth(page: Page): Promise<void> {
  await page.goto('/shop')
  for (const { name } of [parcel, download])
    await page.getByRole('button', { name: new RegExp(`^In winkelwagen.*: ${name}$`) }).click()
  await expect(page.getByRole('button', { name: 'Winkelwagen, 2 stuks' })).toBeVisible()
  await startOrdering(page)
  await proceedToPayment(page)
  await orderButton(page).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
}

/** @returns the reference of the sale at Verotel */
async function buyMinutes(page: Page): Promise<string> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
  const offer = dialog(page, 'Minuten kopen')
  await expect(offer.getByText('Minuten betaal je niet met een cadeaubon of tegoed.')).toBeVisible()
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await offer.getByRole('checkbox').check()
  await orderButton(page).click()
  await page.waitForURL(/\/verotel\/startorder/)
  const reference = new URL(page.url()).searchParams.get('referenceID') ?? ''
  await page.getByRole('button', { name: 'Betalen' }).click()
  await expect(page.getByRole('button', { name: 'Saldo: 15 min, bijkopen' })).toBeVisible()
  return reference
}

test(
  'an owner opens a shop in a day, and sells a parcel, a download and minutes',
  desktopOnly,
  async ({ shop, page, browser, context }) => {
    test.setTimeout(300_000)
    await answerCookieBanner(context)
    const link = /https:\S+\/welkom#token=\S+/.exec(shop.server.logs())?.[0] ?? ''
    await becomeAdmin(page, link)
    await setUpSecondStep(page)
    await page.goto('/admin')
    await expectAccessible(page)
    await fillInCompany(page)
    await addShipping(page)
    await fillShop(page)

    await page.goto('/admin')
    await page.getByRole('button', { name: 'Stuur een testmail' }).click()
    await expect.poll(() => shop.mailedLink(owner.email, '/test-mail')).toBeDefined()
    await page.goto(shop.mailedLink(owner.email, '/test-mail') ?? '')
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page.getByRole('heading', { name: 'Mail werkt' })).toBeVisible()
    expect(await runCommand(shop.env, programOf('backup'))).toContain('Back-up gemaakt')
    expect(await runCommand(shop.env, programOf('restore'), '--rehearse')).toContain('de boeken kloppen')
    // The certificate is for this machine only, and the key is the simulator's.
    const printed = await runCommand(shop.env, programOf('checkLive'))
    const left = [...printed.matchAll(/^NEE +(.+?) {2}/gm)].map(([, name]) => name)
    expect(left).toEqual(['Betalingen', 'Toys', 'Openbaar adres', 'Versleutelde back-ups'])

    const visit = await browser.newContext({ baseURL: shop.origin, ignoreHTTPSErrors: true })
    await answerCookieBanner(visit)
    const visitor = await visit.newPage()
    await visitor.goto('/welkom')
    await expect(visitor.getByRole('heading', { name: 'Deze link werkt niet' })).toBeVisible()
    await register(visitor)
    await buyBoth(visitor)
    const file = visitor.getByRole('link', { name: 'Downloaden : avond.epub' })
    const answer = await visitor.request.get((await file.getAttribute('href')) ?? '')
    expect(await answer.text()).toBe('een avond')
    await expect.poll(() => shop.mailedLink(customer.email, '/downloads')).toBeDefined()

    const sale = { referenceID: await buyMinutes(visitor) }
    await shop.controlVerotel('credit', { ...sale, amount: '5.00' })
    await shop.controlVerotel('chargeback', { ...sale, amount: '20.00' })
    // Of the money that the bank took back, the minutes go; those that support paid for stay.
    await expect(async () => {
      await visitor.reload()
      await expect(visitor.getByRole('button', { name: 'Saldo: 3 min, bijkopen' })).toBeVisible({
        timeout: 2000,
      })
    }).toPass({ timeout: 30_000 })

    await page.goto('/admin')
    await page.getByRole('link', { name: /bestelling te versturen/ }).click()
    await page
      .getByRole('row', { name: new RegExp(customer.email) })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('checkbox', { name: `${parcel.name} Gepickt` }).click()
    await page.getByRole('button', { name: 'Markeer als Verzonden' }).click()
    await expect(page.getByText('Standaard Post').first()).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText('Verzonden', { exact: true }).first()).toBeVisible()

    const said = await runCommand(shop.env, programOf('admin'), 'create', 'hulp@lichtpunt.test')
    expect(said).toContain('hulp@lichtpunt.test is nu administrator.')
    await page.goto('/admin/books')
    await page.getByRole('button', { name: 'Nu nakijken' }).click()
    await expect(page.getByRole('main').getByText('Alles klopt', { exact: true })).toBeVisible()
  },
)
