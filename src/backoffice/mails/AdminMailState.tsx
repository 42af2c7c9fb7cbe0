import { Send } from 'lucide-react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import type { MailState } from './contract.ts'
import { useResendMail } from './hooks.ts'
import { mailStateNames } from './labels.rules.ts'

export const AdminMailState = ({ state }: { state: MailState }) => (
  <Badge tone={mailStateNames[state].tone}>{mailStateNames[state].name}</Badge>
)

interface AdminSendAgainProps {
  mail: { id: string; state: MailState }
  /** What a screen reader hears of which mail it is. */
  name: string
}

/** For a mail that was given up; nothing for any other. */
export function AdminResendMail({ mail: { id, state }, name }: AdminSendAgainProps) {
  const again = useResendMail()
  if (state !== 'FAILED') return null
  return (
    <Button
      variant="secondary"
      size="sm"
      className="max-md:h-11"
      busy={again.isPending}
      onClick={() => again.mutate(id)}
    >
      <Send aria-hidden />
      Opnieuw versturen
      <span className="sr-only">: {name}</span>
    </Button>
  )
}
