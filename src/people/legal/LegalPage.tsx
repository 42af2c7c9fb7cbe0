import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { POLICY_VERSION } from '../accounts/contract.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'

export interface LegalSection {
  /** The anchor of the section; must not change with the title, because other pages link to it. */
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  description: string
  path: string
  intro: ReactNode
  sections: LegalSection[]
}

const belgianDay = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels' })

/** A legal text: an index at the top (at the side on wide screens), and sections with anchors. */
export const LegalPage = ({ title, description, path, intro, sections }: LegalPageProps) => (
  <div className="measure py-10 md:py-16 lg:grid lg:grid-cols-[16rem_minmax(0,46rem)] lg:gap-14">
    <PageMeta title={title} description={description} path={path} />
    <header className="grid justify-items-start gap-4 lg:col-start-2">
      <h1 className="display text-title">{title}</h1>
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-small text-ink-soft">
        <span>Versie {POLICY_VERSION}</span>
        <span>
          Laatst bijgewerkt: <Today />
        </span>
      </p>
      <div className="text-lead text-ink-soft">{intro}</div>
      <Button variant="secondary" size="sm" className="print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden />
        Afdrukken
      </Button>
    </header>
    <Contents sections={sections} />
    <Card className="mt-8 grid gap-12 px-5 py-8 sm:p-10 lg:col-start-2 lg:row-start-2 print:border-0 print:p-0 print:shadow-none">
      {sections.map(({ id, title: heading, body }, index) => (
        <section key={id} aria-labelledby={id} className="prose grid gap-4">
          <h2 id={id} className="display scroll-mt-24 text-heading">
            {index + 1}. {heading}
          </h2>
          {body}
        </section>
      ))}
    </Card>
  </div>
)

/** Around midnight the date in the browser may be a day later than on the server. */
function Today() {
  const [today] = useState(() => belgianDay.format(new Date()))
  return <time suppressHydrationWarning>{today}</time>
}

const Contents = ({ sections }: Pick<LegalPageProps, 'sections'>) => (
  <nav
    aria-label="Inhoud"
    className="mt-8 lg:sticky lg:top-24 lg:col-start-1 lg:row-start-2 lg:h-fit lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto print:hidden"
  >
    <h2 className="px-3 pb-1 text-small font-semibold">Inhoud</h2>
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex gap-2 rounded-inner px-3 py-1.5 text-small text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink max-lg:py-2"
          >
            <span className="figures shrink-0 text-ink-faint">{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
