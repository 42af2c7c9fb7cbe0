import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '../../ui/components/Card.tsx'
import { formatDate } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import { ObjectionTo } from '../objections/ObjectionTo.tsx'
import { selfBilledQuery } from './hooks.ts'
import { formatMonth } from './rules.ts'

/** The monthly invoices that the shop made in a creator's name; a statement is none, and has no UBL. */
export function SelfBilledCard() {
  const { data: invoices } = useSuspenseQuery(selfBilledQuery)
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="display text-heading">Facturen en afrekeningen</h2>
      <p className="text-small text-ink-soft">
        Begin elke maand maken we de factuur van de maand ervoor, of een afrekening als je particulier bent.
        Klopt er iets niet, maak dan op tijd bezwaar; je krijgt binnen vijf werkdagen antwoord.
      </p>
      <ul className="figures grid gap-3">
        {invoices.map(({ id, number, month, isStatement, netCents, vatCents, acceptedAt, ...rest }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4">
            <span>
              {formatMonth(month)}, {number}: {formatCents(netCents + vatCents)}
              {rest.objection === null && `, aanvaard vanaf ${formatDate(acceptedAt)}`}
            </span>
            {(isStatement ? ['pdf'] : ['pdf', 'ubl']).map(format => (
              <a
                key={format}
                href={`/api/studio/self-billed-invoices/${id}/${format}`}
                download
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {format.toUpperCase()}
                <span className="sr-only"> van {number}</span>
              </a>
            ))}
            <ObjectionTo subject="INVOICE" subjectId={id} name={number} {...rest} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
