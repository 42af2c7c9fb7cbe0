import { expect, it, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { Settings } from '../../wire/settings.ts'
import type { Rehearsal } from '../backups/rules.ts'
import { CheckName } from './contract.ts'
import { type ChecklistFacts, type PaymentFacts, judgeChecklist } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const rehearsed = (some: Partial<Rehearsal>): Rehearsal => ({
  at: hoursAgo(30),
  backup: 'newest',
  seconds: 12,
  discrepancies: 0,
  lostFiles: 0,
  ...some,
})
const { settings: configured } = readConfig({
  SELLER_NAME: 'Lichtpunt',
  SELLER_STREET: 'Kerkstraat 1',
  SELLER_POSTAL_CODE: '9000',
  SELLER_CITY: 'Gent',
  SELLER_COMPANY_NUMBER: '0403.170.701',
  SELLER_VAT_NUMBER: 'BE0403170701',
  SELLER_EMAIL: 'post@lichtpunt.test',
  PLACEHOLDER_RATING: 'off',
})
const defaults: Settings = {
  ...configured,
  delivery: {
    cutOff: '16:00',
    daysNL: 1,
    daysBE: 2,
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: false,
  },
}
const lamp: PaymentFacts = {
  name: 'Mollie',
  uses: ['GOODS', 'GIFT_CARD'],
  refused: [],
  account: { name: 'Lichtpunt', isLive: true, methods: ['iDEAL', 'Bancontact'] },
}
const ready: ChecklistFacts = {
  now,
  settings: defaults,
  productCount: 1,
  missingSafety: { safety: 0, label: 0, manual: 0, french: 0 },
  electricCount: 0,
  shippingRateCount: 2,
  payments: [lamp, { name: 'Verotel', uses: ['MINUTES'], refused: [], account: undefined }],
  hasMailServer: true,
  isMailConfirmed: true,
  toys: { isSimulated: false, hasToken: true, isOk: true },
  origin: 'https://lichtpunt.example',
  hasPublicHost: true,
  isHstsPreloaded: false,
  reachability: { proof: 'x', isForwarded: true, isTrusted: true },
  newestBackupAt: hoursAgo(3),
  futureBackups: [],
  isBackupEncrypted: true,
  rehearsal: rehearsed({}),
  adminsWithoutSecondStep: 0,
  accessPoint: null,
  hasBelgianBusinesses: false,
  unsentPeppolCount: 0,
}
const openChecks = (changes: Partial<ChecklistFacts>) =>
  judgeChecklist({ ...ready, ...changes })
    .filter(({ isDone }) => !isDone)
    .map(({ name, detail }) => [name, detail])
const withSettings = (changes: Partial<Settings>) => ({ settings: { ...defaults, ...changes } })
const withCompany = (changes: Partial<Settings['company']>) =>
  withSettings({ company: { ...defaults.company, ...changes } })
const account = (changes: object) => ({
  payments: [{ ...lamp, account: { name: 'Lichtpunt', isLive: true, methods: ['iDEAL'], ...changes } }],
})
const reached = (changes: object) => ({
  reachability: { proof: 'x', isForwarded: true, isTrusted: true, ...changes },
})

test('a shop that has everything has nothing open, in the order of the list', () => {
  expect(openChecks({})).toEqual([])
  expect(judgeChecklist(ready).map(({ name }) => name)).toEqual(CheckName.options)
})

test.each<[string, Partial<ChecklistFacts>, RegExp]>([
  ['COMPANY', withCompany({ street: null, city: null }), /straat en nummer, plaats/],
  [
    'VAT',
    withSettings({ vatScheme: 'SMALL_ENTERPRISE', company: { ...defaults.company, country: 'NL' } }),
    /België/,
  ],
  ['PEPPOL', { hasBelgianBusinesses: true }, /STORECOVE_API_KEY en STORECOVE_LEGAL_ENTITY_ID/],
  ['PEPPOL', { hasBelgianBusinesses: true, accessPoint: 'SIMULATED' }, /nagebootst/],
  ['PLACEHOLDER_RATING', withSettings({ placeholderRating: true }), /verzonnen/],
  ['PRODUCT', { productCount: 0 }, /eerste product/],
  ['SAFETY', { missingSafety: { ...ready.missingSafety, safety: 2 } }, /^2 producten zonder wie het maakt/],
  [
    'SAFETY',
    { missingSafety: { safety: 0, label: 3, manual: 1, french: 2 } },
    /^3 producten zonder foto van het etiket; 1 product met .* handleiding; 2 producten .* Frans, voor België\.$/,
  ],
  ['PRODUCER', { electricCount: 1 }, /1 product heeft stroom, radio of een batterij/],
  ['SHIPPING', { shippingRateCount: 0 }, /tarief/],
  ['DELIVERY', withSettings({ delivery: null }), /op welke dag/],
  ['PAYMENTS', { payments: [{ ...lamp, account: null }] }, /^Mollie antwoordt niet/],
  ['PAYMENTS', account({ isLive: false }), /^Mollie \(Lichtpunt\): een test/],
  ['PAYMENTS', account({ methods: [] }), /geen enkele betaalmethode/],
  [
    'PAYMENT_RULES',
    { payments: [{ ...lamp, uses: ['GOODS', 'MINUTES'], refused: ['MINUTES'] }] },
    /^Minuten .*: volgens zijn regels neemt Mollie dit niet aan\. Kies er bij Instellingen een andere/,
  ],
  ['MAIL', { hasMailServer: false }, /SMTP_URL/],
  ['MAIL', { isMailConfirmed: false }, /testmail/],
  ['TOYS', { toys: { isSimulated: true, hasToken: true, isOk: true } }, /LOVENSE_TOKEN/],
  ['TOYS', { toys: { isSimulated: false, hasToken: false, isOk: true } }, /LOVENSE_TOKEN/],
  ['TOYS', { toys: { isSimulated: false, hasToken: true, isOk: false } }, /weigert/],
  ['PUBLIC_URL', { hasPublicHost: false }, /PUBLIC_URL/],
  ['HTTPS', { origin: 'http://lichtpunt.example' }, /https/],
  ['PROXY', reached({ isTrusted: false }), /TRUSTED_PROXIES/],
  ['BACKUP', { newestBackupAt: undefined }, /BACKUP_DIR/],
  ['BACKUP', { newestBackupAt: null }, /nog geen/],
  ['BACKUP', { newestBackupAt: hoursAgo(26) }, /26 uur geleden/],
  ['BACKUP', { futureBackups: ['2031-01-01T03.00.00Z'] }, /toekomst.*: 2031-01-01T03\.00\.00Z\./],
  ['BACKUP_ENCRYPTION', { isBackupEncrypted: false }, /BACKUP_PUBLIC_KEY/],
  ['RESTORE', { rehearsal: null }, /als proef/],
  ['RESTORE', { rehearsal: { unreadable: 'EACCES' } }, /niet te lezen \(EACCES\)/],
  ['RESTORE', { rehearsal: rehearsed({ discrepancies: 1 }) }, /1 verschil\./],
  ['RESTORE', { rehearsal: rehearsed({ lostFiles: 2 }) }, /2 bestanden beschadigd of weg/],
  [
    'RESTORE',
    { rehearsal: rehearsed({ at: hoursAgo(24 * 92) }) },
    /^92 dagen geleden, in 12 seconden\. Doe het/,
  ],
  ['TWO_FACTOR', { adminsWithoutSecondStep: 2 }, /2 administrators/],
])('%s is open with %j', (name, changes, detail) => {
  expect(openChecks(changes)).toEqual([[name, expect.stringMatching(detail)]])
})

it.each([
  ['is done when another program makes them', hoursAgo(3), true],
  ['is open before the first', null, false],
])('the encryption of backups %s', (_, newestBackupAt, isDone) => {
  const checks = judgeChecklist({ ...ready, newestBackupAt, isBackupEncrypted: null })
  expect(checks.find(({ name }) => name === 'BACKUP_ENCRYPTION')).toMatchObject({ isDone })
})

it('links to the products that lack something, and wants French only where Belgium is shipped to', () => {
  const missingSafety = { safety: 0, label: 0, manual: 0, french: 2 }
  const linksOf = (changes: Partial<ChecklistFacts>) =>
    judgeChecklist({ ...ready, ...changes }).flatMap(({ links }) => links)
  expect(linksOf({ missingSafety })).toEqual([
    {
      label: '2 producten zonder waarschuwingen in het Frans, voor België',
      path: '/admin/products?lacks=french',
    },
  ])
  expect(linksOf({ missingSafety, ...withSettings({ shipsTo: ['NL'] }) })).toEqual([])
})

it('has VAT in the prices only with a VAT number', () => {
  const open = openChecks(withCompany({ vatNumber: null })).map(([name]) => name)
  expect(open).toEqual(['COMPANY', 'VAT'])
})

it('does not know what lies behind an address that does not answer', () => {
  const open = openChecks({ reachability: null }).map(([name]) => name)
  expect(open).toEqual(['PUBLIC_URL', 'HTTPS', 'PROXY'])
})
