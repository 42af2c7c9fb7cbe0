import { z } from 'zod'
import { ContentBody, ContentField, ContentPlaceholder } from '../../wire/content.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id } from '../../wire/fields.ts'

export const ContentSummary = z.object({
  key: z.string(),
  title: z.string(),
  group: z.enum(['PAGE', 'LEGAL', 'MAIL']),
  /** The page that shows it; null for a mail. */
  path: z.string().nullable(),
  /** 0 while the default applies. */
  version: z.int(),
  publishedAt: dateTime.nullable(),
  /** When the draft was saved; null without one. */
  draftedAt: dateTime.nullable(),
})
export type ContentSummary = z.output<typeof ContentSummary>

export const ContentVersion = z.object({
  version: z.int(),
  label: z.string().nullable(),
  asksAcceptance: z.boolean(),
  publishedAt: dateTime,
  /** The display name of the admin. */
  by: z.string(),
  body: ContentBody,
})
export type ContentVersion = z.output<typeof ContentVersion>

export const AdminContent = ContentSummary.extend({
  asksAcceptance: z.boolean(),
  fields: z.array(ContentField),
  placeholders: z.array(ContentPlaceholder),
  defaults: ContentBody,
  /** The content that is shown now: the last published version, or the default. */
  published: ContentBody,
  draft: ContentBody.nullable(),
  /** Increased by each save of the draft; 0 without one. */
  revision: z.int(),
  /** The last published versions, the newest first. */
  history: z.array(ContentVersion),
})
export type AdminContent = z.output<typeof AdminContent>

export const HomeContent = z.object({
  eyebrow: z.string(),
  title: z.string(),
  lead: z.string(),
  featuredTitle: z.string(),
  /** Ids of the chosen products, in order; empty: the shop's own choice. */
  featured: z.array(id),
  reasons: z.array(z.object({ title: z.string(), text: z.string() })),
  categoriesTitle: z.string(),
  shippingTitle: z.string(),
  shippingText: z.string(),
  liveTitle: z.string(),
  liveText: z.string(),
})
export type HomeContent = z.output<typeof HomeContent>

export const readHome = endpoint('GET /api/content/home', 'public', {
  summary: 'The texts of the home page, and the products that were chosen for it',
  output: HomeContent,
})

export const FaqContent = z.object({
  intro: z.string(),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export type FaqContent = z.output<typeof FaqContent>

export const readFaq = endpoint('GET /api/content/faq', 'public', {
  summary: 'Frequent questions with their answers',
  output: FaqContent,
})
