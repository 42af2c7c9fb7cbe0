import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { AgreementStep } from '../../agreements/AgreementStep.tsx'
import { agreementQuery, useWithdrawAgreement } from '../../agreements/hooks.ts'
import {
  type CreatorAccount,
  type CreatorState,
  MAX_REASON_LENGTH,
  type Suspension,
  SuspensionAppeal,
} from '../../creators/contract.ts'
import { CreatorFacts, SuspensionTexts } from '../../creators/CreatorFacts.tsx'
import { creatorAccountQuery, useLeaveProgramme, useAppealSuspension } from '../../creators/hooks.ts'
import { earningsDueQuery } from '../earnings/hooks.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { ConfirmButton } from '../../../ui/dialogs/ConfirmButton.tsx'
import { formatDate } from '../../../ui/format.ts'
import type { z } from 'zod'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'

/** `/studio/creator`: whether she may go on the air and why not, her agreement, her suspensions, and leaving. */
export function CreatorPage() {
  const { data: account } = useSuspenseQuery(creatorAccountQuery)
  const { state, suspensions } = account
  return (
    <div className="measure grid grid-cols-1 justify-items-center py-8 md:py-12">
      <PageTitle>Mijn creatoraccount</PageTitle>
      <div className="grid w-full max-w-3xl grid-cols-1 gap-6">
        <header className="grid gap-2">
          <div>
            <BackLink to="/studio">Studio</BackLink>
          </div>
          <h1 className="display text-title">Mijn creatoraccount</h1>
        </header>
        {state === null ? (
          <Card>
            {account.refusal === null ? (
              <EmptyState icon={UserRound} title="Hier valt nog niets te regelen">
                Zodra creators zich aanmelden en een overeenkomst tekenen, staat het hier.
              </EmptyState>
            ) : (
              <EmptyState icon={UserRound} title="Je bent nog geen creator" action={<ApplyLink />}>
                Creator worden begint met een aanmelding.
              </EmptyState>
            )}
          </Card>
        ) : (
          <StateCard account={account} state={state} />
        )}
        {suspensions.map(suspension => (
          <SuspensionCard key={suspension.id} suspension={suspension} />
        ))}
        {state && !state.leftAt && (
          <>
            <AgreementCard />
            <LeaveCard />
          </>
        )}
      </div>
    </div>
  )
}

const ApplyLink = () => (
  <ButtonLink to="/creator-worden" variant="secondary" className="justify-self-start max-sm:w-full">
    Creator worden
  </ButtonLink>
)

/** Her state in words, with the dates that matter. */
function StateCard({ account: { refusal, until }, state }: { account: CreatorAccount; state: CreatorState }) {
  return (
    <Card className="grid gap-5">
      {refusal === null ? (
        <Notice tone="success" title="Je mag in de uitzending">
          {until === null ? 'Jij bepaalt wanneer, met wie en wat.' : `Dat kan tot ${formatDate(until)}.`}
        </Notice>
      ) : (
        <Notice tone="waiting" title="Je kunt nu niet in de uitzending">
          {refusal}
        </Notice>
      )}
      <CreatorFacts state={state} />
      {(!state.acceptedAt || state.leftAt) && <ApplyLink />}
      <p className="text-small text-ink-soft">
        Stoppen, je stoplinks en de kopie van je gegevens werken altijd, ook als je niet in de uitzending
        kunt.
      </p>
    </Card>
  )
}

