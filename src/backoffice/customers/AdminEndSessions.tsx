import { useId, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import type { CustomerDetail } from './contract.ts'
import { useEndCustomerSessions } from './hooks.ts'
import { findSignOutRefusal } from './rules.ts'

/** Signs a customer out everywhere, such as one who lost a phone. */
export function AdminEndSessions({ customer }: { customer: CustomerDetail }) {
  const [isOpen, setOpen] = useState(false)
  const whyId = useId()
  const why = findSignOutRefusal(customer, useUser()?.id)
  const end = useEndCustomerSessions()
  return (
    <Card className="grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="display text-subheading">Ingelogd</h2>
        <p id={whyId} className="text-small text-ink-soft">
          {why ?? 'Voor wie een toestel kwijt is, of denkt dat er iemand meekijkt.'}
        </p>
      </div>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button variant="secondary" disabled={why !== null} aria-describedby={whyId}>
            Overal uitloggen
          </Button>
        </DialogTrigger>
        <DialogContent
          title={`${customer.displayName} overal uitloggen`}
          description="Op elk toestel moet opnieuw worden ingelogd."
          footer={
            <DialogButtons onCancel={() => setOpen(false)}>
              <Button
                busy={end.isPending}
                onClick={() => end.mutate({ userId: customer.id }, { onSettled: () => setOpen(false) })}
              >
                Overal uitloggen
              </Button>
            </DialogButtons>
          }
        >
          <p className="text-ink-soft">Een toy die op dat moment wordt bediend, stopt meteen.</p>
        </DialogContent>
      </Dialog>
    </Card>
  )
}
