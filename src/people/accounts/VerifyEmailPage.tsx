import { MailCheck, MailX } from 'lucide-react'
import { Link } from 'react-router'
import { userMessageOf } from '../../ui/call.ts'
import { useLinkToken } from '../../ui/linkToken.ts'
import { Button } from '../../ui/components/Button.tsx'
import { AccountResultLayout } from './AccountResultLayout.tsx'
import { AccountFormLayout } from './AccountFormLayout.tsx'
import { useSendVerificationMail, useVerifyEmail } from './emailVerification.hooks.ts'
import { useUser } from './hooks.ts'

/**
 * Where the link of the welcome mail leads. It asks for a press: programs that look into mail open every link, and must
 * not use it up.
 */
export function VerifyEmailPage() {
  const user = useUser()
  const token = useLinkToken()
  const verify = useVerifyEmail()
  if (verify.isSuccess || (user?.emailVerifiedAt && !verify.isPending)) return <EmailVerified />
  if (!token) return <InvalidLink>Open de link uit je mail om je e-mailadres te bevestigen.</InvalidLink>
  if (verify.isError) return <InvalidLink>{userMessageOf(verify.error)}</InvalidLink>
  return (
    <AccountFormLayout
      title="Bevestig je e-mailadres"
      intro="Nog één druk op de knop, dan weten we dat dit adres van jou is."
    >
      <Button size="lg" busy={verify.isPending} onClick={() => verify.mutate(token)}>
        E-mailadres bevestigen
      </Button>
    </AccountFormLayout>
  )
}

function EmailVerified() {
  return (
    <AccountResultLayout
      icon={MailCheck}
      title="Je e-mailadres is bevestigd"
      action={
        <Button asChild>
          <Link to="/">Naar de startpagina</Link>
        </Button>
      }
    >
      Bedankt. We kunnen je nu altijd bereiken over je bestellingen en je account.
    </AccountResultLayout>
  )
}

/** No link that works: who is signed in can have another one. */
function InvalidLink({ children }: { children: string }) {
  const user = useUser()
  const send = useSendVerificationMail()
  const action = user ? (
    <Button busy={send.isPending} onClick={() => send.mutate()}>
      Stuur een nieuwe link
    </Button>
  ) : (
    <Button asChild>
      <Link to="/auth?next=%2Fverify-email">Inloggen</Link>
    </Button>
  )
  return (
    <AccountResultLayout icon={MailX} title="Bevestig je e-mailadres" action={action}>
      {children} {user ? 'Of laat ons een nieuwe sturen.' : 'Log in om een nieuwe te vragen.'}
    </AccountResultLayout>
  )
}
