import { formatDateTime } from '../../ui/format.ts'
import { templateName, mailStateNames } from './labels.rules.ts'
import { Send } from 'lucide-react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { useResendMail } from './hooks.ts'
import type { MailDelivery, MailState } from '../../wire/mail.ts'

type Mail = MailDelivery

/** The mails about one subject, with their states. */
export function AdminMailList({ mails }: { mails: Mail[] }) {
  if (mails.length === 0) return <p className="text-ink-soft">Er is nog niets gemaild.</p>
  return (
    <ul className="figures grid divide-y divide-line text-small">
      {mails.map(mail => {
        const { id, template, recipient, state, lastError, createdAt, sentAt, failedAt } = mail
        const name = templateName(template)
        return (
          <li key={id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              {name}
              <AdminMailState state={state} />
            </p>
            <p className="wrap-anywhere text-ink-faint">
              {formatDateTime(sentAt ?? failedAt ?? createdAt)}, aan {recipient}
            </p>
            {lastError && <p className="wrap-anywhere text-ink-soft">{lastError}</p>}
            <div>
              <AdminResendMail mail={mail} name={name} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

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
