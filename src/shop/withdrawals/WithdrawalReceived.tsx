import { MailCheck } from 'lucide-react'
import { formatDateTime } from '../../ui/format.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'

export const WithdrawalReceived = ({ receivedAt }: { receivedAt: string }) => (
  <div role="status">
    <EmptyState
      icon={MailCheck}
      title="We hebben je herroeping ontvangen"
      action={
        <ButtonLink to="/" variant="secondary">
          Naar de startpagina
        </ButtonLink>
      }
    >
      Op {formatDateTime(receivedAt)}. Het ontvangstbewijs is onderweg naar je mailbox; we antwoorden binnen 5
      werkdagen.
    </EmptyState>
  </div>
)
