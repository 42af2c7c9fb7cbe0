import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { euCountryOptions } from '../countries.rules.ts'
import { vatSchemeLabels } from '../labels.rules.ts'
import { formatRate } from '../rates.rules.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { formatDate, plural } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import type { RatedClass } from '../../../wire/vat.ts'
import { AdminVatRateDialog } from './AdminVatRateDialog.tsx'
import type { AdminVatRate, CountrySales, VatOverview } from './contract.ts'
import { vatOverviewQuery } from './hooks.ts'
import { ratesFrom } from './rateForm.rules.ts'
import { percentOfThreshold, reachedPart, wasOverLastYear } from './threshold.rules.ts'
import { type EuCountry, countryName } from '../../../wire/countries.ts'

/** `/admin/vat`: how much was sold across borders, and the rates of all member states. */
export function AdminVatPage() {
  const { data } = useSuspenseQuery(vatOverviewQuery)
  const [edited, setEdited] = useState<EuCountry | null>(null)
  return (
    <>
      <AdminPageHeader title="Btw">
        Nu geldt: {vatSchemeLabels[data.scheme].toLowerCase()}. Kiezen doe je bij{' '}
        <Link to="/admin/settings#vatScheme" className="underline underline-offset-4">
          Instellingen
        </Link>
        .
      </AdminPageHeader>
      <div className="grid gap-8">
        <ThresholdCard overview={data} />
        {data.withoutEvidence > 0 && <EvidenceNotice count={data.withoutEvidence} />}
        <section aria-labelledby="vat-rates" className="grid gap-3">
          <h2 id="vat-rates" className="display text-subheading">
            Tarieven
          </h2>
          <p className="max-w-2xl text-small text-ink-soft">
            Klopt er een niet, of verandert er een, vul dan het nieuwe in met de dag waarop het begint: om
            middernacht in dat land. Facturen van eerder blijven zoals ze zijn.
          </p>
          <DataTable
            caption="Btw-tarieven per land"
            columns={rateColumns(data, setEdited)}
            rows={[...euCountryOptions]}
            keyOf={({ code }) => code}
          />
        </section>
      </div>
      {edited && (
        <AdminVatRateDialog
          country={edited}
          rates={data.rates.filter(({ country }) => country === edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const EvidenceNotice = ({ count }: { count: number }) => (
  <Notice tone="info" title="Te weinig bewijs van het land">
    Van {plural(count, 'verkoop', 'verkopen')} van dit jaar van iets digitaals weten we te weinig over waar de
    klant woont. Een adres in het account helpt, en een betaalwijze die het land noemt.
  </Notice>
)

/** How far the threshold of € 10,000 a year is used. */
function ThresholdCard({ overview }: { overview: VatOverview }) {
  const { crossBorderCents, thresholdCents, year, byCountry, sellerCountry } = overview
  const percent = percentOfThreshold(crossBorderCents)
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <h2 className="text-subheading font-semibold">Verkocht over de grens in {year}</h2>
      <p className="figures">
        <strong className="font-semibold">{formatCents(crossBorderCents)}</strong> van{' '}
        {formatCents(thresholdCents)} zonder btw, aan particulieren buiten {countryName(sellerCountry)} en
        binnen de EU ({percent}%).
      </p>
      <div
        role="meter"
        aria-label="Deel van de drempel"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        className="h-2 overflow-hidden rounded-full bg-ink/8 forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </div>
      <p className="text-small text-ink-soft">{thresholdAdvice(overview)}</p>
      {byCountry.length > 0 && (
        <DataTable
          caption={`Verkocht over de grens in ${year}, per land`}
          columns={salesColumns}
          rows={byCountry}
          keyOf={({ country }) => country}
        />
      )}
    </Card>
  )
}

function thresholdAdvice(overview: VatOverview): string {
  const { scheme, year, lastYearCents } = overview
  if (scheme === 'OSS') return 'Je rekent al de btw van het land van de klant.'
  if (scheme === 'NONE') return 'Je rekent geen btw.'
  if (wasOverLastYear(overview))
    return `In ${year - 1} verkocht je voor ${formatCents(lastYearCents)} over de grens, meer dan de drempel. Daarom geldt in heel ${year} de btw van het land van de klant: kies OSS bij Instellingen, en vraag je boekhouder wat er verder moet.`
  const part = reachedPart(overview)
  if (part === 100)
    return 'De drempel is voorbij. Vanaf de verkoop waarmee dat gebeurde, geldt de btw van het land van de klant: meld je aan voor OSS, vraag je boekhouder wat er moet, en kies daarna OSS bij Instellingen.'
  if (part === 80)
    return 'De drempel komt in zicht. Meld je op tijd aan voor OSS; tot je eroverheen bent, geldt de btw van je eigen land.'
  return 'Tot en met de drempel geldt de btw van je eigen land. Bij 80% en daarboven krijg je een melding.'
}

const salesColumns: TableColumn<CountrySales>[] = [
  { name: 'Land', cell: ({ country }) => countryName(country) },
  { name: 'Zonder btw', cell: ({ netCents }) => formatCents(netCents), align: 'end' },
  { name: 'Btw', cell: ({ vatCents }) => formatCents(vatCents), align: 'end' },
]

type Country = (typeof euCountryOptions)[number]

const rateColumns = (
  { rates, today }: Pick<VatOverview, 'rates' | 'today'>,
  onEdit: (country: EuCountry) => void,
): TableColumn<Country>[] => [
  { name: 'Land', cell: ({ name }) => name },
  {
    name: 'Gewoon',
    cell: ({ code }) => <RateCell {...{ rates, today }} country={code} taxClass="STANDARD" />,
  },
  { name: 'Boeken', cell: ({ code }) => <RateCell {...{ rates, today }} country={code} taxClass="BOOKS" /> },
  {
    name: 'Wijzigen',
    cell: ({ code, name }) => (
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Tarieven van ${name} wijzigen`}
        onClick={() => onEdit(code)}
      >
        Wijzigen
      </Button>
    ),
    align: 'end',
    phone: 'unnamed',
  },
]

function RateCell({
  rates,
  today,
  country,
  taxClass,
}: {
  rates: AdminVatRate[]
  today: string
  country: string
  taxClass: RatedClass
}) {
  const { present, later } = ratesFrom(rates, country, taxClass, today)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {present ? formatRate(present.basisPoints) : 'als gewoon'}
      {present?.isEntered && <Badge>door jou</Badge>}
      {later.map(({ validFrom, basisPoints }) => (
        <span key={validFrom} className="text-ink-soft">
          {formatRate(basisPoints)} vanaf {formatDate(validFrom)}
        </span>
      ))}
    </span>
  )
}
