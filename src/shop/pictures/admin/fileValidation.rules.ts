import { MAX_PICTURE_BYTES, MAX_PICTURES } from '../contract.ts'

const mimeTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Splits chosen files into those that may be uploaded, and messages in Dutch about the others. */
export function validatePictureFiles<F extends ChosenFile>(
  files: F[],
  alreadyThere: number,
  most = MAX_PICTURES,
): { accepted: F[]; refusals: string[] } {
  const right = files.filter(file => problemOf(file) === null)
  const accepted = right.slice(0, Math.max(0, most - alreadyThere))
  const wrong = files.flatMap(file => problemOf(file) ?? [])
  const over = right.length - accepted.length
  return { accepted, refusals: over > 0 ? [...wrong, tooMany(over, most)] : wrong }
}

function problemOf({ name, type, size }: ChosenFile): string | null {
  if (!mimeTypes.has(type)) return `“${name}” is geen JPG, PNG of WebP.`
  if (size === 0) return `“${name}” is leeg.`
  return size > MAX_PICTURE_BYTES ? `“${name}” is groter dan ${MAX_PICTURE_BYTES / 1024 ** 2} MB.` : null
}

const tooMany = (over: number, most: number) =>
  `Hoogstens ${most} foto${most === 1 ? '' : '’s'}: ${over === 1 ? 'de laatste is' : `de laatste ${over} zijn`} niet toegevoegd.`
