import type { Toy } from '../../toys/contract.ts'
import { Button } from '../../../ui/components/Button.tsx'
import type { QueuePosition } from '../queue/contract.ts'
import type { useJoinQueue } from '../queue/hooks.ts'

interface ToyActionProps {
  toy: Toy
  /** The user's queue position, for any toy. */
  place: QueuePosition | null
  /** The toy that a start is in progress on; undefined without one. */
  starting: string | undefined
  onStart: (toyId: string) => void
  join: ReturnType<typeof useJoinQueue>
}

/** The action for a toy in the list: start on it, join its queue, or see that the user is in its queue. */
export function ToyActionButton({ toy, place, starting, onStart, join }: ToyActionProps) {
  if (!toy.busy)
    return (
      <Button
        variant="live"
        disabled={starting !== undefined}
        busy={starting === toy.id}
        aria-label={`Start met ${toy.name}`}
        onClick={() => onStart(toy.id)}
      >
        Start
      </Button>
    )
  if (place?.toyId === toy.id)
    return <p className="figures flex h-12 items-center font-medium text-live-text">Plek {place.place}</p>
  return (
    <Button
      variant="secondary"
      disabled={place !== null || join.isPending || starting !== undefined}
      busy={join.isPending && join.variables === toy.id}
      aria-label={`In de rij voor ${toy.name}`}
      onClick={() => join.mutate(toy.id)}
    >
      In de rij
    </Button>
  )
}
