import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { z } from 'zod'
import { ShareDialog } from '../../../money/earnings/admin/ShareDialog.tsx'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Field, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { MAX_REASON_LENGTH } from '../contract.ts'
import { CreatorFacts, SuspensionTexts } from '../CreatorFacts.tsx'
import { type AdminSuspension, type CreatorDetail, SuspensionDecision, SuspensionReason } from './contract.ts'
import { creatorQuery, useDecideSuspension, useReadAgreement, useSuspend } from './hooks.ts'
import { creatorStatusLabels } from './labels.rules.ts'

/** `/admin/creators/:userId`: whether a creator may be on the air, her suspensions and her agreements. */
export function AdminCreatorPage() {
  const { userId = '' } = useParams()
  const { data: creator } = useSuspenseQuery(creatorQuery(userId))
  const [isSuspending, setSuspending] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const { name, tone } = creatorStatusLabels[creator.status]
  const isSuspended = creator.suspensions.some(({ isByReport, lifted }) => !isByReport && !lifted)
  return (
    <div className="grid max-w-4xl gap-6">
      <AdminPageHeader
        title={creator.displayName}
        aside={<Badge tone={tone}>{name}</Badge>}
        back={{ to: '/admin/creators', name: 'Creators' }}
        actions={
          <>
            <ButtonLink to={`/admin/users/${userId}`} variant="secondary" size="sm">
              Account
            </ButtonLink>
            <Button variant="secondary" size="sm" onClick={() => setSharing(true)}>
              Deel noteren
            </Button>
            {!isSuspended && !creator.leftAt && (
              <Button variant="danger" size="sm" onClick={() => setSuspending(true)}>
                Schorsen
              </Button>
            )}
          </>
        }
      />
      <Card className="p-5">
        <CreatorFacts state={creator} />
      </Card>
      {creator.suspensions.map(suspension => (
        <SuspensionPart key={suspension.id} userId={userId} suspension={suspension} />
      ))}
      <Agreements creator={creator} />
      {isSharing && <ShareDialog creator={creator} onClose={() => setSharing(false)} />}
      {isSuspending && <SuspendDialog userId={userId} onClose={() => setSuspending(false)} />}
    </div>
  )
}

interface SuspensionPartProps {
  userId: string
  suspension: AdminSuspension
}

function SuspensionPart({ userId, suspension }: SuspensionPartProps) {
  const { createdAt, by, caseId, lifted } = suspension
  return (
    <Card className="grid grid-cols-1 gap-4 p-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="font-semibold">{caseId ? 'Uit de uitzending na een melding' : 'Schorsing'}</h2>
        <span className="text-small text-ink-soft">
          {[by, formatDateTime(createdAt)].filter(Boolean).join(', ')}
        </span>
        {caseId && (
          <Link to={`/admin/content-reports/${caseId}`} className="text-small underline underline-offset-4">
            De melding
          </Link>
        )}
      </div>
      <SuspensionTexts suspension={suspension} />
      {!lifted && <DecisionForm userId={userId} suspension={suspension} />}
    </Card>
  )
}

function DecisionForm({ userId, suspension }: SuspensionPartProps) {
  const { id: suspensionId, appeal, upheld, needsAnotherAdmin } = suspension
  const decide = useDecideSuspension(userId)
  const form = useApiForm<z.input<typeof SuspensionDecision>, z.output<typeof SuspensionDecision>>(
    () => Promise.resolve(SuspensionDecision),
    { decision: 'LIFT', reason: '' },
    (input, onError) => decide.mutate({ ...input, userId, suspensionId }, { onError }),
  )
  const mayUphold = appeal !== null && upheld === null && !needsAnotherAdmin
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-4 border-t border-line pt-4">
      {appeal && !upheld && needsAnotherAdmin && (
        <p className="text-small text-ink-soft">
          Dat de schorsing blijft, beslist een andere administrator: jij schorste haar. Opheffen kun je wel.
        </p>
      )}
      {mayUphold && (
        <Field label="Wat gebeurt er" error={form.errors.decision?.message}>
          <Select {...form.register('decision')}>
            <option value="LIFT">De schorsing opheffen</option>
            <option value="UPHOLD">De schorsing blijft</option>
          </Select>
        </Field>
      )}
      <ReasonField error={form.errors.reason?.message}>
        <Textarea rows={3} maxLength={MAX_REASON_LENGTH} {...form.register('reason')} />
      </ReasonField>
      <Button type="submit" variant="secondary" busy={decide.isPending} className="justify-self-start">
        {mayUphold ? 'Beslissen' : 'Schorsing opheffen'}
      </Button>
    </form>
  )
}

const ReasonField = ({ error, children }: { error: string | undefined; children: ReactNode }) => (
  <Field label="Waarom" hint="De creator leest dit. Noem niemand bij naam." error={error}>
    {children}
  </Field>
)

function SuspendDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const suspend = useSuspend(userId)
  const form = useApiForm<z.input<typeof SuspensionReason>, z.output<typeof SuspensionReason>>(
    () => Promise.resolve(SuspensionReason),
    { reason: '' },
    (input, onError) => suspend.mutate({ ...input, userId }, { onSuccess: onClose, onError }),
  )
  return (
    <FormDialog
      title="Creator schorsen"
      description="Ze gaat meteen uit de uitzending, en een sessie die loopt, eindigt. Stoppen, haar gegevens en haar geld blijven voor haar beschikbaar."
      action="Schorsen"
      isBusy={suspend.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ReasonField error={form.errors.reason?.message}>
        <Textarea rows={5} maxLength={MAX_REASON_LENGTH} {...form.register('reason')} />
      </ReasonField>
    </FormDialog>
  )
}

function Agreements({ creator: { id: userId, agreements } }: { creator: CreatorDetail }) {
  const read = useReadAgreement()
  return (
    <Card className="grid grid-cols-1 gap-2 p-5">
      <h2 className="font-semibold">Overeenkomsten</h2>
      {agreements.length === 0 && <p className="text-small text-ink-soft">Er is nog niets getekend.</p>}
      <ul className="divide-y divide-line">
        {agreements.map(({ id, label, signedAt, withdrawnAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-small">
            <span className="grow">
              Versie {label}, getekend op {formatDateTime(signedAt)}
              {withdrawnAt && `, ingetrokken op ${formatDateTime(withdrawnAt)}`}
            </span>
            <Button
              variant="quiet"
              size="sm"
              busy={read.isPending && read.variables.agreementId === id}
              onClick={() => read.mutate({ userId, agreementId: id })}
            >
              <Download aria-hidden />
              Pdf<span className="sr-only"> van versie {label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
