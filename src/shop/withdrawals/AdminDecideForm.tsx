import { useState } from 'react'
import { useCheckedSubmit } from '../../ui/formErrors.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input, Select } from '../../ui/components/Field.tsx'
import { useDecideWithdrawalLines } from './admin.hooks.ts'
import { decideLines, RefusalReason, type Withdrawal, type WithdrawalLine } from './contract.ts'
import { withdrawalLineLabel, refusalReasonLabels, defaultDecision } from './rules.ts'

const draftOf = (line: WithdrawalLine) => ({
  itemId: line.itemId,
  note: line.note ?? '',
  ...defaultDecision(line),
})
type DecisionDraft = ReturnType<typeof draftOf>

interface AdminDecideFormProps {
  withdrawal: Withdrawal
  onDone: () => void
}

/** Accepts or refuses each line, with a reason; the decision can be changed when a broken seal is found later. */
export function AdminDecideForm({ withdrawal: { id: withdrawalId, lines }, onDone }: AdminDecideFormProps) {
  const [drafts, setDrafts] = useState(() => lines.map(draftOf))
  const decide = useDecideWithdrawalLines()
  const { errors, submit } = useCheckedSubmit(decideLines.input, decide)
  const change = (at: number, part: Partial<DecisionDraft>) =>
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...part } : draft)))
  return (
    <form
      noValidate
      method="post"
      onSubmit={event => submit(event, { withdrawalId, lines: drafts }, onDone)}
      className="grid gap-5"
    >
      <ul className="grid gap-5">
        {lines.map((line, at) => (
          <li key={line.itemId} className="grid gap-3 border-b border-line pb-5">
            <Line
              line={line}
              draft={drafts[at] ?? draftOf(line)}
              errors={{ reason: errors[`lines.${at}.reason`], note: errors[`lines.${at}.note`] }}
              onChange={part => change(at, part)}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" busy={decide.isPending}>
        Beslissing versturen
      </Button>
    </form>
  )
}

interface LineProps {
  line: WithdrawalLine
  draft: DecisionDraft
  errors: { reason: string | undefined; note: string | undefined }
  onChange: (part: Partial<DecisionDraft>) => void
}

const ACCEPTED = 'ACCEPTED'

function Line({ line, draft, errors, onChange }: LineProps) {
  const choose = (value: string) => {
    const reason = RefusalReason.nullable().catch(null).parse(value)
    onChange({ accepted: reason === null, reason })
  }
  return (
    <>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
        {withdrawalLineLabel(line)}
        {line.isDigital && <Badge>Digitaal</Badge>}
        {line.hygieneSealed && !line.isDigital && <Badge tone="yellow">Verzegeld</Badge>}
      </p>
      <Field label={`Beslissing over ${line.name}`} error={errors.reason}>
        <Select value={draft.reason ?? ACCEPTED} onChange={event => choose(event.target.value)}>
          <option value={ACCEPTED}>Terugnemen</option>
          {RefusalReason.options.map(reason => (
            <option key={reason} value={reason}>
              Weigeren: {refusalReasonLabels[reason].toLowerCase()}
            </option>
          ))}
        </Select>
      </Field>
      {draft.reason !== null && (
        <Field label={`Toelichting bij ${line.name}`} optional={draft.reason !== 'OTHER'} error={errors.note}>
          <Input
            maxLength={500}
            value={draft.note}
            onChange={event => onChange({ note: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}
