import type { Platform } from '../../../platform/platform.ts'
import { type ContentDefinition, nextLabel, contentSchema } from '../definition.rules.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ContentBody } from '../../../wire/content.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { ContentSummary, AdminContent, ContentVersion } from '../contract.ts'
import { contentVersions } from '../table.ts'
import { sql, and, eq, desc, max } from 'drizzle-orm'
import { users } from '../../accounts/table.ts'
import { readBody } from '../cache.service.ts'
import { recordAuditEntry } from '../../audit/service.ts'
import type { publishContent } from './contract.ts'
import { type ContentDefinitions, type MailPreview, isPublished } from '../service.ts'

/** How many versions an admin sees; older ones stay in the table. */
const HISTORY_LENGTH = 30

type ContentPlatform = Pick<Platform, 'db' | 'bus' | 'now' | 'content'>

type Opened = { key: string; version: number; revision: number }

/** @throws Problem NOT_FOUND */
export function findDefinition(definitions: ContentDefinitions, key: string): ContentDefinition {
  const definition = definitions.find(each => each.key === key)
  if (!definition) throw new Problem('NOT_FOUND', { message: 'Deze tekst bestaat niet.' })
  return definition
}

/** @throws Problem NOT_FOUND for a text that is no mail */
export function previewMailText(render: MailPreview, key: string, body: ContentBody) {
  const rendered = render(key, body)
  if (!rendered) throw new Problem('NOT_FOUND', { message: 'Deze tekst is geen mail.' })
  return rendered
}

/** All texts, with the state of their published versions and drafts. */
export async function findContent(
  db: Db,
  definitions: ContentDefinitions,
): Promise<z.input<typeof ContentSummary>[]> {
  const { key, version, status, changedAt } = contentVersions
  const rows = await db
    .selectDistinctOn([key, status], { key, version, status, changedAt })
    .from(contentVersions)
    .orderBy(key, status, sql`${version} desc`)
  return definitions.map(({ key: name, title, group, path }) => {
    const published = rows.find(row => row.key === name && row.status === 'PUBLISHED')
    const draft = rows.find(row => row.key === name && row.status === 'DRAFT')
    return {
      key: name,
      title,
      group,
      path,
      version: published?.version ?? 0,
      publishedAt: published?.changedAt ?? null,
      draftedAt: draft?.changedAt ?? null,
    }
  })
}

/** A text for its editor. */
export async function getContent(
  db: Db,
  definition: ContentDefinition,
): Promise<z.input<typeof AdminContent>> {
  const { key, title, group, path, asksAcceptance = false, fields, placeholders, defaults } = definition
  const [draft] = await db
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.key, key), eq(contentVersions.status, 'DRAFT')))
  const history = await findVersions(db, definition)
  const [last] = history
  return {
    key,
    title,
    group,
    path,
    asksAcceptance,
    fields,
    placeholders,
    defaults,
    version: last?.version ?? 0,
    publishedAt: last?.publishedAt ?? null,
    published: last?.body ?? defaults,
    // As it was saved: a draft may be incomplete.
    draft: draft ? { ...defaults, ...draft.body } : null,
    draftedAt: draft?.changedAt ?? null,
    revision: draft?.revision ?? 0,
    history,
  }
}

/** The last published versions, the newest first. */
async function findVersions(
  db: Db,
  definition: ContentDefinition,
): Promise<z.input<typeof ContentVersion>[]> {
  const rows = await db
    .select({ version: contentVersions, by: users.displayName })
    .from(contentVersions)
    .innerJoin(users, eq(users.id, contentVersions.actorId))
    .where(isPublished(definition.key))
    .orderBy(desc(contentVersions.version))
    .limit(HISTORY_LENGTH)
  return rows.map(({ version: { version, label, asksAcceptance, changedAt, body }, by }) => ({
    version,
    label,
    asksAcceptance,
    by,
    publishedAt: changedAt,
    body: readBody(definition, body),
  }))
}

/**
 * Saves a draft, which may break the rules of the text: those hold when it is published.
 * @throws Problem CONTENT_CHANGED
 */
export const saveContentDraft = (
  { db, now }: ContentPlatform,
  by: string,
  definition: ContentDefinition,
  { body, ...opened }: Opened & { body: ContentBody },
): Promise<z.input<typeof AdminContent>> =>
  db.transaction(async tx => {
    assertDraftFits(definition, body)
    const { key } = definition
    await writeVersion(tx, opened, { status: 'DRAFT', body, actorId: by, changedAt: now() })
    await recordAuditEntry(tx, { by, action: 'CONTENT_DRAFTED', subjectId: key })
    return getContent(tx, definition)
  })

/** The most of a draft, as JSON, in characters. */
const MAX_DRAFT_LENGTH = 200_000

