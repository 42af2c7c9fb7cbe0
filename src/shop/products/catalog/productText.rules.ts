import { formatCents } from '../../../wire/money.ts'
import type { Product } from './contract.ts'
import { isDigital, isLowOnStock, isSoldOut } from './rules.ts'

export function stockLabel(stock: number): string {
  if (isSoldOut(stock)) return 'Uitverkocht'
  return isLowOnStock(stock) ? `Nog ${stock} op voorraad` : 'Op voorraad'
}

/** `€ 39,95`; of a product whose variants differ in price, `vanaf € 39,95`. */
export const priceText = ({ price, maxPrice }: Pick<Product, 'price' | 'maxPrice'>): string =>
  maxPrice === undefined ? formatCents(price) : `vanaf ${formatCents(price)}`

/** Splits a description into paragraphs, one per line that is not blank. */
export const splitParagraphs = (description: string): string[] =>
  description
    .split(/\n+/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')

/** The maximum length of a meta description, in characters. */
const MAX_META_DESCRIPTION_LENGTH = 155

/** The beginning of a description, cut at a word boundary. */
export function metaDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_META_DESCRIPTION_LENGTH) return text
  return `${text.slice(0, MAX_META_DESCRIPTION_LENGTH).replace(/\W*\s\S*$/, '')}…`
}

/** @param shipping the shop's text about its shipping */
export const productAssurances = (
  product: Pick<Product, 'shippingCost' | 'showShippingOptions' | 'hygieneSealed' | 'isGiftCard'>,
  shipping: string,
) =>
  product.isGiftCard
    ? ({
        delivery: 'Komt per mail, en is te printen',
        discretion: 'Discreet: de mail noemt geen producten',
        regret: 'Voor wie, en op welke dag: dat vragen we bij het bestellen',
      } as const)
    : isDigital(product)
      ? ({
          delivery: 'Direct geleverd, zodra je betaling binnen is',
          discretion: 'Discreet: een neutrale naam op je afschrift',
          regret: 'Geen herroepingsrecht: digitale levering begint meteen',
        } as const)
      : ({
          delivery: shipping,
          discretion: 'Discreet verpakt: neutrale doos, neutrale afzender',
          regret: product.hygieneSealed
            ? '14 dagen bedenktijd, zolang de verzegeling heel is'
            : '14 dagen bedenktijd na ontvangst',
        } as const)

/** A product's pictures without duplicates, the main one first. */
export const productPictures = ({ imageUrl, images }: Pick<Product, 'imageUrl' | 'images'>): string[] => [
  ...new Set([...(imageUrl === null ? [] : [imageUrl]), ...images]),
]

const ratingFormat = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The same on a card and on the page of the product: `4,5`. */
export const formatRating = (rating: number): string => ratingFormat.format(rating)
