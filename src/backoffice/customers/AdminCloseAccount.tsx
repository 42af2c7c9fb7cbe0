import { useId, useState } from 'react'
import { formatMinutes, plural } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import type { CustomerDetail } from './contract.ts'
import { useRemoveCustomer } from './hooks.ts'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'

interface AdminUserClosingProps {
  customer: CustomerDetail
  /** Why it can't be closed, or null. */
  why: string | null
}

/** Closes a customer's account. */
export function AdminCloseAccount({ customer, why }: AdminUserClosingProps) {
  const [isOpen, setOpen] = useState(false)
  const whyId = useId()
  const remove = useRemoveCustomer()
  return (
    <Card className="grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="display text-subheading">Account verwijderen</h2>
        <p id={whyId} className="text-small text-ink-soft">
          {why ?? 'Hetzelfde als wanneer iemand het eigen account sluit.'}
        </p>
      </div>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button
            variant="secondary"
            className="text-danger"
            disabled={why !== null}
            aria-describedby={whyId}
          >
            Account verwijderen
          </Button>
        </DialogTrigger>
        <DialogContent
          title={`${customer.displayName} verwijderen`}
          description="Dit kun je niet ongedaan maken. Er gaat een mail naar wie het is."
          footer={
            <DialogButtons onCancel={() => setOpen(false)}>
              <Button
                variant="danger"
                busy={remove.isPending || remove.isSuccess}
                onClick={() => remove.mutate({ userId: customer.id }, { onError: () => setOpen(false) })}
              >
                Verwijderen
              </Button>
            </DialogButtons>
          }
        >
          <Consequences customer={customer} />
        </DialogContent>
      </Dialog>
    </Card>
  )
}

const Consequences = ({ customer: { minutesBalance, toyCount } }: { customer: CustomerDetail }) => (
  <dl className="grid gap-4 rounded-inner bg-sunken p-5 text-small [&_dd]:mt-1 [&_dd]:text-ink-soft [&_dt]:font-semibold">
    <div>
      <dt>Meteen</dt>
      <dd>
        Overal uitgelogd, en inloggen kan niet meer. Een sessie die loopt, eindigt.
        {toyCount > 0 && ` ${plural(toyCount, 'toy gaat', 'toys gaan')} uit.`}
        {minutesBalance > 0 && ` Het saldo van ${formatMinutes(minutesBalance)} vervalt.`}
      </dd>
    </div>
    <div>
      <dt>Binnen 28 dagen weg</dt>
      <dd>Profiel en foto, adressen, verlanglijst, berichten, beoordelingen, meldingen en onze mail.</dd>
    </div>
    <div>
      <dt>Dit blijft</dt>
      <dd>
        Bestellingen, zonder naam en adres; wat nog onderweg is, komt aan. Facturen blijven zolang de wet dat
        vraagt.
      </dd>
    </div>
  </dl>
)
