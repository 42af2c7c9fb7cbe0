import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import type { User } from './contract.ts'
import { useSendVerificationMail } from './hooks.ts'

/** Asks the user to verify the e-mail address, until it is verified. */
export function VerifyEmailNotice({ user }: { user: User }) {
  const send = useSendVerificationMail()
  if (user.emailVerifiedAt) return null
  return (
    <Notice tone="info" title="Bevestig je e-mailadres">
      <p>
        We stuurden een link naar <span className="[overflow-wrap:anywhere]">{user.email}</span>. Zo weten we
        dat onze mail aankomt.
      </p>
      <Button
        variant="link"
        size="sm"
        className="mt-1 min-h-6"
        busy={send.isPending}
        onClick={() => send.mutate({})}
      >
        Stuur de link opnieuw
      </Button>
    </Notice>
  )
}
