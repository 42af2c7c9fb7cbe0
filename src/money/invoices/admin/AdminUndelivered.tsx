import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'
import { formatDate } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import { AdminPeppolState } from './AdminPeppolState.tsx'
import { undeliveredQuery } from './peppol.hooks.ts'
import type { UndeliveredDocument } from './peppol.contract.ts'

/** How many are shown before one asks for all. */
const FIRST_SHOWN = 3

/** Invoices that did not reach a Belgian business by Peppol; renders nothing when all did. */
export function AdminUndelivered() {
  const { data } = useQuery(undeliveredQuery)
  const [showsAll, setShowsAll] = useState(false)
  if (!data || data.documents.length === 0) return null
  const { isConfigured, documents } = data
  const shown = showsAll ? documents : documents.slice(0, FIRST_SHOWN)
  return (
    <Card className="mb-6 grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="text-subheading font-medium">Niet aangekomen via Peppol</h2>
        <p className="max-w-2xl text-small text-ink-soft">
          Belgische bedrijven horen hun facturen over het Peppol-netwerk te krijgen.
        </p>
      </div>
      {!isConfigured && (
        <Notice tone="waiting" title="Er is geen access point ingesteld">
          Stel STORECOVE_API_KEY en STORECOVE_LEGAL_ENTITY_ID in, of laat je boekhouder de bestanden
          versturen.
        </Notice>
      )}
      <ul className="grid divide-y divide-line">
        {shown.map(document => (
          <li key={document.invoiceId} className="py-4 first:pt-0 last:pb-0">
            <Undelivered document={document} />
          </li>
        ))}
      </ul>
      {shown.length < documents.length && (
        <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Alle {documents.length} tonen
        </Button>
      )}
    </Card>
  )
}

const Undelivered = ({ document }: { document: UndeliveredDocument }) => {
  const { number, orderId, businessName, vatNumber, totalCents, issuedAt } = document
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-6">
      <div className="grid content-start gap-0.5">
        <Link
          to={`/admin/orders/${orderId}`}
          className="figures justify-self-start font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          <UnbrokenNumbers>{number}</UnbrokenNumbers>
        </Link>
        <span className="wrap-anywhere">{businessName}</span>
        <span className="figures text-small text-ink-soft">
          {vatNumber}, {formatDate(issuedAt)}, {formatCents(totalCents)}
        </span>
      </div>
      <AdminPeppolState document={document} number={number} shownBy={undeliveredQuery.queryKey} />
    </div>
  )
}
