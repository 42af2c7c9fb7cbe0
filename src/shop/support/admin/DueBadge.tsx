import { Clock } from 'lucide-react'
import { Badge } from '../../../ui/components/Badge.tsx'
import { dueLabel } from '../labels.rules.ts'

/** How long an answer may still take. @param props.left working days after today; below 0 when it is too late */
export const DueBadge = ({ left }: { left: number }) => (
  <Badge tone={left < 0 ? 'danger' : 'yellow'}>
    <Clock aria-hidden />
    {dueLabel(left)}
  </Badge>
)
