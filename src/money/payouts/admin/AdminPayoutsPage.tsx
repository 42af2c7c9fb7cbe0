import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../../ui/call/call.ts'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { DataTable, type TableColumn } from '../../../ui/lists/DataTable.tsx'
import { formatCents } from '../../../wire/money.ts'
import { keysOf } from '../../../wire/records.ts'
import { nameCheckLabels } from '../../payees/labels.rules.ts'
import { payoutStateLabels, refusalLabels } from '../labels.rules.ts'
import type { PayoutOverview, PayoutRun, StatementResult } from './contract.ts'
import * as hooks from './hooks.ts'

type Due = PayoutOverview['due'][number]
type Payout = PayoutRun['payouts'][number]

const sumOf = (rows: readonly { cents: number }[]) =>
  formatCents(rows.reduce((sum, { cents }) => sum + cents, 0))

/** `/admin/payouts`: creators to be paid, runs with their files, and the bank's statements. */
export function AdminPayoutsPage() {
  const { data } = useSuspenseQuery(hooks.payoutsQuery)
  const make = hooks.useMakePayoutRun()
  const [checked, setChecked] = useState<string | null>(null)
  const payable = data.due.filter(({ refusal }) => refusal === null)
  const isDraft = data.runs.some(({ state }) => state === 'DRAFT')
  return (
    <div className="grid max-w-5xl gap-8">
      <AdminPageHeader
        title="Uitbetalingen"
        aside={payable.length > 0 && `${plural(payable.length, 'creator', 'creators')}, ${sumOf(payable)}`}
        actions={
          <Button
            busy={make.isPending}
            disabled={payable.length === 0 || isDraft || !data.hasAccount}
            onClick={() => make.mutate({})}
          >
            Uitbetaling klaarzetten
          </Button>
        }
      >
        Zet klaar wie betaald kan worden, haal het bestand op, en geef dat aan je bank. Een afschrift sluit
        het af.
      </AdminPageHeader>
      {!data.hasAccount && (
        <Notice tone="info" title="Er is nog geen rekening om van uit te betalen">
          Vul ze in bij{' '}
          <Link to="/admin/settings#payoutIban" className="underline underline-offset-4">
            Instellingen
          </Link>
          .
        </Notice>
      )}
      <Part title="Te betalen">
        {data.due.length === 0 ? (
          <EmptyState icon={CircleCheck} title="Niemand heeft iets tegoed">
            Hier staat een creator zodra er iets uit te betalen is.
          </EmptyState>
        ) : (
          <DataTable
            caption="Creators die iets tegoed hebben"
            columns={dueColumns(setChecked)}
            rows={data.due}
            keyOf={({ creatorId }) => creatorId}
          />
        )}
      </Part>
      <Part title="Bankafschrift">
        <StatementUpload />
      </Part>
      {data.runs.map(run => (
        <Run key={run.id} run={run} />
      ))}
      {checked && <NameCheckDialog userId={checked} onClose={() => setChecked(null)} />}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-subheading font-semibold">{title}</h2>
    {children}
  </section>
)

const dueColumns = (check: (userId: string) => void): TableColumn<Due>[] => [
  {
    name: 'Creator',
    cell: ({ creatorId, name }) => (
      <Link to={`/admin/users/${creatorId}`} className="underline underline-offset-4">
        {name}
      </Link>
    ),
  },
  { name: 'Bedrag', align: 'end', cell: ({ cents }) => formatCents(cents) },
  {
    name: 'Kan mee',
    cell: ({ refusal }) => (
      <Badge tone={refusal ? 'yellow' : 'green'}>{refusal ? refusalLabels[refusal] : 'Ja'}</Badge>
    ),
  },
  {
    name: 'Doen',
    align: 'end',
    phone: 'unnamed',
    cell: ({ creatorId, name, refusal }) =>
      refusal !== 'NO_DETAILS' &&
      refusal !== 'WITHHELD' && (
        <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => check(creatorId)}>
          Rekening en naam<span className="sr-only"> van {name}</span>
        </Button>
      ),
  },
]

