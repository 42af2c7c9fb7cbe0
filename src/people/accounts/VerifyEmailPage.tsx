import { MailCheck, MailX } from 'lucide-react'
import { userMessageOf } from '../../ui/call.ts'
import { useLinkToken } from '../../ui/linkToken.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { AccountResultLayout, AccountFormLayout } from './AccountLayouts.tsx'
import { useSendVerificationMail, useVerifyEmail, useUser } from './hooks.ts'

/**
 * The page of the verification link in the welcome mail. It requires a click, because mail scanners open every link
 * and would use up the token.
 */
export function VerifyEmailPage() {
  const user = useUser()
  const token = useLinkToken()
  const verify = useVerifyEmail()
  if (verify.isSuccess || (user?.emailVerifiedAt && !verify.isPending)) return <EmailVerified />
  if (token === null)
    return <InvalidLink>Open de link uit je mail om je e-mailadres te bevestigen.</InvalidLink>
  if (verify.isError) return <InvalidLink>{userMessageOf(verify.error)}</InvalidLink>
  return (
    <AccountFormLayout
      title="Bevestig je e-mailadres"
      intro="Nog één druk op de knop, dan weten we dat dit adres van jou is."
    >
      <Button size="lg" busy={verify.isPending} onClick={() => token && verify.mutate({ token })}>
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
      action={<ButtonLink to="/">Naar de startpagina</ButtonLink>}
    >
      Bedankt. We kunnen je nu altijd bereiken over je bestellingen en je account.
    </AccountResultLayout>
  )
}

/** Shown for an invalid link; a user who is signed in can request another. */
function InvalidLink({ children }: { children: string }) {
  const user = useUser()
  const send = useSendVerificationMail()
  const action = user ? (
    <Button busy={send.isPending} onClick={() => send.mutate({})}>
      Stuur een nieuwe link
    </Button>
  ) : (
    <ButtonLink to="/auth?next=%2Fverify-email">Inloggen</ButtonLink>
  )
  return (
    <AccountResultLayout icon={MailX} title="Bevestig je e-mailadres" action={action}>
      {children} {user ? 'Of laat ons een nieuwe sturen.' : 'Log in om een nieuwe te vragen.'}
    </AccountResultLayout>
  )
}
