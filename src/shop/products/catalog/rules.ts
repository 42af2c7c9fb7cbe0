/** The placeholder rating of a product without reviews, when that setting is on. */
export const PLACEHOLDER_RATING = 4.5

/** Whether it is an id; a slug is never one. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** GTINs of 8, 12, 13 and 14 digits. */
const GTIN = /^(\d{8}|\d{12,14})$/

/** A barcode as the GTIN that it is, by its check digit; undefined for any other code, which means nothing outside the shop. */
export function gtinOf(barcode: string | null): string | undefined {
  if (barcode === null || !GTIN.test(barcode) || Number(barcode) === 0) return undefined
  return barcode.endsWith(checkDigitOf(barcode.slice(0, -1))) ? barcode : undefined
}

/** The last digit of a GTIN, from those before it: counted from the right, they weigh 3 and 1 in turns (GS1 General Specifications, 7.9). */
export function checkDigitOf(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Customers are told of stock from 1 up to this many units. For admins the setting `lowStockThreshold` says what is low. */
const SCARCE_UNITS = 5

export const isSoldOut = (stock: number): boolean => stock <= 0
export const isLowOnStock = (stock: number, threshold = SCARCE_UNITS): boolean =>
  stock >= 1 && stock <= threshold

/** Nothing has to be sent, so no shipping is charged or offered. */
export const isDigital = (product: { shippingCost: number; showShippingOptions: boolean }): boolean =>
  product.shippingCost === 0 && !product.showShippingOptions

/** The favourites, and after them others, each product once. */
export const mixFeatured = <P extends { id: string }>(favourites: P[], others: P[], most: number): P[] =>
  [...new Map([...favourites, ...others].map(product => [product.id, product])).values()].slice(0, most)

/** As in the demo pictures: raspberry, amber, sand, sage, slate, mauve. The cool ones are muted. Hues are those of OKLCH. */
const standInTones = [
  { hue: 8, vivid: 1 },
  { hue: 52, vivid: 0.9 },
  { hue: 82, vivid: 0.75 },
  { hue: 125, vivid: 0.5 },
  { hue: 255, vivid: 0.6 },
  { hue: 330, vivid: 0.8 },
] as const
const standInScenes = ['plinth', 'stack', 'arch'] as const

/** The stand-in for a category's picture: the same for the same name, on each page and after each restart. */
export function standInOf(name: string) {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  const tone = standInTones[hash % standInTones.length] ?? standInTones[0]
  const scene = standInScenes[Math.floor(hash / standInTones.length) % standInScenes.length] ?? 'plinth'
  return { ...tone, scene }
}
