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

/** The word with a typing error: two letters swapped, or one left out. */
export function misspelt(word: string, at: number): string {
  const place = 2 + (at % (word.length - 4))
  const [before, first, second, after] = [
    word.slice(0, place),
    word.charAt(place),
    word.charAt(place + 1),
    word.slice(place + 2),
  ]
  return at % 2 === 0 ? before + second + after : before + second + first + after
}
