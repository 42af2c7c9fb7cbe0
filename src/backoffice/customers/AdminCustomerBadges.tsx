import type { Role } from '../../wire/roles.ts'
import { RoleBadge } from '../../people/accounts/RoleBadge.tsx'
import { roleLabels } from '../../people/accounts/rules.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import type { Customer } from './contract.ts'

/** The role; the most common one is plain text. */
export const CustomerRoleBadge = ({ role }: { role: Role }) =>
  role === 'USER' || role === 'GUEST' ? <Badge>{roleLabels[role]}</Badge> : <RoleBadge role={role} />

/** Whether the account is open, and its e-mail address verified. */
export function CustomerStateBadge({ customer }: { customer: Customer }) {
  if (customer.deleteAfter) return <Badge tone="danger">Gesloten</Badge>
  if (customer.suspendedAt) return <Badge tone="danger">Geschorst</Badge>
  if (customer.role === 'GUEST') return <Badge>Zonder account</Badge>
  if (!customer.emailVerifiedAt) return <Badge tone="yellow">E-mail onbevestigd</Badge>
  return <Badge tone="green">Actief</Badge>
}
