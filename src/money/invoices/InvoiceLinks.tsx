import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { formatDate } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import { invoiceDownloadPath } from './contract.ts'
import { invoicesQuery } from './hooks.ts'
import { invoiceKindLabels } from './rules.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

/** The invoice and the credit notes of an order; renders nothing when there are none. */
export function InvoiceLinks({ orderId }: { orderId: string }) {
  const { data: invoices = [] } = useQuery(invoicesQuery(orderId))
  if (invoices.length === 0) return null
  return (
    <section className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 print:hidden">
      <FileText className="mt-1 size-4.5 text-accent-text" strokeWidth={1.75} aria-hidden />
      <h2 className="font-medium">Facturen</h2>
      <ul className="figures col-start-2 grid gap-1">
        {invoices.map(({ id, kind, number, totalCents, issuedAt }) => (
          <li key={id} className="text-ink-soft">
            <a
              href={invoiceDownloadPath(id)}
              download
              className="inline-block py-1 font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              <UnbrokenNumbers>{`${invoiceKindLabels[kind]} ${number}`}</UnbrokenNumbers>
            </a>
            <span className="block text-small">
              {formatDate(issuedAt)}, {formatCents(totalCents)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
