import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Field, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { countryName } from '../../../wire/countries.ts'
import { refusalMessages, Refusal } from '../contract.ts'
import {
  type AdminApplication,
  type IdentityFile,
  ReadReason,
  type ApprovalForm,
  type RefusalForm,
} from './contract.ts'
import { applicationQuery, useOpenIdentity, useDecide } from './hooks.ts'
import { readReasonLabels, stateLabels, verifierLabels } from './labels.rules.ts'
import type { z } from 'zod'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { countryCodes } from '../DetailsStep.tsx'

/** `/admin/creators/applications/:applicationId`: an application; who she is, opens with a reason. */
export function AdminApplicationPage() {
  const { applicationId = '' } = useParams()
  const { data: found } = useSuspenseQuery(applicationQuery(applicationId))
  return (
    <div className="grid max-w-4xl gap-6">
      <Head found={found} />
      {found.refusedAsMinor > 0 && (
        <Notice tone="error" title="Eerder geweigerd omdat een document zei dat ze nog geen 18 was">
          {plural(found.refusedAsMinor, 'keer', 'keer')}. Kijk haar leeftijd extra goed na.
        </Notice>
      )}
      {/* An opened identity belongs to one application. */}
      <Identity key={found.id} applicationId={found.id} />
      <Decision key={`${found.id} ${found.state}`} found={found} />
    </div>
  )
}

function Head({ found }: { found: AdminApplication }) {
  const { state, applicant, verifier, documents, sentAt, decidedAt, approvedBy, decidedBy, refusal } = found
  return (
    <div>
      <AdminPageHeader
        title={`Aanmelding van ${applicant.displayName}`}
        aside={<Badge tone={stateLabels[state].tone}>{stateLabels[state].name}</Badge>}
        back={{ to: '/admin/creators/applications', name: 'Aanmeldingen' }}
      />
      <ul className="grid gap-1 text-small text-ink-soft">
        <li>
          <Link to={`/admin/users/${applicant.id}`} className="underline underline-offset-4">
            Bekijk het account
          </Link>
        </li>
        {sentAt && <li>Verstuurd op {formatDateTime(sentAt)}</li>}
        {verifier && (
          <li>
            Bewezen {verifierLabels[verifier]}, {plural(documents, 'foto', 'foto’s')}
          </li>
        )}
        {approvedBy && <li>Eerst goedgekeurd door {approvedBy}</li>}
        {decidedAt && (
          <li>
            {decidedBy ? `Beslist door ${decidedBy}` : 'Beslist'} op {formatDateTime(decidedAt)}
          </li>
        )}
        {refusal && <li>{refusalMessages[refusal]}</li>}
        {found.explanation && <li className="wrap-anywhere whitespace-pre-line">{found.explanation}</li>}
      </ul>
    </div>
  )
}

function Identity({ applicationId }: { applicationId: string }) {
  const [reason, setReason] = useState<ReadReason | ''>('')
  const open = useOpenIdentity()
  return (
    <Card className="grid gap-5 p-5">
      <h2 className="font-semibold">Wie ze is</h2>
      {open.data ? (
        <IdentityDetails file={open.data} />
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Waarom bekijk je dit?" hint="Dit komt in het logboek." className="grow">
            <Select value={reason} onChange={event => setReason(event.target.value as ReadReason | '')}>
              <option value="">Kies</option>
              <Options values={ReadReason.options} nameOf={each => readReasonLabels[each]} />
            </Select>
          </Field>
          <Button
            variant="secondary"
            busy={open.isPending}
            disabled={reason === ''}
            onClick={() => reason !== '' && open.mutate({ applicationId, reason })}
          >
            Openen
          </Button>
        </div>
      )}
    </Card>
  )
}

function IdentityDetails({ file: { details, document, photos } }: { file: IdentityFile }) {
  const told = details && {
    'Naam die ze opgaf': details.legalName,
    'Geboortedatum die ze opgaf': details.dateOfBirth,
    'Adres dat ze opgaf': `${details.address}, ${countryName(details.country)}`,
    'Wat ze wil doen': details.plans,
  }
  const proved = document && {
    'Bewezen naam': document.legalName,
    'Bewezen geboortedatum': document.dateOfBirth,
    'Bewezen adres': document.address,
    Document: [document.kind, document.country && countryName(document.country)].filter(Boolean).join(', '),
    'Geldig tot en met': document.expiresOn,
  }
  const facts = Object.entries({ ...told, ...proved }).filter(([, value]) => value)
  if (facts.length + photos.length === 0) return <p className="text-ink-soft">Er is niets bewaard.</p>
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 text-small sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {photos.map((photo, at) => (
        <img
          key={photo.slice(-64)}
          src={photo}
          alt={`Foto ${at + 1} van het document`}
          className="max-w-full"
        />
      ))}
    </>
  )
}

/** Approves or refuses an application that waits. */
function Decision({ found }: { found: AdminApplication }) {
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
