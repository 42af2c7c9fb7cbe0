import type { ContentDefinition } from '../../../people/content/definition.rules.ts'
import { wordForms, wordsOf } from './words.rules.ts'

/** The words that visitors type, and those that the search looks for when that finds nothing; words or short phrases with commas between them. */
export type SearchSynonyms = { synonyms: { typed: string; finds: string }[] }

const defaults: [typed: string, finds: string][] = [
  ['vibrator, trilling', 'toy, toys, massager, stimulator'],
  ['speeltje, seksspeeltje, sekstoy, sextoy, sexspeeltje', 'toy, toys, vibrator, massager'],
  ['glijmiddel, glijgel, lubricant, lube', 'gel, glijmiddel, waterbasis, siliconenbasis'],
  ['koppel, stel, partner, samen, met z’n tweeën', 'duo, koppel, partner, elkaar'],
  ['jurk, jurkje', 'slipdress, slipjurk, dress, babydoll'],
  ['nachtjapon, nachthemd, negligé, pyjama', 'slipdress, babydoll, nachthemd, lingerie'],
  ['badjas, ochtendjas, kamerjas, peignoir', 'kimono, kamerjas, badjas'],
  ['ondergoed, bh, beha, slip, string, setje, body', 'lingerie'],
  ['blinddoek, oogmasker', 'slaapmasker, masker, blinddoek'],
  ['boeien, handboeien, vastbinden, touw', 'linten, manchetten, boeien'],
  ['veer, kietelen', 'veertje, linten'],
  ['massage, masseren', 'massageolie, massagekaars, massage'],
  ['olie, bodyolie', 'massageolie, olie'],
  ['crème, lotion, bodylotion', 'verzorging, massageolie, lotion'],
  ['bad, badschuim, badbruis, in bad', 'badzout, bad, schuim'],
  ['zeep, douchegel, douche', 'zeepblok, zeep'],
  ['schoonmaken, reiniger, toycleaner, cleaner', 'reiniger, zeep, spray'],
  ['condoom, voorbehoedsmiddel', 'condoom'],
  ['kaars, kaarsje, waxinelicht', 'geurkaars, dinerkaarsen, massagekaars'],
  ['parfum, geur, luchtje, huisparfum', 'geurstokjes, geurkaars, geur'],
  ['lamp, sfeerlicht, nachtlamp, verlichting', 'maanlamp, lamp, licht'],
  ['opbergen, opbergdoos, tasje, bewaren', 'opbergetui, etui, doos'],
  ['cadeau, kado, geschenk, verrassing, valentijn', 'cadeaubon, cadeauverpakking, cadeau'],
  ['tegoedbon, giftcard, waardebon, bon', 'cadeaubon'],
  ['ebook, roman, verhaal, lezen', 'boek, book, brieven'],
  ['luisterboek, podcast, luisteren, cursus', 'audiocursus, audio'],
  ['spa, wellness, ontspannen, relaxen', 'massage, badzout, geurkaars'],
  ['app, afstandsbediening, bluetooth', 'toy, toys, app'],
]

/** The treatment of words that no product has, in the search of the shop. */
export const synonymsContent: ContentDefinition<SearchSynonyms> = {
  key: 'search.synonyms',
  title: 'Zoekwoorden',
  group: 'PAGE',
  path: '/shop',
  placeholders: [],
  fields: [
    {
      kind: 'list',
      name: 'synonyms',
      label: 'Zoekwoorden',
      hint: 'Vindt een woord van een bezoeker niets in de winkel, dan zoeken we naar de woorden die je erbij zet.',
      itemLabel: 'Zoekwoord',
      min: 0,
      max: 200,
      item: [
        { kind: 'line', name: 'typed', label: 'Wat iemand typt (komma’s ertussen)', max: 200 },
        { kind: 'line', name: 'finds', label: 'Waar we dan naar zoeken', max: 200 },
      ],
    },
  ],
  defaults: { synonyms: defaults.map(([typed, finds]) => ({ typed, finds })) },
}

interface SynonymIndex {
  /** The phrases to search for instead, in `to_tsquery` syntax, by typed phrase. */
  byPhrase: ReadonlyMap<string, string[]>
  /** In words. */
  longestPhrase: number
}

const isOneSyllable = (stem: string): boolean => stem.match(/[aeiouy]+/g)?.length === 1
/** Of one syllable, which is short although its plural is written as a long one: `bad`, `baden`. */
const irregular = /^(?:bad|dag|gat|glas|pad|slot|spel|vat|weg)$/

