/** Words for a large catalogue: enough for stems, endings and typing errors to matter. */
export const adjectives =
  'zachte warme gladde fluwelen zijden stille gouden donkere lichte brede slanke ronde soepele koele stevige fijne verfijnde geurige matte glanzende'.split(
    ' ',
  )
export const nouns =
  'massageolie kaars blinddoek kamerjas badzout lichaamslotion kussensloop hoeslaken wierook badborstel haarlint spiegel dienblad karaf theelicht handdoek deken nachtlamp geurstokje kruik'.split(
    ' ',
  )
export const materials =
  'amandel vanille lavendel moerbeizijde basalt katoen linnen bamboe sandelhout bergamot rozenhout eucalyptus'.split(
    ' ',
  )
export const categoryNames =
  'Massage,Kaarsen,Zijde,Bad en douche,Slapen,Geuren,Licht,Cadeaus,Verzorging,Textiel,Keramiek,Reizen'.split(
    ',',
  )

const syllables =
  'ba belo ce dar den el fa gri ha ila jo ka lan mi mor na no ol pa qui ra ri sa sel ta tor u va ven wi xa yl za zor bru dri fle gla klo sne'.split(
    ' ',
  )

/** The name of a collection, the same for the same number: `Morselwita`. */
function collectionName(number: number): string {
  // A multiplicative hash, so that consecutive numbers give unrelated names.
  let rest = Math.imul(number + 1, 2_654_435_761) >>> 0
  let name = ''
  for (let count = 0; count < 4; count += 1) {
    name += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Each product belongs to one collection; about thirty products share it, as many as a specific search finds. */
export const collectionsFor = (products: number): string[] =>
  Array.from({ length: Math.ceil(products / 30) }, (_, number) => collectionName(number))

/** How many typing errors `misspelt` makes at one place of a word. */
const ERRORS_AT_ONE_PLACE = 27

/** The word with a typing error, which differs for each of some 150 numbers: a letter left out, swapped with the next, or another typed. */
export function misspelt(word: string, number: number): string {
  const index = 2 + (number % (word.length - 4))
  const error = Math.floor(number / (word.length - 4)) % ERRORS_AT_ONE_PLACE
  const [before, letter, next, after] = [
    word.slice(0, index),
    word.charAt(index),
    word.charAt(index + 1),
    word.slice(index + 2),
  ]
  if (error === 0) return before + next + after
  if (error === 1) return before + next + letter + after
  const a = 97
  const other = String.fromCodePoint(a + ((letter.charCodeAt(0) - a + error - 1) % 26))
  return before + other + next + after
}
