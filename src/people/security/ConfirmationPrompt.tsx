import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { answerConfirmation, useConfirmationPrompt } from '../../ui/visitor/confirmationPrompt.ts'

const ConfirmationDialog = lazyDialog({
  title: 'Bevestig dat jij het bent',
  load: async () => (await import('./ConfirmationDialog.tsx')).ConfirmationDialog,
})

/** Where every call that needs a confirmed login asks for it: the call goes on by itself, and the page beneath stays as it is. */
export function ConfirmationPrompt() {
  const { isOpen, methods } = useConfirmationPrompt()
  return (
    <ConfirmationDialog
      open={isOpen}
      onOpenChange={open => !open && answerConfirmation(false)}
      methods={methods}
    />
  )
}
