import type { z } from 'zod'
import { Link } from 'react-router'
import { formatDateTime } from '../../../ui/format.ts'
import type { AuditEntry } from './contract.ts'
import { auditListUrl, type AuditListQuery } from './hooks.ts'
import { auditActionLabels, auditSubjectLabels, describeAuditDetails } from './labels.rules.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

type Entry = z.output<typeof AuditEntry>

/** The audit entries, newest first; actor and subject link to all entries about them. */
export const AdminAuditList = ({ entries, query: look }: { entries: Entry[]; query: AuditListQuery }) => (
  <ul
    aria-label="Wat er is gedaan, het nieuwste eerst"
    className="divide-y divide-line rounded-card border border-line bg-surface"
  >
    {entries.map(entry => (
      <li key={entry.id} className="grid gap-x-6 gap-y-1 px-5 py-4 md:grid-cols-[1fr_auto]">
        <p className="font-medium">{auditActionLabels[entry.action]}</p>
        <time dateTime={entry.at} className="figures text-small text-ink-soft">
          {formatDateTime(entry.at)}
        </time>
        <p className="text-small text-ink-soft md:col-span-2">
          <Actor actor={entry.actor} look={look} />
          {', '}
          {auditSubjectLabels[entry.subjectKind]}{' '}
          <Link
            to={auditListUrl.href(look, { subjectId: entry.subjectId })}
            className="break-all underline underline-offset-4 hover:text-ink"
          >
            {entry.subjectId}
          </Link>
        </p>
        <Details words={describeAuditDetails(entry.details)} />
      </li>
    ))}
  </ul>
)

function Actor({ actor, look }: { actor: Entry['actor']; look: AuditListQuery }) {
  if (!actor) return <>Door het systeem</>
  return (
    <>
      Door{' '}
      <Link
        to={auditListUrl.href(look, { actorId: actor.id })}
        className="underline underline-offset-4 hover:text-ink"
      >
        {actor.displayName}
      </Link>
    </>
  )
}

function Details({ words }: { words: string[] }) {
  if (words.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small md:col-span-2">
      {words.map(word => (
        <li key={word} className="wrap-anywhere">
          <UnbrokenNumbers>{word}</UnbrokenNumbers>
        </li>
      ))}
    </ul>
  )
}
