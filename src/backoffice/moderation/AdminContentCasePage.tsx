import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { EvidenceList } from '../../people/contentReports/EvidenceList.tsx'
import {
  caseStatusLabels,
  contentKindLabels,
  decisionLabels,
  groundLabels,
  reportReasonLabels,
} from '../../people/contentReports/labels.rules.ts'
import { takesOffAir } from '../../people/contentReports/contract.ts'
import { DueBadge } from '../../shop/support/admin/DueBadge.tsx'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { AdminDecisionForm } from './AdminDecisionForm.tsx'
import type { ContentCase } from './contract.ts'
import { contentCaseQuery } from './hooks.ts'

/** `/admin/content-reports/:caseId`: the reported content, the reports with their reasons, and the decision. */
export function AdminContentCasePage() {
  const { caseId = '' } = useParams()
  const { data: found } = useSuspenseQuery(contentCaseQuery(caseId))
  return (
    <div className="grid max-w-4xl gap-6">
      <Head found={found} />
      <OffAirNotice found={found} />
      {found.allReports.map(report => (
        <Report key={report.id} report={report} />
      ))}
      {found.decisions.map(decision => (
        <Part
          key={decision.decidedAt}
          title={decision.isOnAppeal ? 'Beslissing op het bezwaar' : 'Beslissing'}
          aside={`${decision.decidedBy}, ${formatDateTime(decision.decidedAt)}`}
        >
          <p className="font-medium">{decisionLabels[decision.decision]}</p>
          {decision.ground && (
            <p className="text-small text-ink-soft">
              {groundLabels[decision.ground]}: {decision.rule}
            </p>
          )}
          <Text>{decision.reasons}</Text>
        </Part>
      ))}
      {found.appeals.map(({ id, isOfOwner, text, createdAt }) => (
        <Part
          key={id}
          title={isOfOwner ? 'Bezwaar van wie het plaatste' : 'Bezwaar van wie het meldde'}
          aside={formatDateTime(createdAt)}
        >
          <Text>{text}</Text>
        </Part>
      ))}
      {found.dueAt !== null && <AdminDecisionForm found={found} />}
    </div>
  )
}

/** Whoever was reported as not herself or not willing is off the air until the decision. */
const OffAirNotice = ({ found: { reasons, owner, dueAt } }: { found: ContentCase }) =>
  dueAt !== null &&
  owner &&
  reasons.some(takesOffAir) && (
    <Notice tone="waiting" title="De creator is uit de uitzending tot je beslist">
      Is de melding duidelijk vals, wijs ze dan af of{' '}
      <Link to={`/admin/creators/${owner.id}`} className={link}>
        hef de schorsing nu op
      </Link>
      . Klopt ze, dan blijft de creator geschorst tot jij dat opheft.
    </Notice>
  )

const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-2'

function Head({ found }: { found: ContentCase }) {
  const { kind, status, owner, path, workingDaysLeft: left } = found
  return (
    <div>
      <AdminPageHeader
        title={contentKindLabels[kind].name}
        aside={
          <span className="flex flex-wrap gap-2">
            <Badge tone={caseStatusLabels[status].tone}>{caseStatusLabels[status].name}</Badge>
            {left !== null && <DueBadge left={left} />}
          </span>
        }
        back={{ to: '/admin/content-reports', name: 'Gemelde inhoud' }}
      />
      <p className="text-small text-ink-soft">
        {owner ? <Owner owner={owner} /> : 'We weten niet van wie dit is.'}
        {path && (
          <>
            {' '}
            <Link to={path} className={link}>
              Bekijk waar het staat
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

const Owner = ({ owner }: { owner: NonNullable<ContentCase['owner']> }) =>
  owner.isErased ? (
    'Van een account dat gewist is.'
  ) : (
    <>
      Van{' '}
      <Link to={`/admin/users/${owner.id}`} className={link}>
        {owner.displayName}
      </Link>
      {owner.isSuspended ? ', geschorst.' : '.'}
    </>
  )

function Report({ report }: { report: ContentCase['allReports'][number] }) {
  const { reference, reason, text, reporter, createdAt, evidence } = report
  return (
    <Part title={reportReasonLabels[reason]} aside={`${reference}, ${formatDateTime(createdAt)}`}>
      <Text>{text}</Text>
      <p className="text-small text-ink-soft">
        {reporter === null ? (
          'Anoniem, of gewist.'
        ) : (
          <>
            Gemeld door{' '}
            {reporter.userId ? (
              <Link to={`/admin/users/${reporter.userId}`} className={link}>
                {reporter.name}
              </Link>
            ) : (
              `${reporter.name}, ${reporter.email ?? ''} (bezoeker, adres niet nagekeken)`
            )}
          </>
        )}
      </p>
      {evidence.length > 0 && <EvidenceList evidence={evidence} className="rounded-inner bg-ink/4 p-4" />}
    </Part>
  )
}

interface PartProps {
  title: string
  aside: string
  children: ReactNode
}

const Part = ({ title, aside, children }: PartProps) => (
  <Card className="grid gap-3 p-5">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="font-semibold">{title}</h2>
      <p className="figures text-tiny text-ink-faint">{aside}</p>
    </div>
    {children}
  </Card>
)

const Text = ({ children }: { children: string }) => (
  <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{children}</p>
)
