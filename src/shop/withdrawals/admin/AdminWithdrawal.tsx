import { PackageOpen, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useShop } from '../../../ui/page/boot.ts'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import * as contract from '../contract.ts'
import { defaultDecision, refusalReasonLabels, withdrawalLineLabel } from '../rules.ts'
import { useCheckedSubmit } from '../../../ui/call/formErrors.ts'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { Field, FieldError, Input, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { QuantityStepper } from '../../../ui/forms/QuantityStepper.tsx'
import { useAnswerWithdrawal, useDecideWithdrawalLines } from './hooks.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** A withdrawal as the customer stated it, with its status. */
export function AdminWithdrawal({ withdrawal }: { withdrawal: contract.Withdrawal }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, email, remark, receivedAt, handledAt, accepted, answer, refundDueAt } = withdrawal
  const { lines } = withdrawal
  const canHandle = handledAt === null || lines.length > 0
  const { hasCarriers } = useShop()
  const canReturn =
    hasCarriers &&
    accepted === true &&
    lines.some(({ isShipped, accepted: isTaken }) => isShipped && isTaken !== false)
  return (
    <div className="grid gap-2 text-small">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <WithdrawalStatusBadge handledAt={handledAt} accepted={accepted} />
        {refundDueAt !== null && (
          <Badge tone="yellow" className="whitespace-normal">
            Nog terug te betalen, uiterlijk {formatDate(refundDueAt)}
          </Badge>
        )}
      </p>
      <p className="figures wrap-anywhere text-ink-faint">
        {formatDateTime(receivedAt)}, {email}
      </p>
      {remark && <p className="wrap-anywhere whitespace-pre-line">“{remark}”</p>}
      {lines.length > 0 && <Lines lines={lines} />}
      <NotCovered withdrawal={withdrawal} />
      {answer && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">Antwoord: {answer}</p>}
      {(canHandle || canReturn) && (
        <div className="flex flex-wrap gap-3 pt-1">
          {canHandle && (
            <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => setIsOpen(true)}>
              <Undo2 aria-hidden />
              {handledAt === null ? 'Behandelen' : 'Opnieuw beoordelen'}
              <span className="sr-only">: herroeping van {name}</span>
            </Button>
          )}
          {canReturn && (
            <Button variant="secondary" size="sm" className="max-md:h-11" asChild>
              <Link to={`/admin/orders/${withdrawal.orderId}?retourlabel=1`}>
                <PackageOpen aria-hidden />
                Retourlabel maken
                <span className="sr-only">: herroeping van {name}</span>
              </Link>
            </Button>
          )}
        </div>
      )}
      {isOpen && <WithdrawalDialog withdrawal={withdrawal} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function WithdrawalStatusBadge({ handledAt, accepted }: Pick<contract.Withdrawal, 'handledAt' | 'accepted'>) {
  if (handledAt === null) return <Badge tone="yellow">Wacht op antwoord</Badge>
  return accepted ? <Badge tone="green">Aanvaard</Badge> : <Badge tone="danger">Geweigerd</Badge>
}

/** The selected products that are not among the lines. */
const NotCovered = ({ withdrawal: { unmatched, withdrawnBefore } }: { withdrawal: contract.Withdrawal }) => (
  <>
    {withdrawnBefore.length > 0 && (
      <p className="wrap-anywhere text-ink-soft">Eerder al herroepen: {withdrawnBefore.join(', ')}</p>
    )}
    {unmatched.length > 0 && (
      <p className="text-danger">
        {unmatched.length === 1
          ? 'Eén gekozen regel hoort niet bij deze bestelling.'
          : `${unmatched.length} gekozen regels horen niet bij deze bestelling.`}
      </p>
    )}
  </>
)

const Lines = ({ lines }: { lines: contract.WithdrawalLine[] }) => (
  <ul className="figures grid gap-1">
    {lines.map(line => (
      <li key={line.itemId} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
        {withdrawalLineLabel(line)}
        {line.isDigital && <Badge>Digitaal</Badge>}
        {line.hygieneSealed && !line.isDigital && <Badge tone="yellow">Verzegeld</Badge>}
        {line.accepted === true && (
          <Badge tone="green">
            {line.acceptedQuantity === line.quantity ? 'Terug' : `${line.acceptedQuantity} terug`}
          </Badge>
        )}
        {line.reason && (
          <span className="text-danger">
            {refusalReasonLabels[line.reason]}
            {line.note && `: ${line.note}`}
          </span>
        )}
      </li>
    ))}
  </ul>
)

/** Decides by line when the order is known; otherwise, or on request, one answer for all. */
function WithdrawalDialog({ withdrawal, onClose }: { withdrawal: contract.Withdrawal; onClose: () => void }) {
  const { orderNumber, orderId, lines, handledAt } = withdrawal
  const [isWriting, setIsWriting] = useState(lines.length === 0)
  return (
    <Dialog open onOpenChange={open => !open && onClose()}>
      <DialogContent
        title={<UnbrokenNumbers>{`Herroeping van ${orderNumber}`}</UnbrokenNumbers>}
        description={
          orderId === null
            ? 'Bij dit e-mailadres kennen we deze bestelling niet. Kijk zelf wat er bedoeld is.'
            : 'De klant krijgt een mail met wat je beslist.'
        }
      >
        {isWriting ? (
          <AdminAnswerForm withdrawalId={withdrawal.id} onDone={onClose} />
        ) : (
          <AdminDecideForm withdrawal={withdrawal} onDone={onClose} />
        )}
        {lines.length > 0 && handledAt === null && (
          <Button variant="link" className="mt-5 text-small" onClick={() => setIsWriting(!isWriting)}>
            {isWriting ? 'Per regel beslissen' : 'In één keer antwoorden'}
          </Button>
        )}
      </DialogContent>
    </Dialog>
  )
}

const choices = [
  { value: true, title: 'Ja, aanvaarden' },
  { value: false, title: 'Nee, weigeren' },
]

/** One answer for a whole withdrawal, given once. */
function AdminAnswerForm({ withdrawalId, onDone }: { withdrawalId: string; onDone: () => void }) {
  const [accepted, setAccepted] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const send = useAnswerWithdrawal()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).answerWithdrawal.input,
    send,
  )
  return (
    <form
      noValidate
      method="post"
      onSubmit={event => submit(event, { withdrawalId, accepted, answer }, onDone)}
      className="grid gap-5"
    >
      <fieldset className="grid gap-3">
        <legend className="pb-2 text-small font-medium">Neem je het terug</legend>
        {choices.map(({ value, title }) => (
          <RadioCard
            key={title}
            name="accepted"
            title={title}
            checked={accepted === value}
            onChange={() => setAccepted(value)}
          />
        ))}
        <FieldError>{errors['accepted']}</FieldError>
      </fieldset>
      <Field label="Antwoord aan de klant" error={errors['answer']}>
        <Textarea
          rows={5}
          maxLength={1000}
          value={answer}
          onChange={event => setAnswer(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={send.isPending}>
        Antwoord versturen
      </Button>
    </form>
  )
}

const draftOf = (line: contract.WithdrawalLine) => ({
  itemId: line.itemId,
  note: line.note ?? '',
  quantity: line.acceptedQuantity ?? line.quantity,
  ...defaultDecision(line),
})
type DecisionDraft = ReturnType<typeof draftOf>

/** Accepts or refuses each line, with a reason; the decision can be changed when a broken seal is found later. */
function AdminDecideForm({ withdrawal, onDone }: { withdrawal: contract.Withdrawal; onDone: () => void }) {
  const { id: withdrawalId, lines } = withdrawal
  const [drafts, setDrafts] = useState(() => lines.map(draftOf))
  const decide = useDecideWithdrawalLines()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).decideLines.input,
    decide,
  )
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
  line: contract.WithdrawalLine
  draft: DecisionDraft
  errors: { reason: string | undefined; note: string | undefined }
  onChange: (part: Partial<DecisionDraft>) => void
}

const ACCEPTED = 'ACCEPTED'

function Line({ line, draft, errors, onChange }: LineProps) {
  const choose = (value: string) => {
    const reason = contract.RefusalReason.nullable().catch(null).parse(value)
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
          <Options
            values={contract.RefusalReason.options}
            nameOf={reason => `Weigeren: ${refusalReasonLabels[reason].toLowerCase()}`}
          />
        </Select>
      </Field>
      {draft.accepted && line.quantity > 1 && (
        <div className="flex items-center gap-4">
          <span className="text-small text-ink-soft">Terugnemen</span>
          <QuantityStepper
            name={line.name}
            value={draft.quantity}
            max={line.quantity}
            onChange={quantity => onChange({ quantity })}
          />
          <span className="text-small text-ink-soft">van {line.quantity}</span>
        </div>
      )}
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
