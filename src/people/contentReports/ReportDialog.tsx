import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import type { ContentKind } from './contract.ts'
import { ReportFields, ReportReceived, useReportForm } from './ReportFields.tsx'

export interface ReportTarget {
  kind: ContentKind
  contentId: string
  /** The name of the content, for screen readers: “de beoordeling van Sam”. */
  name: string
}

interface ReportDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  target: ReportTarget
}

const FORM = 'report-content'

/** The form of a report; once it is sent, its reference in the same place. */
export function ReportDialog({ open, onOpenChange, target }: ReportDialogProps) {
  const [reference, setReference] = useState<string | null>(null)
  const close = (isOpen: boolean) => {
    onOpenChange(isOpen)
    if (!isOpen) setReference(null)
  }
  return (
    <Dialog open={open} onOpenChange={close}>
      {reference === null ? (
        <ReportForm target={target} onCancel={() => close(false)} onSent={setReference} />
      ) : (
        <DialogContent
          title="We hebben je melding ontvangen"
          footer={<Button onClick={() => close(false)}>Sluiten</Button>}
        >
          <p className="text-ink-soft">
            <ReportReceived reference={reference} />
          </p>
        </DialogContent>
      )}
    </Dialog>
  )
}

interface ReportFormProps {
  target: ReportTarget
  onCancel: () => void
  onSent: (reference: string) => void
}

function ReportForm({ target: { kind, contentId, name }, onCancel, onSent }: ReportFormProps) {
  const { form, isBusy } = useReportForm({ kind, contentId }, onSent)
  return (
    <DialogContent
      title="Melden"
      description={`Je meldt ${name}. Een mens bekijkt het. Wie het geplaatst heeft, hoort niet wie het meldde.`}
      footer={
        <DialogButtons isBusy={isBusy} onCancel={onCancel}>
          <Button type="submit" form={FORM} busy={isBusy}>
            Versturen
          </Button>
        </DialogButtons>
      }
    >
      <form id={FORM} onSubmit={form.submit} noValidate method="post" className="grid gap-5">
        <ReportFields form={form} />
      </form>
    </DialogContent>
  )
}
