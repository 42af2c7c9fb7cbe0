/** The characters that the standard PDF fonts have beyond Latin-1: the rest of Windows-1252. */
const EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** Letters without a Unicode decomposition, transliterated as in passports (ICAO 9303-3, section 6). */
const LATIN = 'ł l đ d ħ h ı i ŧ t ŋ n ĸ q ə e'
const CYRILLIC =
  'а a б b в v г g ґ g д d ђ d е e є ie ж zh з z и i і i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ c у u ф f х kh ц ts ч ch џ dz ѕ dz ш sh щ shch ъ ie ы y э e ю iu я ia'
/** ELOT 743. */
const GREEK =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'

const transliterations = new Map(
  `${LATIN} ${CYRILLIC} ${GREEK}`.split(' ').flatMap((letter, index, all) => {
    const spelling = all[index + 1] ?? ''
    const capital = letter.toUpperCase()
    if (index % 2 === 1) return []
    return [[letter, spelling] as const, [capital, spelling.charAt(0).toUpperCase() + spelling.slice(1)]]
  }),
)

const isWindows1252 = (character: string): boolean =>
  /[\n\x20-\x7e\xa0-\xff]/.test(character) || EXTRAS.includes(character)

/**
 * Converts a text to characters that the invoice fonts have: `Łukasz Şükrü` becomes `Lukasz Sükrü`, because the fonts
 * would print other letters in their place. Removes invisible characters; letters of other scripts become a question
 * mark.
 */
export const toPdfText = (text: string): string =>
  [...text.normalize('NFC')]
    .map(character => (isWindows1252(character) ? character : transliterate(character)))
    .join('')

const transliterate = (character: string): string =>
  [...character.normalize('NFKD').replaceAll(/\p{M}/gu, '')]
    .map(
      part =>
        transliterations.get(part) ?? (isWindows1252(part) ? part : /[\p{L}\p{N}]/u.test(part) ? '?' : ''),
    )
    .join('')
