import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError, userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { showOpened } from '../../ui/dialogs/showOpened.ts'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { type FoundPickupPoint, listPickupPoints } from '../shipping/pickup.contract.ts'
import {
  carrierNames,
  describeOpeningHours,
  formatDistance,
  pickupAddress,
} from '../shipping/pickup.rules.ts'
import type { CheckoutState } from './hooks.ts'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { apiQuery } from '../../ui/call/hooks.ts'

/** Where the parcel is collected: points near a postcode, with their opening hours. Scrolled into view while they are looked for, and when found. */
export function PickupChoice({ ordering }: { ordering: CheckoutState }) {
  const { draft, address, change } = ordering
  const postalCode = draft.pickupPostalCode ?? address?.postalCode ?? ''
  const [typed, setTyped] = useState(postalCode)
  const found = usePickupPoints(address?.country ?? 'Nederland', postalCode)
  const section = useRef<HTMLElement>(null)
  useEffect(() => showOpened(section.current), [found.isLoading])
  const { pickupPoint } = draft
  const error = found.error instanceof CallError ? found.error.fields['postalCode'] : undefined
  const search = (event: FormEvent) => {
    event.preventDefault()
    change({ pickupPostalCode: typed.trim() })
    if (typed.trim() === postalCode) void found.refetch()
  }
  const listed = found.isError ? [] : (found.data ?? [])
  // The chosen point stays, also when another search does not find it.
  const isElsewhere = pickupPoint !== null && !listed.some(({ id }) => id === pickupPoint.id)
  return (
    <section ref={section} aria-label="Afhaalpunt" className="mt-6 grid gap-4">
      <form noValidate onSubmit={search} className="flex items-start gap-3">
        <Field label="Zoek in de buurt van" error={error} className="grow">
          <Input
            value={typed}
            onChange={event => setTyped(event.target.value)}
            placeholder="Postcode"
            autoComplete="postal-code"
            enterKeyHint="search"
            maxLength={20}
          />
        </Field>
        <Button type="submit" variant="secondary" className="mt-6.5" busy={found.isFetching}>
          <Search aria-hidden />
          Zoek
        </Button>
      </form>
      {found.isError && error === undefined && (
        <Notice tone="error" title={userMessageOf(found.error)}>
          Je kunt het ook thuis laten bezorgen.
        </Notice>
      )}
      <Status>{found.data && !found.isFetching && `${found.data.length} afhaalpunten`}</Status>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Kies een afhaalpunt</legend>
        {isElsewhere && <Point point={pickupPoint} isChosen onChoose={() => undefined} />}
        {found.isLoading && <Skeleton className="h-40 rounded-card" />}
        {listed.map(point => (
          <Point
            key={point.id}
            point={point}
            isChosen={point.id === pickupPoint?.id}
            onChoose={() => change({ pickupPoint: point })}
          />
        ))}
      </fieldset>
      {found.data?.length === 0 && !found.isError && (
        <p className="text-small text-ink-soft">In deze buurt is geen punt. Probeer een andere postcode.</p>
      )}
    </section>
  )
}

const Status = ({ children }: { children: ReactNode }) => (
  <p role="status" className="sr-only">
    {children}
  </p>
)

interface PointProps {
  point: FoundPickupPoint
  isChosen: boolean
  onChoose: () => void
}

function Point({ point, isChosen, onChoose }: PointProps) {
  const hours = describeOpeningHours(point.openingHours)
  return (
    <RadioCard
      name="pickup-point"
      value={point.id}
      checked={isChosen}
      onChange={onChoose}
      title={point.name}
      aside={
        point.distance !== null && (
          <span className="figures text-small text-ink-soft">{formatDistance(point.distance)}</span>
        )
      }
    >
      <span className="block">
        {carrierNames[point.carrier]}, {pickupAddress(point)}
      </span>
      {hours.length > 0 && <span className="figures block text-ink-faint">{hours.join(' · ')}</span>}
    </RadioCard>
  )
}

/** Where a parcel can be collected near a postcode; earlier results stay until there are others. */
const usePickupPoints = (country: string, postalCode: string) =>
  useQuery({
    ...apiQuery(['pickup-points', country, postalCode], listPickupPoints, { country, postalCode }),
    enabled: postalCode.trim() !== '',
    placeholderData: keepPreviousData,
    // As long as the server keeps the list.
    staleTime: 600_000,
    retry: false,
  })
