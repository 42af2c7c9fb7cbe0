import { vatSchemeLabels } from '../../money/vat/labels.rules.ts'
import { includesVat } from '../../money/vat/rules.ts'
import type { PaymentAccount } from '../../money/payments/provider.gateway.ts'
import { paymentUseLabels } from '../../money/payments/labels.rules.ts'
import type { Company } from '../../wire/company.ts'
import type { PaymentUse } from '../../wire/paymentSettings.ts'
import { companyNameLine } from '../../wire/companyText.ts'
import { keysOf } from '../../wire/records.ts'
import type { Settings } from '../../wire/settings.ts'
import type { Rehearsal, UnreadableRehearsal } from '../backups/rules.ts'
import type { MissingSafetyInfo } from '../../shop/products/admin/safety/contract.ts'
import type { CheckName, CheckResult, Reachability } from './contract.ts'

/** A payment provider, and the kinds of purchase that go to it. */
export interface PaymentFacts {
  name: string
  uses: PaymentUse[]
  /** The kinds that its published rules refuse. */
  refused: PaymentUse[]
  /** Null when it did not answer, or refused the key; undefined when it can't be asked. */
  account: PaymentAccount | null | undefined
}

/** The facts about a shop. */
export interface ChecklistFacts {
  now: Date
  settings: Settings
  /** Products that can be bought now. */
  productCount: number
  /** The numbers of products that are sent and sold without a part of their safety information. */
  missingSafety: Record<MissingSafetyInfo, number>
  /** Products on sale with a battery or radio. */
  electricCount: number
  /** Rates that apply to an order: active, in an active zone. */
  shippingRateCount: number
  /** Each provider that takes payments now. */
  payments: PaymentFacts[]
  hasMailServer: boolean
  isMailConfirmed: boolean
  toys: { isSimulated: boolean; hasToken: boolean; isOk: boolean }
  origin: string
  /** Whether others can reach a host of that name. */
  hasPublicHost: boolean
  /** Whether browsers are told to use HTTPS for all subdomains too. */
  isHstsPreloaded: boolean
  /** Null when the public address does not lead to this shop. */
  reachability: Reachability | null
  /** Undefined when the shop doesn't know where backups are. */
  newestBackupAt: Date | null | undefined
  /** The names of backups with a date in the future, which are never the newest. */
  futureBackups: string[]
  /** Null when no backup of ours is there, or it can't be read. */
  isBackupEncrypted: boolean | null
  /** The newest trial of restoring one; null when there was none. */
  rehearsal: Rehearsal | UnreadableRehearsal | null
  adminsWithoutSecondStep: number
  /** Null: no access point is set, `OFF` when the owner wants none. */
  accessPoint: 'OFF' | 'SIMULATED' | 'LIVE' | null
  /** Whether a Belgian business has bought. */
  hasBelgianBusinesses: boolean
  /** Their invoices and credit notes that were made without an access point. */
  unsentPeppolCount: number
}

type Verdict = Pick<CheckResult, 'isDone' | 'detail'> & Partial<CheckResult>

const done = (detail: string): Verdict => ({ isDone: true, detail })
const open = (detail: string): Verdict => ({ isDone: false, detail })
const HOUR_MS = 3_600_000
/** A day, and the time by which a daily backup may be later: by its length, or by the clock in autumn. */
export const MAX_BACKUP_AGE_HOURS = 26
const DAY_MS = 24 * HOUR_MS
/** A quarter. */
const MAX_REHEARSAL_AGE_DAYS = 92

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const companyFieldNames = {
  street: 'straat en nummer',
  postalCode: 'postcode',
  city: 'plaats',
  companyNumber: 'ondernemingsnummer',
  vatNumber: 'btw-nummer',
  email: 'e-mailadres',
} satisfies Partial<Record<keyof Company, string>>

const missingSafetyText: Record<MissingSafetyInfo, string> = {
  safety: 'zonder wie het maakt en waarvoor je moet opletten',
  label: 'zonder foto van het etiket',
  manual: 'met batterij of radio zonder Nederlandse handleiding',
  french: 'zonder waarschuwingen in het Frans, voor België',
}

const describeUse = (use: PaymentUse): string => paymentUseLabels[use].toLowerCase()

function judgeAccount({ name, account }: PaymentFacts): Verdict {
  if (account === undefined) return done(`${name}.`)
  if (!account) return open(`${name} antwoordt niet, of kent de sleutel niet.`)
  if (!account.isLive) return open(`${name} (${account.name}): een test, waarmee geen echt geld binnenkomt.`)
  if (account.methods.length === 0)
    return open(`${name} (${account.name}): geen enkele betaalmethode staat aan.`)
  return done(`${name} (${account.name}): ${account.methods.join(', ')}.`)
}

