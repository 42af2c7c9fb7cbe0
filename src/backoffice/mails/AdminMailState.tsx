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
  /** The accessible name of the mail. */
  name: string
}

/** Sends a failed mail again; renders nothing for any other. */
export function AdminResendMail({ mail: { id, state }, name }: AdminSendAgainProps) {
  const again = useResendMail()
  if (state !== 'FAILED') return null
  return (
    <Button
      variant="secondary"
      size="sm"
      className="max-md:h-11"
      busy={again.isPending}
      onClick={() => again.mutate({ mailId: id })}
    >
      <Send aria-hidden />
      Opnieuw versturen
      <span className="sr-only">: {name}</span>
    </Button>
  )
}
