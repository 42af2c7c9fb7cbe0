/** Signs that are often put in the place of a letter. */
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * The form in which passwords are compared, so that trivial variants are the same: in lower case, without signs at the end, and with letters
 * for the signs that look like them. `Welkom123!` and `w3lkom123` are the same.
 */
export function normalizePassword(password: string): string {
  const lower = password.normalize('NFKC').toLowerCase()
  const core = lower.replace(/[^\p{L}\p{N}]+$/u, '') || lower
  return core.replaceAll(/[@43!05$17]/g, sign => lookalikes[sign] ?? sign)
}

/** Letters or digits that have to be left of a password without the words that everybody knows of its owner. */
const MIN_OWN_CHARACTERS = 5
/** Shorter words are in many passwords by chance. */
const MIN_WORD_CHARACTERS = 4

/** The user who chooses a password, and the page: the words that an attacker tries first. */
export interface PasswordContext {
  shopName: string
  email: string
  displayName: string
  firstName: string | null
  lastName: string | null
}

/** Whether a password is little more than names of its owner or of the shop, such as `Gloed2026!` or `robin.devries`. */
export function consistsOfNames(password: string, context: PasswordContext): boolean {
  const { shopName, displayName, firstName, lastName } = context
  const [mailbox, domain = ''] = context.email.split('@')
  const texts = [shopName, displayName, firstName, lastName, mailbox, domain.split('.', 1)[0]]
  const words = texts
    .flatMap(text => normalizePassword(text ?? '').split(/[^\p{L}\p{N}]+/u))
    .filter(word => word.length >= MIN_WORD_CHARACTERS)
    .toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return false
  const normalized = normalizePassword(password)
  const left = words.reduce((text, word) => text.replaceAll(word, ''), normalized)
  return left !== normalized && left.replaceAll(/[^\p{L}\p{N}]/gu, '').length < MIN_OWN_CHARACTERS
}

/** Of the hash of a password: the group in which it is stored, and how many bytes of the hash are compared in it. */
export const GROUPS = 4096
export const TAIL_BYTES = 3

/**
 * Whether a hash is in the filter: the number of hashes up to the end of each group (4 bytes each, little-endian), then the tails of the
 * hashes, group by group. 36 bits of a hash are compared: one of a million passwords that are not in it seems to be.
 */
export function hasHash(filter: Buffer, hash: Buffer): boolean {
  const { group, tail } = splitHash(hash)
  const endOf = (index: number) => (index < 0 ? 0 : filter.readUInt32LE(index * 4))
  for (let at = endOf(group - 1); at < endOf(group); at += 1)
    if (filter.readUIntLE(GROUPS * 4 + at * TAIL_BYTES, TAIL_BYTES) === tail) return true
  return false
}

export const splitHash = (hash: Buffer): { group: number; tail: number } => ({
  group: hash.readUInt16LE(0) % GROUPS,
  tail: hash.readUIntLE(2, TAIL_BYTES),
})
