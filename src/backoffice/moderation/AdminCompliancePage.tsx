import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Markup } from '../../people/content/Markup.tsx'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { cn } from '../../ui/components/cn.ts'
import { Button } from '../../ui/components/Button.tsx'
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { CompanyDetails } from '../../ui/shell/CompanyDetails.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { plural } from '../../ui/format.ts'
import { addMonths, toBrusselsDay } from '../../wire/brusselsTime.ts'
import { formatCents } from '../../wire/money.ts'
import { AdminTransparencyTable } from './AdminTransparencyTable.tsx'
import type { ComplianceReport } from './contract.ts'
import { complianceQuery, complianceUrl, useAuditorFile } from './hooks.ts'
import { schemeRequirements } from './schemes.rules.ts'

const nameFormat = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric' })
const nameOf = (month: string): string => nameFormat.format(new Date(`${month}-15`))

/** `/admin/compliance?month=2026-11`: a month for the payment provider, to print, and the requirements of the card schemes. */
export function AdminCompliancePage() {
  const { company } = useShop()
  const [current] = useState(() => toBrusselsDay(new Date()).slice(0, 7))
  const query = complianceUrl.parse(useSearchParams()[0])
  const months = Array.from({ length: 24 }, (_, index) => addMonths(current, -index))
  const month = months.includes(query.month) ? query.month : addMonths(current, -1)
  const { data: report } = useQuery({ ...complianceQuery(month), throwOnError: true })
  return (
    <div className="grid max-w-6xl gap-8">
      <AdminPageHeader
        title="Naleving"
        aside={nameOf(month)}
        actions={
          <Button variant="secondary" size="sm" onClick={() => window.print()}>
            <Printer aria-hidden />
            Afdrukken
          </Button>
        }
      >
        Wat je betaalprovider of de bank erachter elke maand kan vragen.
        {month === current && ' Deze maand loopt nog: de cijfers kunnen veranderen.'}
      </AdminPageHeader>
      <div className="hidden print:block">
        <CompanyDetails company={company} />
      </div>
      <FilterSelect
        label="Maand"
        value={month}
        options={months.map(value => ({ value, name: nameOf(value) }))}
        to={chosen => complianceUrl.href(query, { month: chosen ?? '' })}
        className="justify-self-start"
      />
      {report ? <Report name={nameOf(month)} report={report} /> : <Skeleton className="h-64" />}
      <AuditorFile month={month} />
      <Part title="Wat de kaartschema’s vragen">
        <div className="prose grid max-w-3xl gap-4">
          <Markup text={schemeRequirements} />
        </div>
      </Part>
    </div>
  )
}

function Report({ name, report }: { name: string; report: ComplianceReport }) {
  const { reports, decided, waiting, applications, sessions, providers } = report
  return (
    <>
      <Part title="Klachten over inhoud">
        <p>
          Beslist: {casesText(decided)}. Nog te beslissen aan het eind: {casesText(waiting)}. Bezwaren tellen
          mee; te laat is na meer dan 7 werkdagen.
        </p>
        {reports.length === 0 && <p>In {name} is er niets gemeld.</p>}
        {reports.length > 0 && (
          <AdminTransparencyTable caption={`Meldingen van ${name}, per reden`} rows={reports} />
        )}
      </Part>
      <Part title="Creators en sessies">
        <p>
          Aanmeldingen: {applications.accepted} goedgekeurd en {applications.refused} geweigerd.{' '}
          {plural(sessions.begun, 'sessie begon', 'sessies begonnen')}; bij {sessions.withConsent} is de
          toestemming vastgelegd. Een administrator beëindigde er {sessions.endedByAdmin}.
        </p>
      </Part>
      <Part title="Betalingen">
        {providers.length === 0 && <p>In {name} is er niets betaald, terugbetaald of teruggeboekt.</p>}
        <ul className="figures">
          {providers.map(({ name: provider, payments, refunds, chargebacks }) => (
            <li key={provider}>
              {provider}: {moneyText(payments, 'betaling', 'betalingen')},{' '}
              {moneyText(refunds, 'terugbetaling', 'terugbetalingen')} en{' '}
              {moneyText(chargebacks, 'terugboeking', 'terugboekingen')}.
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

/** Buttons that make the file about sessions for an auditor. */
function AuditorFile({ month }: { month: string }) {
  const { mutate, isPending } = useAuditorFile()
  const buttons = [
    { isSample: true, text: '20 willekeurige sessies' },
    { isSample: false, text: `Alle sessies van ${nameOf(month)}` },
  ]
  return (
    <Part title="Dossier voor een controle" className="print:hidden">
      <p className="max-w-3xl">
        Een ZIP met van elke sessie de toestemming van de creator, haar bewijs van identiteit en haar
        overeenkomst. Wie speelde, staat er niet in. Het logboek onthoudt dat je het maakte.
      </p>
      <div className="flex flex-wrap gap-3">
        {buttons.map(({ isSample, text }) => (
          <Button key={text} variant="secondary" busy={isPending} onClick={() => mutate({ month, isSample })}>
            {text}
          </Button>
        ))}
      </div>
    </Part>
  )
}

const casesText = ({ count, late }: ComplianceReport['decided']): string =>
  count === 0 ? 'niets' : `${plural(count, 'zaak', 'zaken')}, waarvan ${late} te laat`

const moneyText = ({ count, cents }: { count: number; cents: number }, one: string, many: string): string =>
  count + cents === 0 ? `geen ${many}` : `${plural(count, one, many)} (${formatCents(cents)})`

const Part = ({ title, children, className }: { title: string; children: ReactNode; className?: string }) => (
  <section className={cn('grid gap-4', className)}>
    <h2 className="text-subheading font-medium">{title}</h2>
    {children}
  </section>
)
