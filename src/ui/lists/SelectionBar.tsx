import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import type { RowSelection } from './rowSelection.ts'

interface ChosenBarProps {
  selection: RowSelection
  /** The bulk actions. */
  children: ReactNode
}

/** The number of selected rows and their bulk actions; fixed at the bottom edge, so visible from every row. */
export function SelectionBar({ selection: chosen, children }: ChosenBarProps) {
  const count = chosen.keys.size
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center print:hidden">
      {count > 0 && (
        <div className="pointer-events-auto flex max-w-full animate-rise-in flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-strong bg-raised p-2 shadow-soft">
          <div className="flex items-center gap-1">
            <Button variant="quiet" size="icon" aria-label="Kies niets meer" onClick={() => chosen.clear()}>
              <X aria-hidden />
            </Button>
            <span role="status" className="figures text-small font-medium">
              {count} gekozen
            </span>
          </div>
          {/* On a line of their own where the width is too small, they share it. */}
          <div className="flex grow flex-wrap items-center gap-2 *:grow max-sm:*:px-3">{children}</div>
        </div>
      )}
    </div>
  )
}
