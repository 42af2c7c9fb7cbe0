import type { z } from 'zod'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Field, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { countryName } from '../../../wire/countries.ts'
import { Refusal, refusalMessages } from '../contract.ts'
import { countryCodes } from '../DetailsStep.tsx'
import type { AdminApplication, ApprovalForm, RefusalForm } from './contract.ts'
import { useDecide } from './hooks.ts'

/** Approves or refuses an application that waits. */
export function AdminApplicationDecision({ found }: { found: AdminApplication }) {
  if (found.state !== 'SENT' && found.state !== 'APPROVED_ONCE') return null
  return (
    <>
      {!found.mayApprove && (
        <Notice tone="info" title="Een andere administrator keurt dit goed">
          Jij keurde het al goed, of het is je eigen aanmelding.
        </Notice>
      )}
      {found.mayApprove && <Approve found={found} />}
      <Refuse applicationId={found.id} />
    </>
  )
}

const unread = { reading: { kind: '', country: '', expiresOn: '', dateOfBirth: '' } }

/** Asks what the document says where no provider or other admin read it. */
function Approve({ found: { id: applicationId, needsReading, needsSecond } }: { found: AdminApplication }) {
  const decide = useDecide()
  const form = useApiForm<z.input<typeof ApprovalForm>, z.output<typeof ApprovalForm>>(
    async () => (await import('./contract.ts')).ApprovalForm,
    needsReading ? unread : {},
    (input, onError) => decide.mutate({ applicationId, decision: 'APPROVE', ...input }, { onError }),
  )
  return (
    <Card className="p-5">
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
        <h2 className="font-semibold">Goedkeuren</h2>
        {needsReading ? (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              form={form}
              name="reading.kind"
              label="Soort document"
              placeholder="Paspoort"
              autoComplete="off"
            />
            <Field label="Land van het document" error={form.errors.reading?.country?.message}>
              <Select {...form.register('reading.country')}>
                <option value="">Kies</option>
                <Options values={countryCodes} nameOf={countryName} />
              </Select>
            </Field>
            <TextField form={form} name="reading.expiresOn" label="Geldig tot en met" type="date" />
            <TextField
              form={form}
              name="reading.dateOfBirth"
              label="Geboortedatum op het document"
              hint="Staan er op twee documenten twee data, vul dan de laatste in."
              type="date"
            />
          </div>
        ) : (
          <p className="text-small text-ink-soft">Kijk eerst hierboven na wie ze is.</p>
        )}
        <Button type="submit" busy={decide.isPending} className="justify-self-start max-sm:w-full">
          {needsSecond ? 'Goedkeuren, als eerste van twee' : 'Goedkeuren'}
        </Button>
      </form>
    </Card>
  )
}

function Refuse({ applicationId }: { applicationId: string }) {
  const decide = useDecide()
  const form = useApiForm<z.input<typeof RefusalForm>, z.output<typeof RefusalForm>>(
    async () => (await import('./contract.ts')).RefusalForm,
    { decision: '' as Refusal, explanation: '' },
    (input, onError) => decide.mutate({ applicationId, ...input }, { onError }),
  )
  return (
    <Card className="p-5">
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
        <h2 className="font-semibold">Weigeren</h2>
        <Field label="Waarom" hint="Ze leest dit per mail." error={form.errors.decision?.message}>
          <Select {...form.register('decision')}>
            <option value="">Kies</option>
            <Options values={Refusal.options} nameOf={each => refusalMessages[each]} />
          </Select>
        </Field>
        <Field
          label="Uitleg"
          optional
          hint="Ze leest dit op de pagina van haar aanmelding, niet in de mail."
          error={form.errors.explanation?.message}
        >
          <Textarea rows={3} maxLength={1000} {...form.register('explanation')} />
        </Field>
        <Button
          type="submit"
          variant="danger"
          busy={decide.isPending}
          className="justify-self-start max-sm:w-full"
        >
          Weigeren
        </Button>
      </form>
    </Card>
  )
}
