import type { z } from 'zod'
import { formatMoment } from '../../ui/format.ts'
import { AdminMailState, AdminSendAgain } from './AdminMailState.tsx'
import type { MailFate } from './contract.ts'
import { templateName } from './words.rules.ts'

type Mail = z.output<typeof MailFate>

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
              {formatMoment(sentAt ?? failedAt ?? createdAt)}, aan {recipient}
            </p>
            {lastError && <p className="wrap-anywhere text-ink-soft">{lastError}</p>}
            <div>
              <AdminSendAgain mail={mail} name={name} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
