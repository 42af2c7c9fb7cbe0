import { Undo2 } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import type { CartItem } from './contract.ts'
import { useRestoreCartLine } from './hooks.ts'

interface RemovedLineProps {
  /** The line that was removed last; null when there is none, or it is back. */
  line: CartItem | null
  onRestored: () => void
}

/** Where a line was removed, it can be put back: inside the drawer, which keeps the focus of the keyboard. */
export function RemovedLine({ line, onRestored }: RemovedLineProps) {
  const restore = useRestoreCartLine()
  return (
    <div role="status">
      {line && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 rounded-card bg-sunken py-1 pr-1 pl-4 text-small text-ink-soft">
          <span className="min-w-0 wrap-anywhere">{line.product.name} verwijderd</span>
          <Button
            variant="quiet"
            size="sm"
            className="min-h-11"
            onClick={() => {
              restore.mutate(line)
              onRestored()
            }}
          >
            <Undo2 aria-hidden />
            Ongedaan maken
          </Button>
        </div>
      )}
    </div>
  )
}
