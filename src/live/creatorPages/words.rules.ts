import type { Settings } from '../../wire/settings.ts'

/** Digits and signs that are written for letters. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** The words of a text, without capitals and accents: `Noor de Wít` is `noor`, `de` and `wit`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** The same where digits may stand for letters, and with letters that stand apart (`s e x`) as one word too. */
function writtenWords(text: string): string[] {
  const spelled = text.replaceAll(/[013457@$]/g, sign => lookalikes[sign] ?? sign)
  const words = [...wordsOf(text), ...wordsOf(spelled)]
  const apart = wordsOf(spelled).map(word => (word.length === 1 ? word : ` ${word} `))
  return [...words, ...apart.join('').split(/\s+/)]
}

/**
 * The first word of the owner's list that is in a text, as the owner wrote it; null without any. A line with a star at its end (`escort*`) means
 * each word that begins so; a line of several words means these words in a row.
 */
export function findForbiddenWord(
  { forbiddenWords }: Pick<Settings, 'forbiddenWords'>,
  text: string,
): string | null {
  const lines = forbiddenWords
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (lines.length === 0) return null
  const written = ` ${writtenWords(text).join(' ')} `
  const found = lines.find(line => {
    const wanted = wordsOf(line).join(' ')
    return wanted !== '' && written.includes(line.endsWith('*') ? ` ${wanted}` : ` ${wanted} `)
  })
  return found ?? null
}
