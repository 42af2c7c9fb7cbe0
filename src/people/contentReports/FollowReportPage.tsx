import { useQuery } from '@tanstack/react-query'
import { LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { AccountResultLayout } from '../accounts/AccountLayouts.tsx'
import { type FollowedCase, MAX_REPORT_LENGTH, type StatementOfReasons } from './contract.ts'
import { EvidenceList } from './EvidenceList.tsx'
import { followedCaseQuery, useAppeal } from './hooks.ts'
import {
  caseStatusLabels,
  contentKindLabels,
  decisionLabels,
  followedStatusLabels,
  groundLabels,
  reportReasonLabels,
} from './labels.rules.ts'

/** `/melding`: the page of a mailed link, for a reporter and for the owner of the content. */
export function FollowReportPage() {
  const token = useLinkToken()
  return token === null ? <NoLink>Open de link uit je mail.</NoLink> : <Opened token={token} />
}

function Opened({ token }: { token: string | undefined }) {
  const { data, error } = useQuery({ ...followedCaseQuery(token ?? ''), enabled: token !== undefined })
  if (error) return <NoLink>{userMessageOf(error)}</NoLink>
  return (
    <div className="measure grid justify-items-center py-10 md:py-16">
      <PageTitle>Melding</PageTitle>
      <div className="grid w-full max-w-2xl gap-6">
        {data ? <Followed found={data} token={token ?? ''} /> : <Skeleton className="h-80 rounded-card" />}
      </div>
    </div>
  )
}

const NoLink = ({ children }: { children: string }) => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/contact">Naar contact</ButtonLink>}
  >
    {children}
  </AccountResultLayout>
)

function Followed({ found, token }: { found: FollowedCase; token: string }) {
  const { party, reference, kind, status, createdAt, dueAt, report, content, decisions, appeal } = found
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <h1 className="display text-title">
          {party === 'REPORTER' ? 'Je melding' : 'Een beslissing over iets van jou'}
        </h1>
        <Badge tone={caseStatusLabels[status].tone}>{followedStatusLabels[status]}</Badge>
        <p className="figures text-small text-ink-soft">
          {contentKindLabels[kind].name}
          {reference && `, kenmerk ${reference}`}, gemeld op {formatDate(createdAt)}
        </p>
        {dueAt && (
          <p className="text-ink-soft">
            We beslissen uiterlijk op {formatDate(new Date(Date.parse(dueAt) - 1).toISOString())}.
          </p>
        )}
      </header>
      {report && (
        <Part title="Wat je meldde">
          <p className="font-medium">{reportReasonLabels[report.reason]}</p>
          <Text>{report.text}</Text>
        </Part>
      )}
      {content.length > 0 && (
        <Part title="Waar het over gaat">
          <EvidenceList evidence={content} />
        </Part>
      )}
      {decisions.map(decision => (
        <Decision key={decision.decidedAt} decision={decision} />
      ))}
      {appeal && (
        <Part title={`Je bezwaar van ${formatDate(appeal.createdAt)}`}>
          <Text>{appeal.text}</Text>
        </Part>
      )}
      {found.appealUntil !== null && <AppealForm token={token} until={found.appealUntil} />}
    </>
  )
}

const Decision = ({ decision }: { decision: StatementOfReasons }) => (
  <Part title={decision.isOnAppeal ? 'De beslissing op het bezwaar' : 'De beslissing'}>
    <p className="font-medium">{decisionLabels[decision.decision]}</p>
    {decision.ground && (
      <p className="text-small text-ink-soft">
        {groundLabels[decision.ground]}: {decision.rule}
      </p>
    )}
    <Text>{decision.reasons}</Text>
    <p className="text-small text-ink-faint">
      Door een mens beslist op {formatDateTime(decision.decidedAt)}.
    </p>
  </Part>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-3 sm:p-6">
    <h2 className="text-subheading font-semibold">{title}</h2>
    {children}
  </Card>
)

const Text = ({ children }: { children: string }) => (
  <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{children}</p>
)

function AppealForm({ token, until }: { token: string; until: string }) {
  const send = useAppeal(token)
  const form = useApiForm(
    async () => (await import('./contract.ts')).AppealText,
    { text: '' },
    ({ text }, onError) => send.mutate({ token, text }, { onError }),
  )
  return (
    <Part title="Niet mee eens?">
      <p className="text-small text-ink-soft">
        Tot {formatDate(until)} kun je één keer bezwaar maken, gratis. Een mens bekijkt het opnieuw, als het
        kan iemand anders. Die beslissing is definitief; je kunt ook naar de rechter.
      </p>
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-4">
        <Field label="Waarom klopt de beslissing niet" error={form.errors.text?.message}>
          <Textarea rows={5} maxLength={MAX_REPORT_LENGTH} {...form.register('text')} />
        </Field>
        <Button type="submit" busy={send.isPending} className="justify-self-start max-sm:w-full">
          Bezwaar maken
        </Button>
      </form>
    </Part>
  )
}
