import type { Tx } from '../../platform/db.ts'
import { economicOperators, productSafety } from '../../shop/catalog/safety/table.ts'
import type { CatalogueProduct } from './history/catalogue.ts'

/** Invented companies at addresses that can't exist. */
const operators = {
  wax: {
    name: 'Kaarsenmakerij De Gloor',
    address: 'Voorbeeldstraat 12\n9000 Gent\nBelgië',
    country: 'BE',
    electronicAddress: 'veiligheid@degloor.example',
  },
  care: {
    name: 'Huis van Amber',
    address: 'Voorbeeldlaan 8\n2000 Antwerpen\nBelgië',
    country: 'BE',
    electronicAddress: 'veiligheid@huisvanamber.example',
  },
  press: {
    name: 'Uitgeverij De Stilte',
    address: 'Voorbeeldplein 5\n3512 JC Utrecht\nNederland',
    country: 'NL',
    electronicAddress: 'info@uitgeverijdestilte.example',
  },
  silk: {
    name: 'Weverij Zacht',
    address: 'Voorbeeldweg 3\n5038 AA Tilburg\nNederland',
    country: 'NL',
    electronicAddress: 'info@weverijzacht.example',
  },
  devices: {
    name: 'Halden Devices Ltd',
    address: '88 Example Road\nShenzhen 518000\nChina',
    country: 'CN',
    electronicAddress: 'https://halden.example/safety',
  },
  representative: {
    name: 'Baltic Compliance OÜ',
    address: 'Näidise 4\n10111 Tallinn\nEstland',
    country: 'EE',
    electronicAddress: 'contact@balticcompliance.example',
  },
}

interface DemoSafety {
  by: keyof typeof operators
  warnings: string | null
  warningsFr: string | null
  materials: string
  radio?: string
  battery?: string
}

const skinCare: DemoSafety = {
  by: 'care',
  warnings:
    'Alleen voor uitwendig gebruik. Vermijd contact met de ogen. Stop bij irritatie. Buiten bereik van kinderen houden.',
  warningsFr:
    'Usage externe uniquement. Éviter le contact avec les yeux. Arrêter en cas d’irritation. Tenir hors de portée des enfants.',
  materials: 'Plantaardige oliën, parfum. De volledige lijst staat op het etiket.',
}

const candle: DemoSafety = {
  by: 'wax',
  warnings:
    'Laat een brandende kaars nooit alleen. Houd afstand tot wat kan branden, en buiten bereik van kinderen en huisdieren.',
  warningsFr:
    'Ne laissez jamais une bougie allumée sans surveillance. Tenir hors de portée des enfants et des animaux.',
  materials: 'Sojawas, katoenen lont, parfum.',
}

const textile = { by: 'silk', warnings: null, warningsFr: null } as const

/** Of products that are not like the others of their category. */
const safetyBySlug: Record<string, DemoSafety> = {
  'warmtestenen-van-basalt': {
    by: 'care',
    warnings: 'Verwarm de stenen alleen in warm water, en voel eerst op je pols of ze niet te heet zijn.',
    warningsFr: 'Chauffer uniquement dans de l’eau chaude, et vérifier la température sur le poignet.',
    materials: 'Basalt.',
  },
  'massagekaars-sandelhout': {
    ...candle,
    warnings: `${candle.warnings} Blaas de kaars uit voordat je de olie gebruikt, en voel of ze niet te heet is.`,
    warningsFr: `${candle.warningsFr} Éteindre avant d’utiliser l’huile et vérifier sa température.`,
    materials: 'Sojawas, sheaboter, katoenen lont, parfum.',
  },
  'gedraaide-dinerkaarsen': { ...candle, materials: 'Was, katoenen lont.' },
  maanlamp: {
    by: 'devices',
    warnings: 'Alleen binnen gebruiken. Niet laden met een natte of beschadigde kabel, en niet afdekken.',
    warningsFr: 'Usage intérieur uniquement. Ne pas charger avec un câble mouillé ou abîmé, ne pas couvrir.',
    materials: 'Melkglas, messing en een led.',
    battery: 'Ingebouwde lithium-ionbatterij van 2000 mAh; de fabrikant vervangt haar.',
  },
  'geurstokjes-vijgenblad': {
    by: 'wax',
    warnings: 'Niet drinken. Buiten bereik van kinderen en huisdieren houden, en uit de buurt van vuur.',
    warningsFr: 'Ne pas boire. Tenir hors de portée des enfants et des animaux, et loin des flammes.',
    materials: 'Glas, rotan, parfumolie.',
  },
  'fluwelen-opbergetui': { ...textile, materials: 'Fluweel, ongebleekt katoen en messing.' },
  cadeauverpakking: { ...textile, materials: 'Papier en een zijden lint.' },
}

const safetyByCategory: Record<string, DemoSafety> = {
  'massage-en-wellness': skinCare,
  'verzorging-en-accessoires': { ...skinCare, materials: 'Zie het etiket.' },
  'zijde-en-lingerie': { ...textile, materials: '100 % moerbeizijde. Handwas op 30 graden.' },
  'kaarsen-en-sfeer': candle,
  'slimme-toys': {
    by: 'devices',
    warnings: 'Niet gebruiken bij een pacemaker. Niet laden tijdens gebruik of onder water. Stop bij pijn.',
    warningsFr:
      'Ne pas utiliser avec un stimulateur cardiaque. Ne pas charger pendant l’utilisation ni sous l’eau. Arrêter en cas de douleur.',
    materials: 'Siliconen en ABS, zonder ftalaten.',
    radio: 'Bluetooth Low Energy, 2402–2480 MHz, hoogstens 4 dBm.',
    battery: 'Ingebouwde lithium-ionbatterij van 350 mAh; de fabrikant vervangt haar.',
  },
  'lezen-en-luisteren': {
    by: 'press',
    warnings: null,
    warningsFr: null,
    materials: 'Papier, FSC-gecertificeerd.',
  },
}

/** The maker and the warnings of a product; undefined for a digital one. */
export const safetyOf = ({
  slug,
  isDigital,
  categorySlug,
}: Pick<CatalogueProduct, 'slug' | 'isDigital' | 'categorySlug'>): DemoSafety | undefined =>
  isDigital ? undefined : (safetyBySlug[slug] ?? safetyByCategory[categorySlug])

/** Inserts the makers and the warnings of the demo's products that are sent. */
export async function insertSafety(tx: Tx, catalogue: readonly CatalogueProduct[]): Promise<void> {
  const made = await tx.insert(economicOperators).values(Object.values(operators)).returning()
  const idOf = (key: keyof typeof operators) =>
    made.find(({ name }) => name === operators[key].name)?.id ?? ''
  const rows = catalogue.flatMap(product => {
    const { id: productId, sku: model } = product
    const safety = safetyOf(product)
    if (!safety) return []
    const { by, radio = null, battery = null, ...texts } = safety
    const responsiblePersonId = by === 'devices' ? idOf('representative') : null
    return { productId, manufacturerId: idOf(by), responsiblePersonId, model, radio, battery, ...texts }
  })
  await tx.insert(productSafety).values(rows)
}
