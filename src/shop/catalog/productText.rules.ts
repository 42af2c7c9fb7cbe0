import type { Product } from './contract.ts'
import { isDigital, isLowOnStock, isSoldOut } from './rules.ts'

/** Stock in words. */
export function stockLabel(stock: number): string {
  if (isSoldOut(stock)) return 'Uitverkocht'
  return isLowOnStock(stock) ? `Nog ${stock} op voorraad` : 'Op voorraad'
}

/** A description's paragraphs: lines of their own, blank ones between them or not. */
export const splitParagraphs = (description: string): string[] =>
  description
    .split(/\n+/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')

/** What a result page of a search engine shows of a description, at most. */
const MAX_META_DESCRIPTION_LENGTH = 155

/** The beginning of a description, in whole words. */
export function metaDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_META_DESCRIPTION_LENGTH) return text
  return `${text.slice(0, MAX_META_DESCRIPTION_LENGTH).replace(/\W*\s\S*$/, '')}…`
}

/** One line each on delivery, discretion and changing one's mind. */
export const productAssurances = (
  product: Pick<Product, 'shippingCost' | 'showShippingOptions' | 'hygieneSealed'>,
) =>
  isDigital(product)
    ? ({
        delivery: 'Direct geleverd, zodra je betaling binnen is',
        discretion: 'Discreet: een neutrale naam op je afschrift',
        regret: 'Geen herroepingsrecht: digitale levering begint meteen',
      } as const)
    : ({
        delivery: 'Gratis verzending in Nederland',
        discretion: 'Discreet verpakt: neutrale doos, neutrale afzender',
        regret: product.hygieneSealed
          ? '14 dagen bedenktijd, zolang de verzegeling heel is'
          : '14 dagen bedenktijd na ontvangst',
      } as const)

/** A product's pictures, the main one first, each once. */
export const productPictures = ({
  imageUrl,
  images,
}: {
  imageUrl: string | null
  images: string[]
}): string[] => [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...images])]
