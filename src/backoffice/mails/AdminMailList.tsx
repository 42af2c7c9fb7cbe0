import type { z } from 'zod'
import { formatDateTime } from '../../ui/format.ts'
import { AdminMailState, AdminResendMail } from './AdminMailState.tsx'
import type { MailDelivery } from './contract.ts'
import { templateName } from './labels.rules.ts'

type Mail = z.output<typeof MailDelivery>

/** What was mailed about one thing, and what became of it. */
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