/** The agreements that she signed, and the text to read or sign. */
function AgreementCard() {
  const { data: agreement } = useQuery(agreementQuery)
  if (!agreement) return null
  const { isSigned, signed } = agreement
  const isHeld = signed.some(({ withdrawnAt }) => withdrawnAt === null)
  return (
    <Part title="Overeenkomst">
      {signed.length > 0 && (
        <ul className="divide-y divide-line">
          {signed.map(({ id, label, signedAt, withdrawnAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <span className="min-w-0 grow">
                <span className="block font-medium">Versie {label}</span>
                <span className="text-small text-ink-soft">
                  Getekend op {formatDate(signedAt)}
                  {withdrawnAt && `, ingetrokken op ${formatDate(withdrawnAt)}`}
                </span>
              </span>
              <Button asChild variant="secondary" size="sm">
                <a href={`/api/creator-agreement/${id}/pdf`} download>
                  <Download aria-hidden />
                  Pdf<span className="sr-only"> van versie {label}</span>
                </a>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isSigned ? (
        <details>
          <summary className="cursor-pointer py-2 font-medium">De tekst lezen</summary>
          <AgreementStep onSigned={() => undefined} />
        </details>
      ) : (
        <AgreementStep onSigned={() => undefined} />
      )}
      {isHeld && <Withdraw />}
    </Part>
  )
}

function Withdraw() {
  const withdraw = useWithdrawAgreement()
  return (
    <ConfirmButton
      variant="secondary"
      className="justify-self-start max-sm:w-full"
      label="Overeenkomst intrekken"
      title="De overeenkomst intrekken"
      confirm="Intrekken"
      busy={withdraw.isPending}
      onConfirm={close => withdraw.mutate({}, { onSettled: close })}
    >
      Je gaat meteen uit de uitzending, en een sessie die loopt, eindigt. Tekenen kan later weer.
    </ConfirmButton>
  )
}

function LeaveCard() {
  const leave = useLeaveProgramme()
  const { data: due } = useQuery(earningsDueQuery)
  return (
    <Part title="Stoppen als creator">
      <p className="text-small text-ink-soft">
        Je account als klant blijft. Je profiel en je wensen zijn meteen nergens meer te zien, je foto wordt
        gewist, en je lijst met geblokkeerde contacten en je notities ook. Niemand anders krijgt ooit je adres
        hier. Je kunt je later opnieuw aanmelden.
      </p>
      {due?.text && <p className="text-small text-ink-soft">{due.text}</p>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start max-sm:w-full"
        label="Stoppen als creator"
        title="Stoppen als creator"
        confirm="Stoppen als creator"
        busy={leave.isPending}
        onConfirm={close => leave.mutate({}, { onSettled: close })}
      >
        Je gaat meteen uit de uitzending, een sessie die loopt, eindigt, en je studio gaat dicht.
      </ConfirmButton>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid grid-cols-1 gap-4">
    <h2 className="display text-subheading">{title}</h2>
    {children}
  </Card>
)

/** A suspension with its reason, her appeal and the decisions on it. */
function SuspensionCard({ suspension }: { suspension: Suspension }) {
  const { id, createdAt, appeal, upheld, lifted } = suspension
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="display text-subheading">Schorsing van {formatDate(createdAt)}</h2>
        <Badge tone={lifted ? 'neutral' : 'yellow'}>{lifted ? 'Opgeheven' : 'Loopt'}</Badge>
      </div>
      <SuspensionTexts suspension={suspension} />
      {!lifted && !appeal && <AppealForm suspensionId={id} />}
      {appeal && !upheld && !lifted && (
        <p className="text-small text-ink-soft">
          We bekijken je bezwaar. Je hoort wat we beslissen en waarom.
        </p>
      )}
      {upheld && !lifted && (
        <p className="text-small text-ink-soft">Ben je het er niet mee eens, dan kun je naar de rechter.</p>
      )}
    </Card>
  )
}

function AppealForm({ suspensionId }: { suspensionId: string }) {
  const send = useAppealSuspension()
  const form = useApiForm<z.input<typeof SuspensionAppeal>, z.output<typeof SuspensionAppeal>>(
    () => Promise.resolve(SuspensionAppeal),
    { text: '' },
    (input, onError) => send.mutate({ ...input, suspensionId }, { onError }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-4">
      <Field
        label="Bezwaar maken"
        hint="Waarom klopt de schorsing volgens jou niet? Je kunt dit één keer versturen."
        error={form.errors.text?.message}
      >
        <Textarea rows={5} maxLength={MAX_REASON_LENGTH} {...form.register('text')} />
      </Field>
      <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
        Bezwaar versturen
      </Button>
    </form>
  )
}
