import { Star } from 'lucide-react'
import { cn } from './cn.ts'

const five = [1, 2, 3, 4, 5]
const ratingFormat = new Intl.NumberFormat('nl-NL')

/** A rating as five stars, of which the last may be filled in part. */
export const StarRating = ({ rating, className }: { rating: number; className?: string }) => (
  <span
    role="img"
    aria-label={`${ratingFormat.format(rating)} van 5 sterren`}
    className={cn('relative inline-flex shrink-0', className)}
  >
    <Row className="text-line-strong" />
    <span className="absolute inset-0 overflow-hidden" style={{ width: `${(rating / 5) * 100}%` }}>
      <Row className="fill-live text-live" />
    </span>
  </span>
)

const Row = ({ className }: { className: string }) => (
  <span className="flex" aria-hidden>
    {five.map(star => (
      <Star key={star} className={cn('size-4 shrink-0', className)} strokeWidth={1.5} />
    ))}
  </span>
)
