import { useSuspenseQuery } from '@tanstack/react-query'
import { Gift as GiftIcon, Check, Clock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { GiftPurchaseDialog } from './GiftPurchaseDialog.tsx'
import { giftsQuery } from './hooks.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { cn } from '../../ui/components/cn.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { Gift } from './contract.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'

/** `/gifts`: the gift lists of creators, with a button to give. */
export function GiftsPage() {
  const { data: gifts } = useSuspenseQuery(giftsQuery)
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = gifts.find(({ id }) => id === chosenId)
  return (
    <div className="measure py-10 md:py-16">
      <PageTitle>Cadeau geven</PageTitle>
      <header className="mb-8 grid max-w-2xl gap-3 md:mb-12">
        <h1 className="display text-title">Cadeau geven</h1>
        <p className="text-ink-soft">
          Dit staat op het verlanglijstje van onze creators. Geef iets onder je eigen naam of anoniem. Zij
          krijgen er meteen bericht van, en nooit je e-mailadres.
        </p>
      </header>
      {gifts.length === 0 ? (
        <Empty />
      ) : (
        <ul className="-mb-10 grid grid-cols-2 gap-x-4 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
          {gifts.map((gift, index) => (
            <li key={gift.id} className="row-span-4 grid grid-cols-1 grid-rows-subgrid pb-10">
              <GiftCard gift={gift} onGive={() => choose(gift.id)} priority={index < 2} />
            </li>
          ))}
        </ul>
      )}
      {chosen && <GiftPurchaseDialog key={chosen.id} gift={chosen} onClose={() => choose(null)} />}
    </div>
  )
}

const Empty = () => (
  <EmptyState
    icon={GiftIcon}
    title="Er zijn nu geen wensen"
    action={<ButtonLink to="/live">Naar Live Control</ButtonLink>}
  >
    Zodra een creator iets wenst, zie je het hier.
  </EmptyState>
)

interface GiftCardProps {
  gift: Gift
  onGive: () => void
  /** True for a card that is visible on load. */
  priority: boolean
}

/** A gift: its picture, price and creator, and whether it can be given. Its four rows are level with those of the gifts beside it. */
const GiftCard = ({ gift, onGive, priority }: GiftCardProps) => (
  <article className="row-span-4 grid grid-cols-1 grid-rows-subgrid gap-y-3" aria-labelledby={gift.id}>
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
    <h2 id={gift.id} className="leading-snug font-medium">
      {gift.name}
    </h2>
    <div className="-mt-2 grid content-start gap-3">
      <p className="figures text-ink-soft">{formatCents(gift.price)}</p>
      <p className="flex items-center gap-2 text-small text-ink-soft">
        <Avatar name={gift.ownerName} src={gift.ownerAvatarUrl} className="size-7 text-tiny" />
        <span className="min-w-0 wrap-anywhere">Wens van {gift.ownerName}</span>
      </p>
      <ReportButton
        kind="GIFT"
        contentId={gift.id}
        name={`de wens ${gift.name}`}
        className="-mt-2 -ml-1.5 justify-self-start"
      />
    </div>
    <div className="flex flex-col gap-3">
      {gift.description && <p className="grow text-small text-ink-soft">{gift.description}</p>}
      {gift.state === 'FREE' && (
        <Button variant="secondary" size="sm" className="mt-auto w-full" onClick={onGive}>
          Geven<span className="sr-only">: {gift.name}</span>
        </Button>
      )}
    </div>
  </article>
)
