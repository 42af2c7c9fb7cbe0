import { Badge } from '../../ui/components/Badge.tsx'
import type { Role } from '../../wire/roles.ts'
import { roleLabels } from './rules.ts'

/** The role; renders nothing for a customer. */
export function RoleBadge({ role, className }: { role: Role; className?: string }) {
  if (role === 'USER' || role === 'GUEST') return null
  return (
    <Badge tone={role === 'MODEL' ? 'model' : 'accent'} {...(className ? { className } : {})}>
      {roleLabels[role]}
    </Badge>
  )
}
