import { currentBody } from '../../people/content/cache.service.ts'
import type { ContentCache } from '../../platform/platform.ts'
import { synonymsContent, toSynonymQuery } from './synonyms.rules.ts'

/** The words of a search with the synonyms of the published list, which every node has in memory; null when they have none. */
export const findSynonyms = (content: ContentCache, q: string): string | null =>
  toSynonymQuery(q, currentBody(content, synonymsContent))
