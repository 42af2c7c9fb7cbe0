import { useSuspenseQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { Markup } from '../content/Markup.tsx'
import type { LegalContent, LegalDocument, LegalText } from './contract.ts'
import { legalTextQuery } from './hooks.ts'
import { LegalSections, legalParts } from './LegalSections.tsx'
import { anchorOf } from './legalText.rules.ts'

interface LegalPageProps {
  document: LegalDocument
  title: string
  description: string
  path: string
}

const belgianDay = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels' })

/** A legal text: an index at the top (at the side on wide screens), and sections with anchors. `?version=` shows an earlier one. */
export function LegalPage({ document, title, description, path }: LegalPageProps) {
  const [search] = useSearchParams()
  const { data: text } = useSuspenseQuery(legalTextQuery(document, search.get('version')))
  const { label, publishedAt, body, isCurrent } = text
  return (
    <div className="measure py-10 md:py-16 lg:grid lg:grid-cols-[16rem_minmax(0,46rem)] lg:gap-14">
      <PageMeta title={title} description={description} path={path} />
      <header className="grid justify-items-start gap-4 lg:col-start-2">
        <h1 className="display text-title">{title}</h1>
        <p className="flex flex-wrap gap-x-6 gap-y-1 text-small text-ink-soft">
          <span>Versie {label}</span>
          <span>Laatst bijgewerkt: {publishedAt ? <BelgianDay at={publishedAt} /> : <Today />}</span>
        </p>
        {!isCurrent && (
          <Notice tone="info" title="Dit is een eerdere versie">
            <Link to={path} className="underline underline-offset-4">
              Lees wat nu geldt
            </Link>
          </Notice>
        )}
        <div className="text-lead text-ink-soft">
          <Markup text={body.intro} parts={legalParts} headings="h2" />
        </div>
        <Button variant="secondary" size="sm" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Afdrukken
        </Button>
      </header>
      <Contents sections={body.sections} />
      <div className="lg:col-start-2 lg:row-start-2">
        <Card className="mt-8 grid gap-12 px-5 py-8 sm:p-10 print:border-0 print:p-0 print:shadow-none">
          <LegalSections sections={body.sections} />
        </Card>
        <Versions text={text} path={path} />
      </div>
    </div>
  )
}

/** The versions that can be read; none while there is only one. */
const Versions = ({ text: { versions, label: shown }, path }: { text: LegalText; path: string }) =>
  versions.length > 1 && (
    <nav aria-label="Versies" className="mt-8 text-small print:hidden">
      <h2 className="font-semibold">Alle versies</h2>
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {versions.map(({ label, publishedAt }) => (
          <li key={label}>
            <Link
              to={`${path}?version=${label}`}
              aria-current={label === shown ? 'page' : undefined}
              className="inline-block py-2 text-ink-soft underline underline-offset-4 aria-[current]:text-ink aria-[current]:no-underline"
            >
              {label}
              {publishedAt && (
                <>
                  , <BelgianDay at={publishedAt} />
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )

const BelgianDay = ({ at }: { at: string }) => <time dateTime={at}>{belgianDay.format(new Date(at))}</time>

/** Around midnight the date in the browser may be a day later than on the server. */
function Today() {
  const [today] = useState(() => new Date())
  return (
    <time dateTime={toBrusselsDay(today)} suppressHydrationWarning>
      {belgianDay.format(today)}
    </time>
  )
}

const Contents = ({ sections }: Pick<LegalContent, 'sections'>) => (
  <nav
    aria-label="Inhoud"
    className="mt-8 lg:sticky lg:top-24 lg:col-start-1 lg:row-start-2 lg:h-fit lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto print:hidden"
  >
    <h2 className="px-3 pb-1 text-small font-semibold">Inhoud</h2>
    <ol>
      {sections.map((section, index) => (
        <li key={anchorOf(section, index)}>
          <a
            href={`#${anchorOf(section, index)}`}
            className="flex gap-2 rounded-inner px-3 py-1.5 text-small text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink max-lg:py-2"
          >
            <span className="figures shrink-0 text-ink-faint">{index + 1}.</span>
            {section.title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
