import { LARGEST_PICTURE, MOST_PICTURES } from './contract.ts'

const kinds = new Set(['image/jpeg', 'image/png', 'image/webp'])

interface Chosen {
  name: string
  type: string
  size: number
}

/** Of the files that someone chose those that may be sent, and in Dutch why the others are not. */
export function choose<F extends Chosen>(
  files: F[],
  alreadyThere: number,
): { taken: F[]; refusals: string[] } {
  const right = files.filter(file => problemOf(file) === null)
  const taken = right.slice(0, Math.max(0, MOST_PICTURES - alreadyThere))
  const wrong = files.flatMap(file => problemOf(file) ?? [])
  const over = right.length - taken.length
  return { taken, refusals: over > 0 ? [...wrong, tooMany(over)] : wrong }
}

function problemOf({ name, type, size }: Chosen): string | null {
  if (!kinds.has(type)) return `“${name}” is geen JPG, PNG of WebP.`
  if (size === 0) return `“${name}” is leeg.`
  return size > LARGEST_PICTURE ? `“${name}” is groter dan ${LARGEST_PICTURE / 1024 ** 2} MB.` : null
}

const tooMany = (over: number) =>
  `Hoogstens ${MOST_PICTURES} foto’s: ${over === 1 ? 'de laatste is' : `de laatste ${over} zijn`} niet toegevoegd.`
