import { Check, Clock } from 'lucide-react'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { Gift } from './contract.ts'

interface GiftCardProps {
  gift: Gift
  onGive: () => void
  /** True for a card that is visible on load. */
  priority: boolean
}

/** A gift: its picture, price and creator, and whether it can be given. */
export const GiftCard = ({ gift, onGive, priority }: GiftCardProps) => (
  <article className="flex h-full flex-col gap-3" aria-labelledby={gift.id}>
    <div className="relative overflow-hidden rounded-card">
      <ResponsiveImage
        src={gift.imageUrl}
        alt=""
        sizes="(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw"
        priority={priority}
        className={cn(gift.state === 'GIVEN' && 'opacity-60')}
      />
      {gift.state !== 'FREE' && (
        <Badge
          tone={gift.state === 'GIVEN' ? 'green' : 'live'}
          className="absolute bottom-3 left-3 bg-paper/92 backdrop-blur-sm"
        >
          {gift.state === 'GIVEN' ? <Check aria-hidden /> : <Clock aria-hidden />}
          {gift.state === 'GIVEN' ? 'Al gegeven' : 'Wordt nu gegeven'}
        </Badge>
      )}
    </div>
    <div className="grid gap-1">
      <h2 id={gift.id} className="leading-snug font-medium">
        {gift.name}
      </h2>
      <p className="figures text-ink-soft">{formatCents(gift.price)}</p>
    </div>
    <p className="flex items-center gap-2 text-small text-ink-soft">
      <Avatar name={gift.ownerName} src={gift.ownerAvatarUrl} className="size-7 text-tiny" />
      <span className="min-w-0 wrap-anywhere">Wens van {gift.ownerName}</span>
    </p>
    {gift.description && <p className="grow text-small text-ink-soft">{gift.description}</p>}
    {gift.state === 'FREE' && (
      <Button variant="secondary" size="sm" className="mt-auto w-full" onClick={onGive}>
        Geven<span className="sr-only">: {gift.name}</span>
      </Button>
    )}
  </article>
)
