import { z } from 'zod'
import { singleLine, typedText } from '../../wire/fields.ts'

/** The languages that a creator may say she speaks, by their ISO 639-1 codes. */
export const PageLanguage = z.enum(['nl', 'fr', 'en', 'de', 'es', 'it', 'pt', 'pl'])
export type PageLanguage = z.output<typeof PageLanguage>

export const PictureKind = z.enum(['PORTRAIT', 'GALLERY'])
export type PictureKind = z.output<typeof PictureKind>

/** The followers who are told that she is online. */
export const NoticeAudience = z.enum(['NOBODY', 'FAVOURITES', 'PLAYED_BEFORE', 'EVERYONE'])
export type NoticeAudience = z.output<typeof NoticeAudience>

const wishes = z.array(singleLine('Vul iets in, of haal de regel weg.', 40)).max(12, 'Kies er hoogstens 12.')

/** The texts of a creator's page, which an admin approves together. */
export const PageTexts = z.object({
  /** Differs from her legal name. */
  stageName: singleLine('Vul je artiestennaam in.', 40),
  /** One line for the lobby. */
  mood: typedText().max(80, 'Houd het bij 80 tekens.').nullable(),
  about: typedText().max(1500, 'Houd het bij 1500 tekens.').nullable(),
  likes: wishes,
  dislikes: wishes,
  languages: z.array(PageLanguage).max(8),
  /** Shown to a player after a session; null for none. */
  thanks: typedText().max(200, 'Houd het bij 200 tekens.').nullable(),
})
export type PageTexts = z.output<typeof PageTexts>

/** Lower-case letters and digits, with dashes between. */
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)

/** The texts that wait, and the address that she wants from their approval on. */
export const PageDraft = PageTexts.extend({ slug })
export type PageDraft = z.output<typeof PageDraft>

/** A creator in lists: in the lobby, among favourites, with her reviews. */
export const CreatorCard = z.object({
  slug: z.string(),
  stageName: z.string(),
  mood: z.string().nullable(),
  /** Null for a drawn stand-in. */
  portraitUrl: z.string().nullable(),
  likes: z.array(z.string()),
  languages: z.array(PageLanguage),
  /** Average of the shown reviews, 1–5; null without any. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
})
export type CreatorCard = z.output<typeof CreatorCard>