const judges: Record<CheckName, (facts: ChecklistFacts) => Verdict> = {
  COMPANY({ settings: { company } }) {
    const missing = keysOf(companyFieldNames).filter(name => company[name] === null)
    if (missing.length === 0) return done(`${companyNameLine(company)} in ${company.city}`)
    return open(`Nog nodig: ${missing.map(name => companyFieldNames[name]).join(', ')}.`)
  },
  VAT({ settings: { vatScheme, company } }) {
    if (includesVat(vatScheme) && company.vatNumber === null)
      return open('Met btw in de prijzen hoort een btw-nummer op de factuur.')
    if (vatScheme === 'SMALL_ENTERPRISE' && company.country !== 'BE')
      return open(
        'De vrijstelling voor kleine ondernemingen is die van België, en je bedrijf staat in Nederland.',
      )
    return done(vatSchemeLabels[vatScheme])
  },
  PEPPOL({ accessPoint, hasBelgianBusinesses, unsentPeppolCount: unsent }) {
    const setUp = 'stel STORECOVE_API_KEY en STORECOVE_LEGAL_ENTITY_ID in'
    if (!hasBelgianBusinesses) return done('Er kocht nog geen Belgisch bedrijf.')
    if (accessPoint === 'OFF') return done('Peppol staat uit: je boekhouder verstuurt ze.')
    if (accessPoint === null)
      return open(
        `Een Belgisch bedrijf kocht hier, en hoort zijn facturen via Peppol te krijgen: ${setUp}, of zet PEPPOL_PROVIDER op off als je boekhouder ze verstuurt.`,
      )
    if (accessPoint === 'SIMULATED') return open(`Het access point is nagebootst: ${setUp}.`)
    return done(
      unsent === 0
        ? 'Ze gaan via Peppol.'
        : `Ze gaan via Peppol. ${count(unsent, 'oudere staat', 'oudere staan')} nog bij Rapporten, als je boekhouder ze niet verstuurde.`,
    )
  },
  PLACEHOLDER_RATING: ({ settings: { placeholderRating } }) =>
    placeholderRating
      ? open('Producten zonder beoordeling tonen nu verzonnen sterren. Dat mag niet: zet ze uit.')
      : done('Alleen echte beoordelingen zijn te zien.'),
  PRODUCT: ({ productCount }) =>
    productCount > 0
      ? done(`${count(productCount, 'product', 'producten')} te koop`)
      : open('Zet een eerste product met voorraad te koop.'),
  SAFETY({ missingSafety, settings: { shipsTo } }) {
    const wanted = keysOf(missingSafetyText).filter(lack => lack !== 'french' || shipsTo.includes('BE'))
    const links = wanted
      .filter(lack => missingSafety[lack] > 0)
      .map(lack => ({
        label: `${count(missingSafety[lack], 'product', 'producten')} ${missingSafetyText[lack]}`,
        path: `/admin/products?lacks=${lack}`,
      }))
    return links.length === 0
      ? done('Bij elk product staat wie het maakt en waarvoor je moet opletten.')
      : { ...open(`${links.map(({ label }) => label).join('; ')}.`), links }
  },
  SHIPPING: ({ shippingRateCount }) =>
    shippingRateCount > 0
      ? done(count(shippingRateCount, 'tarief', 'tarieven'))
      : open('Maak een verzendzone met een tarief.'),
  DELIVERY: ({ settings: { delivery } }) =>
    delivery === null
      ? open('Stel in wanneer pakketten weggaan: dan ziet een klant op welke dag het zijne er is.')
      : done(`Voor ${delivery.cutOff.replace(':', '.')} besteld gaat dezelfde dag weg.`),
  PRODUCER: ({ settings: { company }, electricCount }) => {
    if (company.producerNumbers !== null) return done(company.producerNumbers)
    if (electricCount === 0) return done('Niets met stroom of batterij te koop.')
    return open(
      `${count(electricCount, 'product heeft', 'producten hebben')} stroom, radio of een batterij: noem je registraties bij Recupel, Bebat of Stichting OPEN.`,
    )
  },
  PAYMENTS({ payments }) {
    const verdicts = payments.map(judgeAccount)
    return {
      isDone: verdicts.every(({ isDone }) => isDone),
      detail: verdicts.map(each => each.detail).join(' '),
    }
  },
  PAYMENT_RULES({ payments }) {
    const refusals = payments.flatMap(({ name, refused }) =>
      refused.map(use => `${paymentUseLabels[use]}: volgens zijn regels neemt ${name} dit niet aan.`),
    )
    return refusals.length === 0
      ? done(payments.map(({ name, uses }) => `${name}: ${uses.map(describeUse).join(', ')}.`).join(' '))
      : {
          ...open(
            `${refusals.join(' ')} Kies er bij Instellingen een andere betaaldienst voor; wat die kost, staat in docs/go-live.md.`,
          ),
          links: [{ label: 'Instellingen', path: '/admin/settings' }],
        }
  },
  MAIL({ hasMailServer, isMailConfirmed }) {
    if (!hasMailServer) return open('Er is geen mailserver ingesteld (SMTP_URL).')
    return isMailConfirmed
      ? done('Een testmail kwam aan.')
      : { ...open('Stuur jezelf een testmail, en open de link die erin staat.'), canSendTestMail: true }
  },
  TOYS({ toys: { isSimulated, hasToken, isOk } }) {
    if (isSimulated) return open('De toys zijn nagebootst: stel LOVENSE_TOKEN in.')
    if (!hasToken) return open('Stel LOVENSE_TOKEN in.')
    return isOk ? done('De dienst antwoordt.') : open('De dienst antwoordt niet, of weigert het token.')
  },
  PUBLIC_URL({ origin, hasPublicHost, reachability }) {
    if (!hasPublicHost) return open(`${origin} is alleen van hier te bereiken: stel PUBLIC_URL in.`)
    return reachability
      ? done(`${origin} komt bij deze winkel uit.`)
      : open(`Op ${origin} antwoordt deze winkel niet.`)
  },
  HTTPS({ origin, reachability, isHstsPreloaded }) {
    if (!origin.startsWith('https:')) return open('Het adres begint niet met https.')
    if (!reachability) return open('Nog niet na te kijken: het adres antwoordt niet.')
    return isHstsPreloaded
      ? done('Het certificaat klopt, en browsers gebruiken ook onder het domein alleen https.')
      : done('Het certificaat klopt. Heeft alles onder je domein https, zet dan HSTS_PRELOAD aan.')
  },
  PROXY({ reachability }) {
    if (!reachability) return open('Nog niet na te kijken: het adres antwoordt niet.')
    if (!reachability.isForwarded) return done('Er zit geen proxy tussen.')
    return reachability.isTrusted
      ? done('De proxy geeft door wie er komt.')
      : open('Noem de proxy in TRUSTED_PROXIES: nu lijkt elk bezoek van hem te komen.')
  },
  BACKUP({ now, newestBackupAt, futureBackups }) {
    if (newestBackupAt === undefined) return open('Stel BACKUP_DIR in: de map met je back-ups.')
    if (futureBackups.length > 0)
      return open(
        `Met een datum in de toekomst, dus niet meegeteld: ${futureBackups.join(', ')}. Kijk de klok na, en haal die mappen weg.`,
      )
    if (newestBackupAt === null) return open('Er is nog geen back-up.')
    const hours = Math.max(0, Math.floor((now.getTime() - newestBackupAt.getTime()) / HOUR_MS))
    const text = hours === 0 ? 'minder dan een uur geleden' : `${hours} uur geleden`
    return hours < MAX_BACKUP_AGE_HOURS
      ? done(`De nieuwste is van ${text}.`)
      : open(`De nieuwste is van ${text}.`)
  },
  BACKUP_ENCRYPTION({ newestBackupAt, isBackupEncrypted }) {
    if (isBackupEncrypted === true) return done('Wie een back-up in handen krijgt, kan hem niet lezen.')
    if (isBackupEncrypted === false)
      return open(
        'Wie de nieuwste back-up in handen krijgt, leest alles: stel BACKUP_PUBLIC_KEY in, met backup new-key.',
      )
    return newestBackupAt
      ? done('Een ander programma maakt ze: kijk daar na of het ze versleutelt.')
      : open('Nog niet na te kijken: er is nog geen back-up.')
  },
  RESTORE({ now, rehearsal }) {
    if (rehearsal === null) return open('Zet een back-up terug als proef, met restore --rehearse.')
    if ('unreadable' in rehearsal)
      return open(
        `De uitslag van de proef is niet te lezen (${rehearsal.unreadable}): kopieer rehearsal.json opnieuw, leesbaar voor de gebruiker van de winkel.`,
      )
    const { at, seconds, discrepancies, lostFiles } = rehearsal
    if (discrepancies > 0)
      return open(
        `In wat werd teruggezet klopten de boeken niet: ${count(discrepancies, 'verschil', 'verschillen')}.`,
      )
    if (lostFiles > 0)
      return open(
        `In de back-up ${lostFiles === 1 ? 'is 1 bestand' : `zijn ${lostFiles} bestanden`} beschadigd of weg: restore --rehearse noemt ze.`,
      )
    const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS)
    const text = `${days < 1 ? 'Vandaag' : `${count(days, 'dag', 'dagen')} geleden`}, in ${count(seconds, 'seconde', 'seconden')}.`
    return days < MAX_REHEARSAL_AGE_DAYS
      ? done(text)
      : open(`${text} Doe het elk kwartaal, met restore --rehearse.`)
  },
  TWO_FACTOR: ({ adminsWithoutSecondStep: left }) =>
    left === 0
      ? done('Elke administrator logt in met een tweede stap.')
      : open(`${count(left, 'administrator logt', 'administrators loggen')} in zonder tweede stap.`),
}

/** The whole checklist, in its order. */
export const judgeChecklist = (facts: ChecklistFacts): CheckResult[] =>
  keysOf(judges).map(name => ({ name, canSendTestMail: false, links: [], ...judges[name](facts) }))
