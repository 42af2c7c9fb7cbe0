import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CreatorProfile } from '../../live/creatorPages/CreatorProfile.tsx'
import { creatorPageQuery } from '../../live/creatorPages/hooks.ts'
import { CreatorReviews } from '../../live/creatorReviews/CreatorReviews.tsx'
import { FollowButtons } from '../../live/follows/FollowButtons.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'

/** `/c/:slug`: the page of a creator. */
export function CreatorPage() {
  const { data: page } = useSuspenseQuery(creatorPageQuery(useParams()['slug'] ?? ''))
  const isMember = useUser() !== null
  return (
    <CreatorProfile page={page} actions={isMember && <FollowButtons creator={page} />}>
      <PartBoundary>
        <CreatorReviews creator={page} />
      </PartBoundary>
    </CreatorProfile>
  )
}
