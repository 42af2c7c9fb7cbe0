import { useSuspenseQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useRef } from 'react'
import { plural } from '../../ui/format.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { wishlistQuery } from './hooks.ts'
import { WishlistItemCard } from './WishlistItemCard.tsx'

/** How long a fetched list is fresh, in milliseconds. */
const FRESH_MS = 30_000

export function WishlistPage() {
  // The stock may have changed since the list was fetched.
  const { data: wishes } = useSuspenseQuery({ ...wishlistQuery, staleTime: FRESH_MS })
  const heading = useRef<HTMLHeadingElement>(null)
  const count = plural(wishes.length, 'product', 'producten')
  return (
    <div className="measure py-10 md:py-16">
      <PageTitle>Verlanglijst</PageTitle>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mb-8 flex flex-wrap items-baseline gap-x-4 gap-y-1 outline-none"
      >
        <span className="display text-title">Verlanglijst</span>
        <span className="figures text-base font-normal text-ink-soft">{count}</span>
      </h1>
      {/* Announces the number of items after a removal. */}
      <p role="status" className="sr-only">
        {count}
      </p>
      {wishes.length === 0 ? (
        <Empty />
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
          {wishes.map(wish => (
            <li key={wish.productId}>
              {/* The pressed button disappears with its card. */}
              <WishlistItemCard wish={wish} onRemoved={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Empty = () => (
  <EmptyState
    icon={Heart}
    title="Je verlanglijst is leeg"
    action={<ButtonLink to="/shop">Naar de shop</ButtonLink>}
  >
    Druk bij een product op het hartje, dan bewaren we het hier voor je.
  </EmptyState>
)
