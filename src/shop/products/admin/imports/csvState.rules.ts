/** The words of other shops for a product that is on sale, and for one that is not, such as a draft. */
const onSaleWords = new Set(
  'actief active enabled zichtbaar visible gepubliceerd published publish online catalog search'.split(' '),
)
const offSaleWords = new Set(
  (
    'inactief inactive disabled verborgen hidden concept draft unpublished archived gearchiveerd private pending unlisted ' +
    'offline trash'
  ).split(' '),
)
const yesWords = new Set('ja j 1 waar true yes y aan on'.split(' '))
const noWords = new Set('nee n 0 -1 onwaar false no uit off'.split(' '))

/** Null for any other word. */
export function readFlag(cell: string): boolean | null {
  const word = cell.toLowerCase()
  if (yesWords.has(word) || onSaleWords.has(word)) return true
  return noWords.has(word) || offSaleWords.has(word) ? false : null
}

/**
 * Whether a product is on sale. `ja` confirms the heading of the column; a state such as `concept` means the same in any column.
 * Null for any other word.
 */
export function readState(column: 'isActive' | 'isHidden', cell: string): boolean | null {
  const word = cell.toLowerCase()
  if (onSaleWords.has(word)) return true
  if (offSaleWords.has(word)) return false
  if (yesWords.has(word)) return column === 'isActive'
  return noWords.has(word) ? column === 'isHidden' : null
}

/** The headings for products that are on sale, and those that are not. */
const activeHeadings = new Set(
  (
    'actief gepubliceerd zichtbaar zichtbaarheid ingeschakeld beschikbaar verkoopbaar koop live toon tonen status staat state ' +
    'active published publish visible visibility enabled available show'
  ).split(' '),
)
const hiddenHeadings = new Set(
  (
    'inactief verborgen verbergen uitgeschakeld concept gearchiveerd offline ' +
    'inactive hidden hide unpublished disabled draft archived unavailable unlisted'
  ).split(' '),
)
const negations = new Set(['niet', 'not'])
/** These change nothing about it. */
const fillers = new Set(
  (
    'is te in on op de het the product products producten artikel artikelen item post web webshop webwinkel winkel shop store ' +
    'site website online catalog catalogus catalogue'
  ).split(' '),
)

/** Headings about products on sale, in Dutch or English. */
const aboutSale =
  /publi(?:sh(?!er)|c)|visib|zichtba|beschikba|availab|verkoopba|status|\b(?:in|de)?acti(?:ef|ve)|\b(?:un)?listed|\b(?:draft|concept|online|offline|live|enable|disable|ingeschakeld|uitgeschakeld|hide|hidden|verberg|verborgen|toon|tonen|show|archiv|gearchiv)/
/** Headings with one of these speak of something else, such as `Tax status`, `Attribute 1 visible` or `Online prijs`. */
const aboutOther =
  /(?:tax|btw|order|bestel|verzend|shipping|lever|delivery|betaal|payment)[a-z]* ?status|stock|voorraad|inventory|aantal|quantity|\bqty\b|price|prijs|attribu|review|ingredi|stoffen/

const wordsOf = (heading: string): string =>
  heading
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .toLowerCase()
    .trim()

/**
 * Reads the heading of a column that says whether a product is on sale, such as `Published on Online Store`, `isVisible` or `Niet zichtbaar`.
 * One that speaks of it in another way is refused: without it drafts would go on sale.
 */
export function readStateHeading(
  heading: string,
): { name: 'isActive' | 'isHidden' } | { wrong: string } | null {
  const words = wordsOf(heading.replace(/[([].*[)\]]/, ''))
    .split(' ')
    .map(word => word.replace(/^(?:is|product|artikel|post)(?=\p{L}{4})/u, ''))
  const said = words.filter(word => !fillers.has(word) && !negations.has(word))
  const isNegated = words.some(word => negations.has(word))
  const [word = words.includes('online') ? 'active' : ''] = said
  if (said.length < 2 && (activeHeadings.has(word) || hiddenHeadings.has(word)))
    return { name: activeHeadings.has(word) === isNegated ? 'isHidden' : 'isActive' }
  const text = wordsOf(heading)
  if (!aboutSale.test(text) || aboutOther.test(text)) return null
  return {
    wrong: `We weten niet wat de kolom ${heading} zegt over wat te koop staat. Noem hem Actief, met ja of nee op elke regel, of haal hem weg.`,
  }
}
