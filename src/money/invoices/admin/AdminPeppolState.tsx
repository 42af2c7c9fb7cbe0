import type { QueryKey } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import type { PeppolDocument } from '../peppol/contract.ts'
import { useSendAgain } from './peppol.hooks.ts'
import { explainPeppol, peppolLabels, sendable } from '../peppol/labels.rules.ts'

interface AdminPeppolStateProps {
  document: PeppolDocument
  /** Of the invoice or credit note. */
  number: string
  /** The key of the query that shows it. */
  shownBy: QueryKey
}

/** How far an invoice is on the Peppol network, with a button when it did not arrive. */
export function AdminPeppolState({ document, number, shownBy }: AdminPeppolStateProps) {
  const { status } = document
  const { name, tone } = peppolLabels[status]
  const explanation = explainPeppol(document)
  return (
    <div className="grid justify-items-start gap-2 text-small">
      <Badge tone={tone}>{name}</Badge>
      {explanation && <p className="wrap-anywhere text-ink-soft">{explanation}</p>}
      {sendable.includes(status) && <SendButton document={document} number={number} shownBy={shownBy} />}
    </div>
  )
}

function SendButton({ document: { invoiceId, status }, number, shownBy }: AdminPeppolStateProps) {
  const [isAsking, setAsking] = useState(false)
  const send = useSendAgain(shownBy)
  const name = status === 'UNSENT' ? 'Versturen' : 'Opnieuw versturen'
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:h-11"
        aria-label={`${number}: ${name.toLowerCase()}`}
        onClick={() => setAsking(true)}
      >
        <Send aria-hidden />
        {name}
      </Button>
      <Dialog open={isAsking} onOpenChange={open => !send.isPending && setAsking(open)}>
        <DialogContent
          title={`${number} ${name.toLowerCase()}`}
          footer={
            <DialogButtons isBusy={send.isPending} onCancel={() => setAsking(false)}>
              <Button
                busy={send.isPending}
                onClick={() => send.mutate({ invoiceId }, { onSettled: () => setAsking(false) })}
              >
                {name}
              </Button>
            </DialogButtons>
          }
        >
          <p className="text-ink-soft">
            Het gaat via Peppol naar het bedrijf dat kocht. Deed je dat al met een ander programma, verstuur
            het dan niet nog eens: het bedrijf zou het twee keer krijgen.
          </p>
        </DialogContent>
      </Dialog>
    </>
  )
}
