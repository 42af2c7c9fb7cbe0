import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { lazyDialog } from '../../../ui/dialogs/lazyDialog.tsx'
import { plural } from '../../../ui/format.ts'

const Drawer = lazyDialog({
  title: 'Filters',
  load: async () => (await import('../../../ui/dialogs/Drawer.tsx')).Drawer,
})

interface FilterDrawerProps {
  /** The number of active filters. */
  set: number
  /** The number of products that match. */
  total: number | undefined
  children: ReactNode
}

/** The filters on a phone, behind a button with the number of active filters. Changes apply at once. */
export function FilterDrawer({ set, total, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="h-11 px-4 text-small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...Drawer.preloadOnIntent}
      >
        <SlidersHorizontal aria-hidden />
        Filters
        {set > 0 && (
          <span className="figures grid size-5.5 place-items-center rounded-full bg-accent text-tiny font-semibold text-on-accent">
            {set}
            <span className="sr-only"> ingesteld</span>
          </span>
        )}
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title="Filters"
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? 'Toon producten' : `Toon ${plural(total, 'product', 'producten')}`}
          </Button>
        }
      >
        {children}
      </Drawer>
    </>
  )
}
