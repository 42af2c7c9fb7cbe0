import { Building2, Copy, Mail } from 'lucide-react'
import { shippingAddressLines } from '../receipt.rules.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import type { AdminOrder } from './contract.ts'

/** The shipping address, which can be copied as a whole, the customer, and the company that bought. */
export function AdminOrderAddress({ order }: { order: AdminOrder }) {
  const lines = shippingAddressLines(order)
  const { business, customer } = order
  const { displayName, email } = customer
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-subheading font-medium">Verzendadres</h2>
        {lines && (
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:h-11"
            onClick={() => void copy(lines.join('\n'))}
          >
            <Copy aria-hidden />
            Kopiëren
          </Button>
        )}
      </div>
      {lines ? (
        <address className="not-italic select-all">
          {lines.map(line => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <p className="text-ink-soft">Digitale bestelling: er wordt niets verzonden.</p>
      )}
      <p className="flex items-start gap-2 border-t border-line pt-4 text-small text-ink-soft">
        <Mail className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
        <span className="grid wrap-anywhere">
          <span className="text-ink">{displayName}</span>
          {email}
        </span>
      </p>
      {business && (
        <p className="flex items-start gap-2 text-small text-ink-soft">
          <Building2 className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className="grid wrap-anywhere">
            <span className="text-ink">{business.name}</span>
            Btw-nummer {business.vatNumber}
          </span>
        </p>
      )}
    </Card>
  )
}

/** Browsers have no clipboard API on a plain-HTTP address. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Adres gekopieerd' })
  } catch {
    const description = 'Selecteer het adres en kopieer het zelf.'
    toast({ title: 'Kopiëren is niet gelukt', description, variant: 'destructive' })
  }
}
