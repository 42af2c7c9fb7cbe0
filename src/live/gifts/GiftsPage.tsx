import { useSuspenseQuery } from '@tanstack/react-query'
import { Gift as GiftIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { GiftCard } from './GiftCard.tsx'
import { GiftPurchaseDialog } from './GiftPurchaseDialog.tsx'
import { giftsQuery } from './hooks.ts'

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
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
          {gifts.map((gift, index) => (
            <li key={gift.id}>
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
    action={
      <Button asChild>
        <Link to="/live">Naar Live Control</Link>
      </Button>
    }
  >
    Zodra een creator iets wenst, zie je het hier.
  </EmptyState>
)
