import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CreatorProfile } from '../../live/creatorPages/CreatorProfile.tsx'
import { creatorPageQuery } from '../../live/creatorPages/hooks.ts'
import { CreatorReviews } from '../../live/creatorReviews/CreatorReviews.tsx'
import { FollowToggle } from '../../live/follows/FollowButtons.tsx'
import { useUser } from '../../people/accounts/hooks.ts'

/** `/c/:slug`: the page of a creator, with her reviews, and the way to keep her as a favourite. */
export function CreatorPage() {
  const { data: page } = useSuspenseQuery(creatorPageQuery(useParams()['slug'] ?? ''))
  const user = useUser()
  const isOther = user !== null && user.id !== page.creatorId
  return (
    <CreatorProfile page={page} actions={isOther && <FollowToggle creator={page} />}>
      <CreatorReviews creator={page} />
    </CreatorProfile>
  )
}
