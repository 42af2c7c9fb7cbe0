import { MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'

export const WithdrawalReceived = ({ receivedAt }: { receivedAt: string }) => (
  <div role="status">
    <EmptyState
      icon={MailCheck}
      title="We hebben je herroeping ontvangen"
      action={
        <Button asChild variant="secondary">
          <Link to="/">Naar de startpagina</Link>
        </Button>
      }
    >
      Op {formatDateTime(receivedAt)}. Het ontvangstbewijs is onderweg naar je mailbox; we antwoorden binnen 5
      werkdagen.
    </EmptyState>
  </div>
)
