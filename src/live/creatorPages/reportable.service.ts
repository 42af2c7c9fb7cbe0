import { creatorPath } from './path.rules.ts'
import { eq, sql } from 'drizzle-orm'
import {
  type ContentSource,
  pictureEvidence,
  type ReportedContent,
} from '../../people/contentReports/kinds.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPage } from './page.service.ts'
import { findCreatorCards } from './shown.service.ts'
import { creatorPages } from './table.ts'

/** The page of a creator as a reporter sees it, as evidence; null when there is none. */
export async function findReportedPage(
  platform: Pick<Platform, 'settings' | 'now'>,
  { db, storage }: ContentSource,
  userId: string,
  viewer: { userId: string },
): Promise<ReportedContent | null> {
  const parts = { ...platform, db }
  const [found] = await findCreatorCards(parts, viewer, eq(sql`${creatorPages.userId}::text`, userId))
  if (!found) return null
  const page = await readPage(parts, found.card.slug, viewer)
  const pictures = [page.portraitUrl, ...page.gallery].filter(url => url !== null)
  return {
    ownerId: found.userId,
    path: creatorPath(page.slug),
    evidence: [
      { label: 'Artiestennaam', text: page.stageName },
      { label: 'Pagina', text: [page.mood, page.about].filter(Boolean).join('\n') || 'Niets' },
      { label: 'Wel en niet', text: [...page.likes, ...page.dislikes].join(', ') || 'Niets' },
      ...(await Promise.all(pictures.map(url => pictureEvidence({ storage }, 'Foto van de pagina', url)))),
    ],
  }
}
