import { useWatch } from 'react-hook-form'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, Select, Textarea } from '../../ui/forms/Field.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import type { InputOf } from '../../wire/endpoint.ts'
import { useUser } from '../accounts/hooks.ts'
import {
  type ContentKind,
  MAX_REPORT_LENGTH,
  mayBeAnonymous,
  reasonsFor,
  type reportContent,
  type ReportInput,
  type ReportReason,
} from './contract.ts'
import { useReportContent } from './hooks.ts'
import { reportReasonLabels } from './labels.rules.ts'

type ReportFormValues = InputOf<typeof reportContent>

/** The form of a report; a visitor also says who they are. */
export function useReportForm(
  { kind, contentId }: { kind: ContentKind; contentId: string },
  onSent: (reference: string) => void,
) {
  const isVisitor = useUser() === null
  const send = useReportContent()
  const form = useApiForm<ReportFormValues, ReportInput>(
    async () => {
      const contract = await import('./contract.ts')
      return isVisitor ? contract.VisitorReportInput : contract.ReportInput
    },
    {
      kind,
      contentId,
      reason: '' as ReportReason,
      text: '',
      name: '',
      email: '',
      isGoodFaith: false,
      website: '',
    },
    (input, onError) => send.mutate(input, { onError, onSuccess: ({ reference }) => onSent(reference) }),
  )
  return { form, isBusy: send.isPending }
}

export type ReportFormApi = ReturnType<typeof useReportForm>['form']

/** The fields of a report (Reg. (EU) 2022/2065, art. 16(2)). */
export function ReportFields({ form }: { form: ReportFormApi }) {
  const isVisitor = useUser() === null
  const kind = form.getValues('kind')
  return (
    <>
      <Field label="Waarom meld je dit" error={form.errors.reason?.message}>
        <Select {...form.register('reason')}>
          <option value="">Kies een reden</option>
          <Options values={reasonsFor(kind)} nameOf={reason => reportReasonLabels[reason]} />
        </Select>
      </Field>
      <Field
        label="Wat is er mis mee"
        hint="Wat zie je, en waarom mag of hoort het hier niet?"
        error={form.errors.text?.message}
      >
        <Textarea rows={5} maxLength={MAX_REPORT_LENGTH} {...form.register('text')} />
      </Field>
      {isVisitor && <SenderFields form={form} />}
      <Checkbox error={form.errors.isGoodFaith?.message} {...form.register('isGoodFaith')}>
        Ik meld dit te goeder trouw: wat ik schrijf, is naar mijn beste weten juist en volledig.
      </Checkbox>
      {/* For programs only: not shown, not announced, and not in the order of the tab key. */}
      <div className="absolute -left-[200vw]" aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
    </>
  )
}

function SenderFields({ form }: { form: ReportFormApi }) {
  const reason = useWatch({ control: form.control, name: 'reason' })
  const optional = mayBeAnonymous(reason)
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField form={form} name="name" label="Naam" optional={optional} autoComplete="name" />
      <TextField
        form={form}
        name="email"
        label="E-mailadres"
        type="email"
        optional={optional}
        autoComplete="email"
        inputMode="email"
      />
    </div>
  )
}

export const ReportReceived = ({ reference }: { reference: string }) => (
  <>
    Het kenmerk is <strong className="figures font-semibold text-ink">{reference}</strong>. Binnen 7 werkdagen
    beslissen we. Als we je adres hebben, krijg je een bevestiging en onze beslissing per mail.
  </>
)
