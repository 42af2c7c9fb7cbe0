import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { useRenameFilter, useSaveFilter } from './hooks.ts'

interface FilterNameDialogProps {
  /** A saved one is renamed, another is saved. */
  filter: { id?: string; name?: string; list: string; query: string }
  onClose: () => void
  /** Moves the focus. */
  onClosed: () => void
}

/** Asks for the name of a filter. */
export function FilterNameDialog({ filter, onClose, onClosed }: FilterNameDialogProps) {
  const { id, name = '', list, query } = filter
  const save = useSaveFilter()
  const rename = useRenameFilter()
  const form = useApiForm(
    async () => (await import('./contract.ts')).SavedFilterName,
    { name },
    (input, onError) => {
      const done = { onError, onSuccess: onClose }
      if (id === undefined) save.mutate({ list, query, ...input }, done)
      else rename.mutate({ filterId: id, ...input }, done)
    },
  )
  return (
    <Dialog open onOpenChange={open => !open && onClose()}>
      <DialogContent
        title={id === undefined ? 'Filter bewaren' : 'Andere naam'}
        onCloseAutoFocus={event => {
          event.preventDefault()
          onClosed()
        }}
      >
        <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
          <Field
            label="Naam"
            hint="Alleen jij ziet dit filter, op elk apparaat waar je inlogt."
            error={form.errors.name?.message}
          >
            <Input maxLength={40} autoComplete="off" {...form.register('name')} />
          </Field>
          <Button type="submit" busy={save.isPending || rename.isPending} className="sm:justify-self-start">
            Bewaren
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}