function assertDraftFits({ fields }: ContentDefinition, body: ContentBody): void {
  const names = new Set(fields.map(({ name }) => name))
  if (Object.keys(body).some(name => !names.has(name))) throw new Problem('INVALID_INPUT')
  if (JSON.stringify(body).length > MAX_DRAFT_LENGTH) throw new Problem('TOO_LARGE')
}

/** @throws Problem CONTENT_CHANGED */
export const discardContentDraft = (
  { db }: ContentPlatform,
  by: string,
  definition: ContentDefinition,
  { key, revision }: Opened,
): Promise<z.input<typeof AdminContent>> =>
  db.transaction(async tx => {
    const isOpened = and(
      eq(contentVersions.key, key),
      eq(contentVersions.status, 'DRAFT'),
      eq(contentVersions.revision, revision),
    )
    const [gone] = await tx.delete(contentVersions).where(isOpened).returning()
    if (!gone) throw new Problem('CONTENT_CHANGED')
    await recordAuditEntry(tx, { by, action: 'CONTENT_DRAFT_DISCARDED', subjectId: key })
    return getContent(tx, definition)
  })

/**
 * Publishes a version and informs all nodes. Its draft becomes that version.
 * @throws Problem INVALID_INPUT with a message per field; CONTENT_CHANGED
 */
export async function publishContentVersion(
  { db, bus, now, content }: ContentPlatform,
  by: string,
  definition: ContentDefinition,
  input: z.output<typeof publishContent.input>,
): Promise<z.input<typeof AdminContent>> {
  const body = validateBody(definition, input.body)
  const { key } = definition
  const asksAcceptance = input.asksAcceptance && definition.asksAcceptance === true
  const published = await db.transaction(async tx => {
    const label = await labelAfter(tx, definition, asksAcceptance)
    const row = { status: 'PUBLISHED' as const, body, label, asksAcceptance, actorId: by, changedAt: now() }
    await writeVersion(tx, input, row)
    const details = { version: label ?? input.version + 1, ...(asksAcceptance && { asksAcceptance }) }
    await recordAuditEntry(tx, { by, action: 'CONTENT_PUBLISHED', subjectId: key, details })
    return getContent(tx, definition)
  })
  // This node uses the new text from the next request; the others refresh by the bus.
  await content.refresh()
  bus.publish('content.changed', { key })
  return published
}

type VersionRow = typeof contentVersions.$inferInsert

/**
 * Writes the version after the one that the editor was opened with, over the draft that it was opened with. Of two admins who
 * do so at once, a unique index lets the first through, or the second finds another revision. Not an upsert: its conflict target is
 * one index, and here are two, so that at times it fails on the other one.
 * @throws Problem CONTENT_CHANGED
 */
async function writeVersion(
  tx: Tx,
  { key, version, revision }: Opened,
  row: Omit<VersionRow, 'key' | 'version' | 'revision'>,
): Promise<void> {
  if ((await lastVersion(tx, key)) !== version) throw new Problem('CONTENT_CHANGED')
  const next = { ...row, key, version: version + 1, revision: revision + 1 }
  const isOpened = and(
    eq(contentVersions.key, key),
    eq(contentVersions.version, next.version),
    eq(contentVersions.status, 'DRAFT'),
    eq(contentVersions.revision, revision),
  )
  const [written] =
    revision === 0
      ? await tx.insert(contentVersions).values(next).onConflictDoNothing().returning()
      : await tx.update(contentVersions).set(next).where(isOpened).returning()
  if (!written) throw new Problem('CONTENT_CHANGED')
}

async function lastVersion(tx: Tx, key: string): Promise<number> {
  const isPublished = and(eq(contentVersions.key, key), eq(contentVersions.status, 'PUBLISHED'))
  const [last] = await tx
    .select({ version: max(contentVersions.version) })
    .from(contentVersions)
    .where(isPublished)
  return last?.version ?? 0
}

async function labelAfter(
  tx: Tx,
  { key, firstLabel }: ContentDefinition,
  asksAcceptance: boolean,
): Promise<string | null> {
  if (firstLabel === undefined) return null
  const [last] = await tx
    .select({ label: contentVersions.label })
    .from(contentVersions)
    .where(and(eq(contentVersions.key, key), eq(contentVersions.status, 'PUBLISHED')))
    .orderBy(desc(contentVersions.version))
    .limit(1)
  return nextLabel(last?.label ?? firstLabel, asksAcceptance)
}

/** @throws Problem INVALID_INPUT with a message per field */
export function validateBody<Body extends ContentBody>(
  definition: Pick<ContentDefinition<Body>, 'fields' | 'placeholders'>,
  body: ContentBody,
): Body {
  const read = contentSchema<Body>(definition).safeParse(body)
  if (read.success) return read.data
  const fields: Record<string, string> = {}
  for (const { path, message } of read.error.issues) fields[path.join('.')] ??= message
  throw new Problem('INVALID_INPUT', { fields })
}
