import type { z } from 'zod'
import { MAX_REASON_LENGTH, type Suspension, SuspensionAppeal } from '../../creators/contract.ts'
import { SuspensionTexts } from '../../creators/CreatorFacts.tsx'
import { useAppealSuspension } from '../../creators/hooks.ts'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'

/** A suspension with its reason, her appeal and the decisions on it. */
export function SuspensionCard({ suspension }: { suspension: Suspension }) {
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
