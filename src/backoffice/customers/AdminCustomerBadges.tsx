import type { Role } from '../../wire/roles.ts'
import { RoleBadge } from '../../people/accounts/RoleBadge.tsx'
import { roleLabels } from '../../people/accounts/rules.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import type { Customer } from './contract.ts'

/** The role; that of most people without emphasis. */
export const CustomerRoleBadge = ({ role }: { role: Role }) =>
  role === 'USER' ? <Badge>{roleLabels.USER}</Badge> : <RoleBadge role={role} />

/** Whether the account is open, and its address known to be theirs. */
export function CustomerStateBadge({
  member,
}: {
  member: Pick<Customer, 'deleteAfter' | 'emailVerifiedAt'>
}) {
  if (member.deleteAfter) return <Badge tone="danger">Gesloten</Badge>
  if (!member.emailVerifiedAt) return <Badge tone="yellow">E-mail onbevestigd</Badge>
  return <Badge tone="green">Actief</Badge>
}
