import { RotateCcw } from 'lucide-react'
import { Button } from '../../../ui/components/Button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import type { ContentBody } from '../../../wire/content.ts'
import type { AdminContent } from '../contract.ts'
import { compareContent, type ContentDifference, toContentLines } from '../definition.rules.ts'

interface AdminContentHistoryProps {
  content: AdminContent
  /** The content of the editor: versions are compared with it. */
  body: ContentBody
  onRestore: (body: ContentBody) => void
}

/** The versions of a text, down to the original; each can be put back into the editor. */
export const AdminContentHistory = ({ content, body, onRestore }: AdminContentHistoryProps) => (
  <section aria-labelledby="history" className="grid gap-3">
    <h2 id="history" className="display text-subheading">
      Versies
    </h2>
    <ol className="divide-y divide-line rounded-card border border-line bg-surface">
      {content.history.map(version => (
        <Version
          key={version.version}
          name={`Versie ${version.label ?? version.version}`}
          about={`${formatDateTime(version.publishedAt)} door ${version.by}${version.asksAcceptance ? ', opnieuw te accepteren' : ''}`}
          body={version.body}
          {...{ content, current: body, onRestore }}
        />
      ))}
      <Version
        name="Oorspronkelijke tekst"
        about="zoals de winkel begon"
        body={content.defaults}
        {...{ content, current: body, onRestore }}
      />
    </ol>
  </section>
)

interface VersionProps {
  name: string
  about: string
  body: ContentBody
  current: ContentBody
  content: AdminContent
  onRestore: (body: ContentBody) => void
}

function Version({ name, about, body, current, content: { fields }, onRestore }: VersionProps) {
  const differences = compareContent(toContentLines(fields, body), toContentLines(fields, current))
  return (
    <li className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow text-small">
          <span className="font-medium">{name}</span>
          <span className="block text-ink-soft">{about}</span>
        </p>
        {differences.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => onRestore(body)}>
            <RotateCcw aria-hidden />
            <span>
              Terugzetten<span className="sr-only">: {name}</span>
            </span>
          </Button>
        )}
      </div>
      {differences.length === 0 ? (
        <p className="text-small text-ink-faint">Gelijk aan wat hierboven staat.</p>
      ) : (
        <details className="text-small">
          <summary className="min-h-8 cursor-pointer py-1 text-ink-soft underline underline-offset-4">
            Wat er intussen anders is
          </summary>
          <Differences differences={differences} />
        </details>
      )}
    </li>
  )
}

const Differences = ({ differences }: { differences: ContentDifference[] }) => (
  <dl className="mt-2 grid gap-3">
    {differences.map(({ kind, label, text }, index) => (
      // The same line may differ in several places.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className="grid gap-0.5">
        <dt className="text-tiny text-ink-faint">
          {label}, {kind === 'added' ? 'nieuw' : 'weg'}
        </dt>
        <dd className="wrap-anywhere">
          {kind === 'added' ? (
            <ins className="bg-green-soft text-ink no-underline">{text}</ins>
          ) : (
            <del className="bg-danger-soft text-ink">{text}</del>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
