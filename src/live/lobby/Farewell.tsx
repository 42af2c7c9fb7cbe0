import { creatorPath } from '../creatorPages/path.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { FollowToggle } from '../follows/FollowButtons.tsx'
import { farewellQuery } from './hooks.ts'

const ReviewDialog = lazyDialog({
  title: 'Schrijf een beoordeling',
  load: async () => (await import('../creatorReviews/ReviewDialog.tsx')).ReviewDialog,
})

/** After a session: the thanks that the creator prepared, a place among the favourites, and a review. */
export function Farewell({ sessionId }: { sessionId: string }) {
  const { data: farewell } = useQuery(farewellQuery(sessionId))
  const [isWriting, setWriting] = useState(false)
  if (!farewell?.creator) return null
  const { creator, thanks, mayReview } = farewell
  return (
    <div className="my-2 grid gap-3">
      {thanks && (
        <figure className="rounded-inner bg-sunken px-4 py-3">
          <blockquote className="text-base whitespace-pre-line text-ink wrap-anywhere">{thanks}</blockquote>
          <figcaption className="mt-1 text-ink-soft">
            <Link to={creatorPath(creator.slug)} className="underline underline-offset-4">
              {creator.stageName}
            </Link>
          </figcaption>
        </figure>
      )}
      <div className="flex flex-wrap gap-2">
        <FollowToggle creator={creator} />
        {mayReview && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setWriting(true)}
            {...ReviewDialog.preloadOnIntent}
          >
            <Star aria-hidden />
            Schrijf een beoordeling
          </Button>
        )}
      </div>
      <ReviewDialog open={isWriting} onOpenChange={setWriting} creator={creator} />
    </div>
  )
}
