/**
 * The spellings under which an e-mail address or phone number is looked up, normalised: none for any other text, and two for a number without a
 * country code that may be Dutch or Belgian. The same in the browser, which hashes them, and on the server.
 *
 * - An address is trimmed and in lower case. At Gmail, which ignores them, dots, a plus and the rest after it are left out, and `googlemail.com` is
 *   `gmail.com`; at any other provider they may be part of another person's address, and stay.
 * - A number is in E.164, such as `+31612345678`.
 */
export function normalizeContact(typed: string): string[] {
  const text = typed.trim()
  return text.includes('@') ? normalizeEmail(text) : normalizePhone(text)
}

function normalizeEmail(typed: string): string[] {
  const [, name = '', host = ''] =
    /^([^\s@<>,;]+)@([^\s@<>,;]+\.[^\s@<>,;]+)$/.exec(typed.toLowerCase()) ?? []
  if (name === '') return []
  if (host !== 'gmail.com' && host !== 'googlemail.com') return [`${name}@${host}`]
  const own = name.replace(/\+.*$/, '').replaceAll('.', '')
  return own === '' ? [] : [`${own}@gmail.com`]
}

const BELGIAN_MOBILE = /^04[5-9]\d{7}$/

function normalizePhone(typed: string): string[] {
  const digits = typed
    .replace(/^(?:tel|sms):/i, '')
    .replace('(0)', '')
    .replaceAll(/[\s().\-/\u00A0\u2010-\u2015]/g, '')
    .replace(/^00/, '+')
    // Also with the zero of the trunk, as many write it.
    .replace(/^\+(31|32)0/, '+$1')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return [digits]
  // A Belgian mobile number has as many digits as a Dutch landline.
  if (BELGIAN_MOBILE.test(digits)) return [`+31${digits.slice(1)}`, `+32${digits.slice(1)}`]
  if (/^0[1-9]\d{8}$/.test(digits)) return [`+31${digits.slice(1)}`]
  return /^0[1-9]\d{7}$/.test(digits) ? [`+32${digits.slice(1)}`] : []
}

/** The addresses and numbers in a pasted text or a file: one a line, or with commas, semicolons or tabs between them. */
export function findContacts(text: string): { contacts: string[]; unreadable: number } {
  const parts = text
    .split(/[\n\r,;\t]+/)
    .map(part => part.trim().replaceAll(/^["'<]+|["'>]+$/g, ''))
    .filter(part => part !== '')
  const all = parts.map(normalizeContact)
  return {
    contacts: [...new Set(all.flat())],
    unreadable: all.filter(spellings => spellings.length === 0).length,
  }
}
