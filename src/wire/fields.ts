import { z } from 'zod'

/** A text that must hold something: one message, whether it is missing, of another type or empty. */
export const requiredText = (message: string, max = 200) =>
  z.string({ error: message }).trim().min(1, message).max(max, `Gebruik hoogstens ${max} tekens.`)

/** A text that may be left out; empty means none. */
export const optionalText = (max = 200) =>
  z
    .string()
    .trim()
    .max(max, `Gebruik hoogstens ${max} tekens.`)
    .transform(text => text || null)
    .nullish()
    .transform(text => text ?? null)

/** An opaque identifier; whether it exists is for the database to say. */
export const id = z.string().min(1).max(64)

/** A whole amount of euro cents. */
export const cents = z.int().min(0)

/** The most pieces of one product that a cart or an order holds. */
export const MAX_LINE_QUANTITY = 99

/** How many pieces of one product: 1–99. */
export const quantity = z
  .int()
  .min(1, 'Kies minstens 1 stuk.')
  .max(MAX_LINE_QUANTITY, `Kies hoogstens ${MAX_LINE_QUANTITY} stuks.`)

/** A moment: a `Date` on the server, ISO 8601 in UTC on the wire. */
export const dateTime = z.codec(z.date(), z.iso.datetime(), {
  decode: date => date.toISOString(),
  encode: text => new Date(text),
})

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date('Vul een datum in als jjjj-mm-dd.')

/**
 * An e-mail address; compared without case, so it is kept in lower case. Compatible forms (full-width letters) become the
 * plain ones, and what is no ASCII then is refused: of two addresses that look alike, one does not exist here.
 */
export const email = z
  .string({ error: 'Vul je e-mailadres in.' })
  .trim()
  .min(1, 'Vul je e-mailadres in.')
  .max(254, 'Dit e-mailadres is te lang.')
  .normalize('NFKC')
  .toLowerCase()
  .pipe(z.email('Dit is geen geldig e-mailadres.'))

const noControlCharacters = { pattern: /^\P{Cc}*$/u, message: 'Gebruik één regel.' }

/** A line that must hold something. */
export const singleLine = (message: string, max: number) =>
  requiredText(message, max).regex(noControlCharacters.pattern, noControlCharacters.message)

/** A line that may be left out. */
export const optionalSingleLine = (max = 120) =>
  optionalText(max).refine(
    text => text === null || noControlCharacters.pattern.test(text),
    noControlCharacters.message,
  )
