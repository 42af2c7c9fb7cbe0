import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { useBlockUser } from './hooks.ts'

interface BlockDialogProps {
  user: { userId: string; displayName: string }
  /** The button that opens it. */
  children: ReactNode
}

/** Explains a block and asks for confirmation. */
export function BlockDialog({ user, children }: BlockDialogProps) {
  const [open, setOpen] = useState(false)
  const block = useBlockUser()
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent
        title={`${user.displayName} blokkeren`}
        description="De sessie eindigt meteen, en je toys zijn er voor deze persoon niet meer. Waarom ziet deze persoon niet. Je kunt het later ongedaan maken."
        footer={
          <div className="grid gap-3 sm:grid-cols-2">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Niet blokkeren
            </Button>
            <Button
              variant="danger"
              className="max-sm:order-first"
              busy={block.isPending}
              onClick={() => block.mutate(user, { onSuccess: () => setOpen(false) })}
            >
              Blokkeren
            </Button>
          </div>
        }
      >
        {null}
      </DialogContent>
    </Dialog>
  )
}
