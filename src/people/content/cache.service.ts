import { eq, sql } from 'drizzle-orm'
import type { ContentCache, Platform } from '../../platform/platform.ts'
import type { ContentBody, PublishedContent } from '../../wire/content.ts'
import type { Db } from '../../platform/db/db.ts'
import { type ContentDefinition, contentSchema } from './definition.rules.ts'
import { contentVersions } from './table.ts'

/** The interval of the refresh, in milliseconds; needed because bus messages can be lost. */
const REFRESH_INTERVAL_MS = 30_000

interface LoadedContent {
  /** The sum of all versions, which only grows. */
  age: number
  texts: Map<string, PublishedContent>
}

/** Opens this node's copy of the published texts. It is refreshed by bus messages of other nodes, and by a timer. */
export async function openContentCache({
  db,
  bus,
  log,
}: Pick<Platform, 'db' | 'bus' | 'log'>): Promise<ContentCache> {
  let loaded = await loadContent(db)
  const refresh = async () => {
    const read = await loadContent(db)
    // Of two simultaneous reads, the older one may return last.
    if (read.age >= loaded.age) loaded = read
  }
  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'texts could not be refreshed'))
  const unsubscribe = bus.subscribe(
    'content.changed',
    (_, from) => from === 'elsewhere' && refreshInBackground(),
  )
  const timer = setInterval(refreshInBackground, REFRESH_INTERVAL_MS).unref()
  return {
    published: key => loaded.texts.get(key),
    refresh,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

async function loadContent(db: Db): Promise<LoadedContent> {
  const { key, version, label, body, changedAt } = contentVersions
  const rows = await db
    .selectDistinctOn([key], { key, version, label, body, publishedAt: changedAt })
    .from(contentVersions)
    .where(eq(contentVersions.status, 'PUBLISHED'))
    .orderBy(key, sql`${version} desc`)
  return {
    age: rows.reduce((sum, row) => sum + row.version, 0),
    texts: new Map(rows.map(({ key: name, ...text }) => [name, text])),
  }
}

/** Each published text is validated once: a field that was added to the code later has its default. */
const validated = new WeakMap<PublishedContent, ContentBody>()

/** The present content of a text: the published version, or its default when there is none or the code no longer accepts it. */
export function currentBody<Body extends ContentBody>(
  content: ContentCache,
  definition: ContentDefinition<Body>,
): Body {
  const published = content.published(definition.key)
  if (!published) return definition.defaults
  const known = validated.get(published)
  // The cast: it was validated by the schema of this key.
  if (known) return known as Body
  const body = readBody(definition, published.body)
  validated.set(published, body)
  return body
}

/** A stored body as the code expects it now. */
export function readBody<Body extends ContentBody>(
  definition: ContentDefinition<Body>,
  stored: ContentBody,
): Body {
  const names = new Set(definition.fields.map(({ name }) => name))
  const known = Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)))
  const read = contentSchema<Body>(definition).safeParse({ ...definition.defaults, ...known })
  return read.success ? read.data : definition.defaults
}
