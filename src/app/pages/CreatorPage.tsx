import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CreatorProfile } from '../../live/creatorPages/CreatorProfile.tsx'
import { creatorPageQuery } from '../../live/creatorPages/hooks.ts'

/** `/c/:slug`: the page of a creator. */
export function CreatorPage() {
  const { data: page } = useSuspenseQuery(creatorPageQuery(useParams()['slug'] ?? ''))
  return <CreatorProfile page={page} />
}
