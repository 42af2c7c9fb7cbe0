import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { StepIndicator } from '../../ui/components/StepIndicator.tsx'
import { AgreementStep } from '../agreements/AgreementStep.tsx'
import { ApplicationStatus, WithdrawButton } from './ApplicationStatus.tsx'
import type { OwnApplication } from './contract.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { ownApplicationQuery, useSendApplication } from './hooks.ts'
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
    return <ApplicationStatus application={application} onAgain={() => setClosed(application.id)} />
  return <Steps own={own} />
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
          <WithdrawButton />
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
      <Button busy={send.isPending} onClick={() => send.mutate()} className="max-sm:w-full">
        Aanmelding versturen
      </Button>
    </div>
  )
}
