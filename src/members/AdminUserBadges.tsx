import type { Role } from '../accounts/contract.ts'
import { RoleBadge } from '../accounts/RoleBadge.tsx'
import { roleNames } from '../accounts/rules.ts'
import { Badge } from '../web/ui/Badge.tsx'
import type { Member } from './contract.ts'

/** The role; that of most people without emphasis. */
export const MemberRole = ({ role }: { role: Role }) =>
  role === 'USER' ? <Badge>{roleNames.USER}</Badge> : <RoleBadge role={role} />

/** Whether the account is open, and its address known to be theirs. */
export function MemberState({ member }: { member: Pick<Member, 'deleteAfter' | 'emailVerifiedAt'> }) {
  if (member.deleteAfter) return <Badge tone="danger">Gesloten</Badge>
  if (!member.emailVerifiedAt) return <Badge tone="yellow">E-mail onbevestigd</Badge>
  return <Badge tone="green">Actief</Badge>
}
