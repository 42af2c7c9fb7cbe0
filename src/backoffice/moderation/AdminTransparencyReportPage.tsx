import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Select } from '../../ui/forms/Field.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { AdminTransparencyTable } from './AdminTransparencyTable.tsx'
import { reportNumbersQuery } from './hooks.ts'

/** The first year with reports. */
const FIRST_YEAR = 2026

/** `/admin/content-reports/numbers`: the numbers of reports and decisions of a year, to publish or to show an authority. */
export function AdminTransparencyReportPage() {
  const [current] = useState(() => new Date().getFullYear())
  const [year, setYear] = useState(current)
  const { data } = useQuery(reportNumbersQuery(year))
  const years = Array.from({ length: current - FIRST_YEAR + 1 }, (_, index) => current - index)
  return (
    <div className="max-w-6xl">
      <AdminPageHeader
        title="Cijfers van meldingen"
        back={{ to: '/admin/content-reports', name: 'Gemelde inhoud' }}
        actions={
          <Button asChild variant="secondary" size="sm">
            <a href={`/api/admin/content-report-numbers.csv?year=${year}`} download>
              <Download aria-hidden />
              CSV
            </a>
          </Button>
        }
      >
        Hoe vaak iets gemeld werd, wat er beslist is, en hoelang dat duurde (verordening (EU) 2022/2065,
        artikel 15). Een kleine onderneming hoeft ze niet te publiceren.
      </AdminPageHeader>
      <div className="grid gap-5">
        <Field label="Jaar" className="w-40">
          <Select value={year} onChange={event => setYear(Number(event.target.value))}>
            {years.map(each => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        {data === undefined && <Skeleton className="h-40 rounded-card" />}
        {data?.length === 0 && <p className="text-ink-soft">In {year} is er niets gemeld.</p>}
        {data && data.length > 0 && (
          <AdminTransparencyTable caption={`Meldingen in ${year}, per reden`} rows={data} />
        )}
      </div>
    </div>
  )
}
