import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import type { ReportTarget } from './ReportDialog.tsx'

const ReportDialog = lazyDialog({
  title: 'Melden',
  load: async () => (await import('./ReportDialog.tsx')).ReportDialog,
})

/** Reports the content beside it. */
export function ReportButton({ className, ...target }: ReportTarget & { className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-label={`Melden: ${target.name}`}
        className={cn('h-auto min-h-6 px-1.5 py-0.5 text-tiny text-ink-faint', className)}
        onClick={() => setOpen(true)}
        {...ReportDialog.preloadOnIntent}
      >
        <Flag aria-hidden className="size-3.5" />
        Melden
      </Button>
      <ReportDialog open={open} onOpenChange={setOpen} target={target} />
    </>
  )
}
