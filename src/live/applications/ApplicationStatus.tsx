import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { type OwnApplication, refusalMessages } from './contract.ts'
import { useWithdrawApplication } from './hooks.ts'

interface ApplicationStatusProps {
  application: NonNullable<OwnApplication['application']>
  /** Begins another one. */
  onAgain: () => void
}

/** How an application that was sent stands. */
export function ApplicationStatus({ application, onAgain }: ApplicationStatusProps) {
  const { state, refusal, explanation, sentAt } = application
  const again = (
    <Button variant="secondary" onClick={onAgain} className="justify-self-start max-sm:w-full">
      Opnieuw aanmelden
    </Button>
  )
  return (
    <Card role="status" className="grid gap-4 sm:p-8">
      {state === 'ACCEPTED' && (
        <>
          <h2 className="display text-heading">Je aanmelding is goedgekeurd</h2>
          <p className="text-ink-soft">Welkom. In je studio koppel je je toy en kies je wanneer je speelt.</p>
          <ButtonLink to="/studio" className="justify-self-start max-sm:w-full">
            Naar je studio
          </ButtonLink>
        </>
      )}
      {refusal && (
        <>
          <h2 className="display text-heading">Je aanmelding is niet goedgekeurd</h2>
          <p>{refusalMessages[refusal]}</p>
          {explanation && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{explanation}</p>}
          {again}
        </>
      )}
      {state === 'WITHDRAWN' && (
        <>
          <h2 className="display text-heading">Je aanmelding is ingetrokken</h2>
          <p className="text-ink-soft">Wat je invulde en instuurde, is gewist.</p>
          {again}
        </>
      )}
      {(state === 'SENT' || state === 'APPROVED_ONCE') && (
        <>
          <h2 className="display text-heading">We kijken je aanmelding na</h2>
          <p className="text-ink-soft">
            {sentAt && `Verstuurd op ${formatDateTime(sentAt)}. `}Je krijgt de beslissing per mail, met de
            reden.
          </p>
          <WithdrawButton />
        </>
      )}
    </Card>
  )
}

export function WithdrawButton() {
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = useWithdrawApplication()
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setIsAsking(true)} className="justify-self-start">
        Aanmelding intrekken
      </Button>
      <ConfirmDialog
        title="Aanmelding intrekken"
        confirm="Intrekken"
        open={isAsking}
        busy={withdraw.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      >
        <p>We wissen wat je invulde en je foto’s. Je kunt je later opnieuw aanmelden.</p>
      </ConfirmDialog>
    </>
  )
}
