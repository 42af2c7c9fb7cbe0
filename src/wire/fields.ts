import { z } from 'zod'
import { MAX_LINE_QUANTITY } from './limits.ts'
import { accountRoles, roles } from './roles.ts'
import { tidyName, tidyText } from './text.ts'

/**
 * Text that a person typed: with the limits below, a text of invisible characters is empty. Every text of an input is made of it
 * (`tests/texts.test.ts`).
 */
export const typedText = (message?: string) =>
  z.string(message === undefined ? undefined : { error: message }).overwrite(tidyText)

/** The name that a program gives to something, such as a toy: one line, which nobody typed. */
export const reportedName = () => z.string().overwrite(tidyName)

/** Required text; one message, whether it is missing, of another type or empty. */
export const requiredText = (message: string, max = 200) =>
  typedText(message).min(1, message).max(max, `Gebruik hoogstens ${max} tekens.`)

/** Optional text; null when empty. */
export const optionalText = (max = 200) =>
  typedText()
    .max(max, `Gebruik hoogstens ${max} tekens.`)
    .transform(text => text || null)
    .nullish()
    .transform(text => text ?? null)

/** An opaque identifier; existence is checked in the database. */
export const id = z.string().min(1).max(64)

/** The role of a user. */
export const role = z.enum(roles)
/** A role that an admin can give. */
export const accountRole = z.enum(accountRoles)

/** A whole amount of euro cents. */
export const cents = z.int().min(0)

/** Units of one product: 1–99. */
export const quantity = z
  .int()
  .min(1, 'Kies minstens 1 stuk.')
  .max(MAX_LINE_QUANTITY, `Kies hoogstens ${MAX_LINE_QUANTITY} stuks.`)

/** A `Date` on the server, ISO 8601 in UTC on the wire. */
export const dateTime = z.codec(z.date(), z.iso.datetime(), {
  decode: date => date.toISOString(),
  encode: text => new Date(text),
})

/** Cents of an answer that are left out where the database has null. */
export const optionalCents = z.codec(cents.nullish(), cents.optional(), {
  decode: amount => amount ?? undefined,
  encode: amount => amount,
})

/** A number of an answer that is left out where the database has null. */
export const optionalCount = z.codec(z.int().nullish(), z.int().optional(), {
  decode: count => count ?? undefined,
  encode: count => count,
})

/** Text of an answer that is left out where the database has null. */
export const optionalString = z.codec(z.string().nullish(), z.string().optional(), {
  decode: text => text ?? undefined,
  encode: text => text,
})

/** A time of an answer that is left out where the database has null. */
export const optionalDateTime = z.codec(z.date().nullish(), z.iso.datetime().optional(), {
  decode: date => date?.toISOString(),
  encode: text => (text === undefined ? undefined : new Date(text)),
})

/** PostgreSQL has no year 0, and ISO 8601 no fifth digit. */
const hasStorableYear = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

const dayMessage = 'Vul een datum in als jjjj-mm-dd.'

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date(dayMessage).refine(hasStorableYear, dayMessage)

/** A moment of a request, ISO 8601. */
export const moment = (message = 'Vul een tijdstip in.') =>
  z.iso.datetime({ offset: true, error: message }).refine(hasStorableYear, message)

/**
 * An e-mail address in lower case. NFKC turns compatible forms (full-width letters) into plain ones; an address that is not ASCII
 * then is refused, so that no two addresses look alike.
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

/** A required single line. */
export const singleLine = (message: string, max: number) =>
  requiredText(message, max).regex(noControlCharacters.pattern, noControlCharacters.message)

/** An optional single line; null when empty. */
export const optionalSingleLine = (max = 120) =>
  optionalText(max).refine(
    text => text === null || noControlCharacters.pattern.test(text),
    noControlCharacters.message,
  )

/** The page of a list that a caller asks for, from 1. */
export const pageFields = (defaultSize: number) => ({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(defaultSize),
})

/** One page of a list; `total` counts the items of all pages. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

export interface ListPage<Item> {
  items: Item[]
  total: number
  page: number
  pageSize: number
}

/** The page of a list that is returned as an array when no page is asked for. */
export const optionalPageFields = (defaultSize: number) => {
  const { page, pageSize } = pageFields(defaultSize)
  return { page: page.unwrap().optional(), pageSize }
}
