import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CaseDecision, DecisionGround } from '../../people/contentReports/contract.ts'
import { decisionLabels, groundLabels } from '../../people/contentReports/labels.rules.ts'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Field, Select, Textarea } from '../../ui/forms/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { type ContentCase, type DecisionForm, MAX_REASONS_LENGTH } from './contract.ts'
import { useDecide } from './hooks.ts'

type DecisionValues = z.input<typeof DecisionForm>

/** The decisions that an admin can choose for this content. */
const choicesFor = ({ canRemove, owner }: ContentCase): CaseDecision[] =>
  CaseDecision.options.filter(
    decision =>
      decision === 'KEEP' ||
      (decision === 'REMOVE' && canRemove) ||
      (decision === 'SUSPEND' && owner !== null && !owner.isErased),
  )

/** Decides, with the statement of reasons; keeps its text when another admin decided first. */
export function AdminDecisionForm({ found }: { found: ContentCase }) {
  const { id: caseId, version, status, needsAnotherAdmin } = found
  const decide = useDecide(caseId)
  const form = useApiForm<DecisionValues, z.output<typeof DecisionForm>>(
    async () => (await import('./contract.ts')).DecisionForm,
    { decision: '' as CaseDecision, ground: '', rule: '', reasons: '' },
    (input, onError) => decide.mutate({ caseId, version, ...input }, { onError }),
  )
  const decision = useWatch({ control: form.control, name: 'decision' })
  if (needsAnotherAdmin)
    return (
      <Notice tone="info" title="Een andere administrator beslist hierover">
        {status === 'APPEALED'
          ? 'Jij nam de eerste beslissing, of bent erbij betrokken.'
          : 'Het is van jou, of jij meldde het.'}
      </Notice>
    )
  return (
    <Card className="p-5">
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
        <h2 className="font-semibold">{status === 'APPEALED' ? 'Beslis op het bezwaar' : 'Beslis'}</h2>
        <Field label="Wat gebeurt er" error={form.errors.decision?.message}>
          <Select {...form.register('decision')}>
            <option value="">Kies</option>
            <Options values={choicesFor(found)} nameOf={each => decisionLabels[each]} />
          </Select>
        </Field>
        {(decision === 'REMOVE' || decision === 'SUSPEND') && (
          <div className="grid items-start gap-5 sm:grid-cols-[1fr_2fr]">
            <Field label="Waarop rust het" error={form.errors.ground?.message}>
              <Select {...form.register('ground')}>
                <option value="">Kies</option>
                <Options values={DecisionGround.options} nameOf={ground => groundLabels[ground]} />
              </Select>
            </Field>
            <TextField
              form={form}
              name="rule"
              label="Welk artikel"
              placeholder="Voorwaarden, artikel 9 over wat niet mag"
              autoComplete="off"
            />
          </div>
        )}
        <Field
          label="Waarom"
          hint="Beide partijen lezen dit per mail. Noem niemand bij naam, en zeg niet wie het meldde."
          error={form.errors.reasons?.message}
        >
          <Textarea rows={6} maxLength={MAX_REASONS_LENGTH} {...form.register('reasons')} />
        </Field>
        <Button type="submit" busy={decide.isPending} className="justify-self-start max-sm:w-full">
          {status === 'APPEALED' ? 'Definitief beslissen' : 'Beslissen'}
        </Button>
      </form>
    </Card>
  )
}
