import { useId, useState } from 'react'
import { Role } from '../../wire/roles.ts'
import { roleLabels } from '../../people/accounts/rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Field, Select } from '../../ui/components/Field.tsx'
import type { CustomerDetail } from './contract.ts'
import { useChangeCustomer } from './hooks.ts'
import { describeRoleLoss, roleMeanings } from './rules.ts'

interface AdminUserRoleProps {
  member: CustomerDetail
  /** Why it can't be another; null when it can. */
  why: string | null
}

/** What someone may. Another role says what it means before it is given. */
export function AdminCustomerRole({ member, why }: AdminUserRoleProps) {
  const [role, setRole] = useState(member.role)
  const [isOpen, setOpen] = useState(false)
  const whyId = useId()
  const change = useChangeCustomer(changed => `${changed.displayName} is nu ${roleLabels[changed.role]}`)
  const give = () => change.mutate({ userId: member.id, role }, { onSettled: () => setOpen(false) })
  return (
    <Card className="p-5">
      <h2 className="display mb-4 text-subheading">Rol</h2>
      <div className="grid gap-4">
        <Field label="Rol van dit account" hint={why === null ? roleMeanings[role] : undefined}>
          <Select
            value={role}
            disabled={why !== null}
            onChange={event => setRole(Role.parse(event.target.value))}
          >
            {Role.options.map(option => (
              <option key={option} value={option}>
                {roleLabels[option]}
              </option>
            ))}
          </Select>
        </Field>
        <Dialog open={isOpen} onOpenChange={setOpen}>
          <DialogTrigger asChild>
            <Button
              variant="secondary"
              disabled={why !== null || role === member.role}
              aria-describedby={why === null ? undefined : whyId}
            >
              Rol wijzigen
            </Button>
          </DialogTrigger>
          <DialogContent
            title={`${member.displayName} wordt ${roleLabels[role]}`}
            description="Dit account wordt overal uitgelogd, zodat er niets doorgaat met de oude rol."
            footer={
              <div className="grid gap-3 sm:grid-cols-2">
                <Button variant="secondary" onClick={() => setOpen(false)}>
                  Toch niet
                </Button>
                <Button className="max-sm:order-first" busy={change.isPending} onClick={give}>
                  Maak {roleLabels[role]}
                </Button>
              </div>
            }
          >
            <p className="text-ink-soft">
              {roleMeanings[role]} {describeRoleLoss(member.role, role)}
            </p>
          </DialogContent>
        </Dialog>
        {why && (
          <p id={whyId} className="text-small text-ink-soft">
            {why}
          </p>
        )}
      </div>
    </Card>
  )
}
