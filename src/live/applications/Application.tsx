import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { StepIndicator } from '../../ui/components/StepIndicator.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { AgreementStep } from '../agreements/AgreementStep.tsx'
import { type ApplicationState, type OwnApplication, refusalMessages } from './contract.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { ownApplicationQuery, useSendApplication, useWithdrawApplication } from './hooks.ts'
import { IdentityStep } from './IdentityStep.tsx'

/** The application of a member: its steps, and after that how it stands. */
export function Application() {
  const { data: own, error } = useQuery(ownApplicationQuery)
  /** The one before the one that she begins. */
  const [closed, setClosed] = useState<string>()
  if (error) return <Notice tone="error" title={userMessageOf(error)} />
  if (!own) return <Skeleton className="h-80" />
  const { application } = own
  if (application && application.state !== 'DRAFT' && application.id !== closed)
    return <Status application={application} onAgain={() => setClosed(application.id)} />
  return <Steps own={own} />
}

const waiting = {
  title: 'We kijken je aanmelding na',
  text: 'Je krijgt de beslissing per mail, met de reden.',
}
const statusTexts: Record<Exclude<ApplicationState, 'DRAFT'>, { title: string; text: string | null }> = {
  SENT: waiting,
  APPROVED_ONCE: waiting,
  ACCEPTED: {
    title: 'Je aanmelding is goedgekeurd',
    text: 'Welkom. In je studio koppel je je toy en kies je wanneer je speelt.',
  },
  REFUSED: { title: 'Je aanmelding is niet goedgekeurd', text: null },
  WITHDRAWN: { title: 'Je aanmelding is ingetrokken', text: 'Wat je invulde en instuurde, is gewist.' },
}

interface StatusProps {
  application: NonNullable<OwnApplication['application']>
  /** Begins another one. */
  onAgain: () => void
}

/** How an application that was sent stands. */
function Status({ application: { state, refusal, explanation, sentAt }, onAgain }: StatusProps) {
  if (state === 'DRAFT') return null
  const { title, text } = statusTexts[state]
  const isWaiting = state === 'SENT' || state === 'APPROVED_ONCE'
  return (
    <Card role="status" className="grid gap-4 sm:p-8">
      <h2 className="display text-heading">{title}</h2>
      {refusal && <p>{refusalMessages[refusal]}</p>}
      <p className="wrap-anywhere whitespace-pre-line text-ink-soft">
        {isWaiting && sentAt && `Verstuurd op ${formatDateTime(sentAt)}. `}
        {text ?? explanation}
      </p>
      {isWaiting && <Withdraw />}
      {state === 'ACCEPTED' && (
        <ButtonLink to="/studio" className="justify-self-start max-sm:w-full">
          Naar je studio
        </ButtonLink>
      )}
      {(state === 'REFUSED' || state === 'WITHDRAWN') && (
        <Button variant="secondary" onClick={onAgain} className="justify-self-start max-sm:w-full">
          Opnieuw aanmelden
        </Button>
      )}
    </Card>
  )
}

function Withdraw() {
  const withdraw = useWithdrawApplication()
  return (
    <ConfirmButton
      variant="quiet"
      size="sm"
      className="justify-self-start"
      label="Aanmelding intrekken"
      title="Aanmelding intrekken"
      confirm="Intrekken"
      busy={withdraw.isPending}
      onConfirm={close => withdraw.mutate({}, { onSettled: close })}
    >
      <p>We wissen wat je invulde en je foto’s. Je kunt je later opnieuw aanmelden.</p>
    </ConfirmButton>
  )
}

const steps = ['Over jou', 'Wie je bent', 'Overeenkomst', 'Versturen']

function Steps({ own }: { own: OwnApplication }) {
  const draft = own.application?.state === 'DRAFT' ? own.application : null
  const [chosen, setStep] = useState(draft ? 1 : 0)
  const step = draft ? chosen : 0
  return (
    <Card className="grid gap-6 sm:p-8">
      <h2 className="display text-heading">Je aanmelding</h2>
      <StepIndicator names={steps} current={step} />
      {step === 0 && <DetailsStep saved={draft?.details ?? null} onSaved={() => setStep(1)} />}
      {draft && step === 1 && <IdentityStep own={own} application={draft} onDone={() => setStep(2)} />}
      {step === 2 && <AgreementStep onSigned={() => setStep(3)} />}
      {step === 3 && <SendStep />}
      {draft && (
        <div className="flex flex-wrap gap-3 border-t border-line pt-4">
          {step > 0 && (
            <Button variant="quiet" size="sm" onClick={() => setStep(step - 1)}>
              Vorige stap
            </Button>
          )}
          <Withdraw />
        </div>
      )}
    </Card>
  )
}

function SendStep() {
  const send = useSendApplication()
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-soft">
        Alles is er. Verstuur je aanmelding, dan kijkt iemand van ons haar na. Je krijgt de beslissing per
        mail en op deze pagina.
      </p>
      <Button busy={send.isPending} onClick={() => send.mutate({})} className="max-sm:w-full">
        Aanmelding versturen
      </Button>
    </div>
  )
}
