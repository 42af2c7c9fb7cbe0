import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { countryName } from '../../../wire/countries.ts'
import { refusalMessages } from '../contract.ts'
import { AdminApplicationDecision } from './AdminApplicationDecision.tsx'
import { type AdminApplication, type IdentityFile, ReadReason } from './contract.ts'
import { applicationQuery, useOpenIdentity } from './hooks.ts'
import { readReasonLabels, stateLabels, verifierLabels } from './labels.rules.ts'

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
      <AdminApplicationDecision key={`${found.id} ${found.state}`} found={found} />
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