/** The account of a creator, and the bank's answer on its name. */
function NameCheckDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data } = useQuery(hooks.payeeOfQuery(userId))
  const save = hooks.useSetNameCheck(userId)
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent title="Rekening en naam" description="Vraag je bank of de naam bij het nummer hoort.">
        {data?.details && (
          <div className="grid gap-4">
            <p className="grid gap-1">
              <span className="font-semibold wrap-anywhere">{data.details.holderName}</span>
              <span className="figures wrap-anywhere">{data.details.iban}</span>
              {data.nameCheck && data.nameCheckedAt && (
                <span className="text-small text-ink-soft">
                  {nameCheckLabels[data.nameCheck]}, genoteerd op {formatDateTime(data.nameCheckedAt)}
                </span>
              )}
            </p>
            <div className="grid gap-2 sm:grid-cols-2">
              {keysOf(nameCheckLabels).map(nameCheck => (
                <Button
                  key={nameCheck}
                  variant="secondary"
                  aria-pressed={data.nameCheck === nameCheck}
                  busy={save.isPending && save.variables.nameCheck === nameCheck}
                  onClick={() =>
                    save.mutate({ userId, version: data.version, nameCheck }, { onSuccess: onClose })
                  }
                >
                  {nameCheckLabels[nameCheck]}
                </Button>
              ))}
            </div>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

const runStates = { DRAFT: 'Wacht op het bestand', FILED: 'Bestand opgehaald', CANCELLED: 'Ingetrokken' }

function Run({ run }: { run: PayoutRun }) {
  const file = hooks.useFilePayoutRun()
  const [returned, setReturned] = useState<Payout | null>(null)
  return (
    <Card className="grid grid-cols-1 gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold">{formatDateTime(run.createdAt)}</h2>
        <Badge tone={run.state === 'DRAFT' ? 'yellow' : 'neutral'}>{runStates[run.state]}</Badge>
        <span className="figures text-small text-ink-soft">{sumOf(run.payouts)}</span>
        {run.state !== 'CANCELLED' && (
          <Button
            variant={run.state === 'DRAFT' ? 'primary' : 'secondary'}
            size="sm"
            className="sm:ml-auto"
            busy={file.isPending}
            onClick={() => file.mutate({ runId: run.id })}
          >
            {run.state === 'DRAFT' ? 'Bestand ophalen' : 'Bestand opnieuw ophalen'}
          </Button>
        )}
      </div>
      <DataTable
        caption={`Betalingen van ${formatDateTime(run.createdAt)}`}
        columns={payoutColumns(setReturned)}
        rows={run.payouts}
        keyOf={({ id }) => id}
      />
      {returned && <ReturnDialog payout={returned} onClose={() => setReturned(null)} />}
    </Card>
  )
}

const tones = { RESERVED: 'yellow', FILED: 'blue', PAID: 'green', RETURNED: 'danger' } as const

const payoutColumns = (giveBack: (payout: Payout) => void): TableColumn<Payout>[] => [
  { name: 'Creator', cell: ({ name }) => name },
  { name: 'Bedrag', align: 'end', cell: ({ cents }) => formatCents(cents) },
  {
    name: 'Staat',
    cell: ({ state, returnReason }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={tones[state]}>{payoutStateLabels[state]}</Badge>
        {returnReason && <span className="text-ink-soft wrap-anywhere">{returnReason}</span>}
      </span>
    ),
  },
  {
    name: 'Doen',
    align: 'end',
    phone: 'unnamed',
    cell: payout =>
      payout.state !== 'RETURNED' && (
        <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => giveBack(payout)}>
          {giveBackLabel(payout)}
          <span className="sr-only">: {payout.name}</span>
        </Button>
      ),
  },
]

/** A payout in no file yet can be withdrawn; the bank alone sends another back. */
const giveBackLabel = ({ state }: Payout) => (state === 'RESERVED' ? 'Intrekken' : 'Teruggekomen')

function ReturnDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const save = hooks.useReturnPayout()
  const form = useApiForm(
    async () => (await import('./contract.ts')).returnPayout.input.omit({ payoutId: true }),
    { reason: '' },
    (input, onError) => save.mutate({ payoutId: payout.id, ...input }, { onSuccess: onClose, onError }),
  )
  return (
    <FormDialog
      title={`Betaling: ${giveBackLabel(payout).toLowerCase()}`}
      description={`${formatCents(payout.cents)} staat daarna weer bij ${payout.name} tegoed. Staat de betaling al in een bestand? Controleer dan eerst bij je bank dat ze niet uitgevoerd wordt.`}
      action="Noteren"
      isBusy={save.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField form={form} name="reason" label="Waarom" autoComplete="off" />
    </FormDialog>
  )
}

const describeMovement = ({ day, cents, isDebit, endToEndId }: StatementResult['unknown'][number]) =>
  [day, `${isDebit ? 'af' : 'bij'} ${formatCents(cents)}`, endToEndId].filter(Boolean).join(', ')

function StatementUpload() {
  const read = hooks.useReadStatement()
  return (
    <Card className="grid gap-4 p-5">
      <p className="text-small text-ink-soft">
        Het afschrift (camt.053) zegt wat betaald is en wat terugkwam. Hetzelfde nog eens inlezen kan geen
        kwaad.
      </p>
      <label className="relative inline-flex h-11 items-center justify-self-start rounded-card border border-line-strong bg-surface px-4 text-small font-medium hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
        {read.isPending ? 'Het afschrift wordt gelezen…' : 'Kies een afschrift'}
        <input
          type="file"
          aria-label="Afschrift van je bank"
          accept=".xml,application/xml,text/xml"
          disabled={read.isPending}
          className="absolute inset-0 opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file may be chosen again.
            target.value = ''
            if (file) read.mutate(file)
          }}
        />
      </label>
      <FieldError>{read.error instanceof CallError && read.error.fields['file']}</FieldError>
      {read.data && (
        <Notice
          tone="success"
          title={`${read.data.paid} betaald, ${read.data.returned} teruggekomen, ${read.data.known} al bekend`}
        >
          {read.data.unknown.length > 0 &&
            `${plural(read.data.unknown.length, 'regel', 'regels')} van iets anders: `}
          {read.data.unknown.slice(0, 20).map(describeMovement).join('; ')}
        </Notice>
      )}
    </Card>
  )
}
