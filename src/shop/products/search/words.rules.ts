/** The stemmer gives some words another stem than their plural (`kaars`, `kaarsen`), so both forms are searched. */
export const wordForms = (word: string): string[] => {
  if (word.length < 4) return [word]
  return word.endsWith('en') ? [word, word.slice(0, -2)] : [word, `${word}en`]
}

/** The `s` of a Dutch plural such as `pyjama's`, which is no word. */
const pluralS = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/giu

/** The letters and digits of a text; `%`, `_` and the like are none, nor anything else that SQL gives a meaning. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .replaceAll(pluralS, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A percentage is typed to its end: `100%` does not mean `1000 ml`. */
const endsInPercentage = /\p{N} ?%[^\p{L}\p{N}]*$/u

/** Turns `zijden blind` into a query for the stems of `zijden` and the prefix `blind`; null when there are no words. */
export function toTsQuery(q: string): string | null {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const unfinished = endsInPercentage.test(q) ? -1 : words.length - 1
  return words
    .map((word, at) => wordForms(word).map(form => (at === unfinished ? `${form}:*` : form)))
    .map(forms => (forms.length > 1 ? `(${forms.join(' | ')})` : forms.join('')))
    .join(' & ')
}