/** The singular of a plural without its `en`: `badjass` is `badjas`, `brev` is `breef`, and `ver` is `veer`. */
function toSingular(stem: string): string {
  if (/([^aeiouy])\1$/.test(stem)) return stem.slice(0, -1)
  const unvoiced = stem.replace(/v$/, 'f').replace(/z$/, 's')
  if (!isOneSyllable(unvoiced) || irregular.test(unvoiced)) return unvoiced
  return unvoiced.replace(/(?<=[^aeiouy])([aeou])(?=[^aeiouyw]$)/, '$1$1')
}

/** The word of a Dutch diminutive: of `bonnetje`, `veertje` and `jurkje`. */
const withoutDiminutive = (word: string): string =>
  word
    .replace(/(?<=..)([^aeiouy])\1etjes?$/, '$1')
    .replace(/(?<=..(?:[lnrw]|[aeiou]{2}))tjes?$/, '')
    .replace(/(?<=...)jes?$/, '')

/** One spelling for `Jurken`, `jurkjes` and `jurk`, and for `badjassen` and `badjas`: a key, not a word. */
function keyOf(word: string): string {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const one = withoutDiminutive(folded)
    // `vibrators`, `massages` and `strings`, but not `badjas`, `fles` and `kaars`.
    .replace(/(?<=...)(?<=[aeiouy].*e|[aeiouy].*[eo]r|[bdfgklmnpty])s$/, '')
  const plural = /^(.{3,})en$/.exec(one)?.[1]
  const stem = plural === undefined ? one : toSingular(plural)
  // A long vowel is written once before `en` and twice without it: `sieraden`, `sieraad`.
  return isOneSyllable(stem) ? stem : stem.replace(/(?<=[^aeiouy])([aeou])\1(?=[^aeiouy]$)/, '$1')
}

const phrasesOf = (line: string): string[][] =>
  line
    .split(',')
    .map(wordsOf)
    .filter(words => words.length > 0)

const toQuery = (words: string[]): string => {
  const parts = words.map(word => alternatives(wordForms(word)))
  return parts.length > 1 ? `(${parts.join(' & ')})` : parts.join('')
}

const alternatives = (forms: string[]): string =>
  forms.length > 1 ? `(${forms.join(' | ')})` : forms.join('')

/** Made once for each published list. */
const indexes = new WeakMap<SearchSynonyms, SynonymIndex>()

function indexOf(list: SearchSynonyms): SynonymIndex {
  const known = indexes.get(list)
  if (known) return known
  const byPhrase = new Map<string, string[]>()
  for (const { typed, finds } of list.synonyms)
    for (const phrase of phrasesOf(typed)) {
      const key = phrase.map(keyOf).join(' ')
      byPhrase.set(key, [...new Set([...(byPhrase.get(key) ?? []), ...phrasesOf(finds).map(toQuery)])])
    }
  const longestPhrase = Math.max(0, ...Array.from(byPhrase.keys(), key => key.split(' ').length))
  const index = { byPhrase, longestPhrase }
  indexes.set(list, index)
  return index
}

/** A shorter beginning of a word stands for too many. */
const MIN_BEGINNING = 4

/** The synonyms of the last word while it is being typed. */
function findByBeginning({ byPhrase }: SynonymIndex, beginning: string): string[] {
  if (beginning.length < MIN_BEGINNING) return []
  return [...new Set([...byPhrase].flatMap(([key, found]) => (key.startsWith(beginning) ? found : [])))]
}

/** The words of a search with their synonyms, in `to_tsquery` syntax; null when none of them has any. */
export function toSynonymQuery(q: string, list: SearchSynonyms): string | null {
  const words = wordsOf(q)
  const index = indexOf(list)
  const keys = words.map(keyOf)
  const parts: string[] = []
  let hasSynonyms = false
  for (let at = 0; at < words.length;) {
    const isLast = at === words.length - 1
    let length = Math.min(index.longestPhrase, words.length - at)
    while (length > 1 && !index.byPhrase.has(keys.slice(at, at + length).join(' '))) length -= 1
    length = Math.max(1, length)
    const key = keys.slice(at, at + length).join(' ')
    const found = index.byPhrase.get(key) ?? (isLast ? findByBeginning(index, key) : [])
    hasSynonyms ||= found.length > 0
    parts.push(alternatives([toQuery(words.slice(at, at + length)), ...found]))
    at += length
  }
  return hasSynonyms ? parts.join(' & ') : null
}
