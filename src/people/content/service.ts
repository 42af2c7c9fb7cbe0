import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { ContentBody } from '../../wire/content.ts'
import { currentBody, readBody } from './cache.service.ts'
import type { FaqContent, HomeContent } from './contract.ts'
import type { ContentDefinition } from './definition.rules.ts'
import { faqContent } from './faq.rules.ts'
import { homeContent } from './home.rules.ts'
import { contentVersions } from './table.ts'

export type ContentDefinitions = readonly ContentDefinition[]

export const readHomeContent = ({ content }: Pick<Platform, 'content'>): HomeContent =>
  currentBody(content, homeContent)

export const readFaqContent = ({ content }: Pick<Platform, 'content'>): FaqContent =>
  currentBody(content, faqContent)

/** Renders a mail with these words; null for a text that is no mail. Passed by `app/node.ts`, which knows all mails. */
export type MailPreview = (key: string, body: ContentBody) => { subject: string; html: string } | null

/** All published versions of a text, the newest first, without their bodies: a legal page lists them for everyone. */
export const listPublished = (db: Db, key: string) =>
  db
    .select({
      version: contentVersions.version,
      label: contentVersions.label,
      publishedAt: contentVersions.changedAt,
    })
    .from(contentVersions)
    .where(isPublished(key))
    .orderBy(desc(contentVersions.version))

/** Reads the content of a published version. @throws Problem NOT_FOUND */
export async function getPublishedBody<Body extends ContentBody>(
  db: Db,
  definition: ContentDefinition<Body>,
  version: number,
): Promise<Body> {
  const [stored] = await db
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(isPublished(definition.key), eq(contentVersions.version, version)))
  if (!stored) throw new Problem('NOT_FOUND')
  return readBody(definition, stored.body)
}

export const isPublished = (key: string) =>
  and(eq(contentVersions.key, key), eq(contentVersions.status, 'PUBLISHED'))
