import { wellnessProducts } from './wellnessProducts.ts'
import { digitalProducts } from './digitalProducts.ts'
import { toyAndCareProducts } from './toyAndCareProducts.ts'
import type { DemoProduct } from './demoProduct.ts'

/** The demo shop's catalogue as plain data. The ids are created when it is seeded. */

export interface DemoCategory {
  name: string
  slug: string
  /** The background colour of its pictures: shown until they have loaded. */
  tint: string
}

export const demoCategories: readonly DemoCategory[] = [
  { name: 'Massage en wellness', slug: 'massage-en-wellness', tint: '#e8cfb5' },
  { name: 'Zijde en lingerie', slug: 'zijde-en-lingerie', tint: '#ecc6c0' },
  { name: 'Kaarsen en sfeer', slug: 'kaarsen-en-sfeer', tint: '#c98450' },
  { name: 'Slimme toys', slug: 'slimme-toys', tint: '#d9bfcf' },
  { name: 'Verzorging en accessoires', slug: 'verzorging-en-accessoires', tint: '#d0d3bd' },
  { name: 'Lezen en luisteren', slug: 'lezen-en-luisteren', tint: '#b9c4d8' },
]

/** In order of creation, oldest first: the first four are shown on the home page. */
const productOrder = [
  'massageolie-amber-en-vijg',
  'lumi',
  'geurkaars-gloed',
  'slipdress-aurore',
  'warmtestenen-van-basalt',
  'zijden-slaapmasker',
  'boek-langzaam',
  'e-book-dichterbij',
  'maanlamp',
  'zachte-gel-op-waterbasis',
  'onda',
  'zijden-linten',
  'audiocursus-adem-en-aanraking',
  'massagekaars-sandelhout',
  'vela',
  'fluwelen-opbergetui',
  'gedraaide-dinerkaarsen',
  'zijden-kimono-nacht',
  'badzout-rozenhout',
  'nova-duo',
  'zeepblok-witte-thee',
  'geurstokjes-vijgenblad',
  'brieven-om-af-te-maken',
  'cadeauverpakking',
  'cadeaubon',
]

export const demoProducts: readonly DemoProduct[] = [
  ...wellnessProducts,
  ...toyAndCareProducts,
  ...digitalProducts,
]
  .map(product => ({ product, place: productOrder.indexOf(product.slug) + 1 }))
  .sort((a, b) => a.place - b.place)
  .map(({ product, place }) => ({ ...product, sku: `GL-${String(place).padStart(3, '0')}` }))
