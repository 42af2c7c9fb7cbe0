import type { ToyFunction } from '../toys/contract.ts'
import type { PageLanguage } from './contract.ts'
import { wordsOf } from './words.rules.ts'

/** Days for which nobody else gets an address that a creator left. */
export const RESERVED_DAYS = 365

/** Addresses that would be taken for the shop's own. */
const reservedWords = new Set(
  'admin api app auth beheer cadeau creator creators gast gloed help info klantenservice live mail media moderator nieuw pagina profiel root shop sitemap studio support systeem team test winkel www'.split(
    ' ',
  ),
)

export const isReservedSlug = (slug: string): boolean => reservedWords.has(slug)

/** The address that is proposed for a stage name. */
export const proposeSlug = (stageName: string): string =>
  wordsOf(stageName)
    .map(word => word.replaceAll(/[^a-z0-9]/g, ''))
    .filter(word => word !== '')
    .join('-')
    .slice(0, 40)
    .replace(/-$/, '')

const particles = new Set('de den der het van ver von ten ter te el al la le di da du'.split(' '))

/** Whether a stage name or an address tells a legal name: all of it, or the surname as a word. */
export function revealsName(text: string, legalName: string): boolean {
  const words = wordsOf(text)
  const legal = wordsOf(legalName)
  if (legal.length === 0) return false
  if (words.join('').includes(legal.join(''))) return legal.length > 1 || words.length === 1
  const surnames = legal.slice(1).filter(word => word.length > 2 && !particles.has(word))
  return surnames.some(surname => words.includes(surname))
}

/** Whether a text has the name of a town in it, as words. */
export const revealsTown = (text: string, town: string): boolean => {
  const wanted = wordsOf(town).join(' ')
  return wanted !== '' && ` ${wordsOf(text).join(' ')} `.includes(` ${wanted} `)
}

/** The town of an address that was typed in one line: `Laan 1, 9000 Gent, België` → `Gent`; null when it can't be told. */
export function townOf(address: string): string | null {
  const [, town] = /\b\d{4,5}(?:\s?[A-Z]{2}\b)?[\s,]+([\p{L}'’ -]+)/u.exec(address) ?? []
  return town?.trim() || null
}

const verbs: Record<ToyFunction, string> = {
  Vibrate: 'trilt',
  Rotate: 'draait',
  Thrusting: 'op en neer gaat',
  Fingering: 'streelt',
  Suction: 'zuigt',
  Oscillate: 'heen en weer gaat',
  Pump: 'knijpt',
  Depth: 'dieper gaat',
}

const list = new Intl.ListFormat('nl', { type: 'conjunction' })

/** A kind of toy in plain words, without its brand. */
export const describeToy = (functions: readonly ToyFunction[]): string =>
  `een toy die ${list.format(functions.map(name => verbs[name]))}`

/** The address at which its creator and admins get a picture; others get it once it is approved. */
export const pictureUrl = ({
  id,
  path,
  approvedAt,
}: {
  id: string
  path: string
  approvedAt: Date | null
}): string => (approvedAt ? path : `/api/creator-pictures/${id}`)

export const languageNames: Record<PageLanguage, string> = {
  nl: 'Nederlands',
  fr: 'Frans',
  en: 'Engels',
  de: 'Duits',
  es: 'Spaans',
  it: 'Italiaans',
  pt: 'Portugees',
  pl: 'Pools',
}
