import { MailCheck, MailX, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { CallError, userMessageOf } from '../../ui/call/call.ts'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { AccountResultLayout, AccountFormLayout } from './AccountLayouts.tsx'
import { useSendVerificationMail, useVerifyEmail, useUser } from './hooks.ts'
import { ProveAccount, type Refusal } from './ProveAccount.tsx'

/**
 * The page of the verification link in the welcome mail. It requires a click, because mail scanners open every link and would use up the
 * token. A reader who is not signed in to the account types its password.
 */
export function VerifyEmailPage() {
  const user = useUser()
  const token = useLinkToken()
  const verify = useVerifyEmail()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const code = verify.error instanceof CallError ? verify.error.code : null
  const mustProve = code === 'ACCOUNT_PROOF_NEEDED' || verify.variables?.password !== undefined
  const isSpent = !token || code === 'TOKEN_INVALID'
  if (refusal) return <RegistrationRefused refusal={refusal} />
  if (verify.isSuccess || (user?.emailVerifiedAt && isSpent && !verify.isPending)) return <EmailVerified />
  if (token === null)
    return <InvalidLink>Open de link uit je mail om je e-mailadres te bevestigen.</InvalidLink>
  if (mustProve && token && !isSpent)
    return <ProveAccount token={token} verify={verify} onRefused={setRefusal} />
  if (verify.error) return <InvalidLink>{userMessageOf(verify.error)}</InvalidLink>
  return (
    <AccountFormLayout
      title="Bevestig je e-mailadres"
      intro="Nog één druk op de knop, dan weten we dat dit adres van jou is."
    >
      <Button
        size="lg"
        busy={verify.isPending}
        disabled={!token}
        onClick={() => token && verify.mutate({ token })}
      >
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
      Bedankt. We kunnen je nu altijd bereiken over je bestellingen en je account. Op andere apparaten ben je
      uitgelogd. Had je al een passkey of tweestapsverificatie? Stel die dan opnieuw in.
    </AccountResultLayout>
  )
}

const RegistrationRefused = ({ refusal }: { refusal: Refusal }) =>
  refusal === 'CLOSED' ? (
    <AccountResultLayout
      icon={UserRoundX}
      title="Het account is gesloten"
      action={<ButtonLink to="/">Naar de startpagina</ButtonLink>}
    >
      Niemand kan er nog op inloggen. Binnen 28 dagen wissen we wat erin staat.
    </AccountResultLayout>
  ) : (
    <AccountResultLayout
      icon={UserRoundX}
      title="Neem contact met ons op"
      action={<ButtonLink to="/contact">Naar contact</ButtonLink>}
    >
      Dit account wordt gebruikt, dus we kunnen het niet zomaar sluiten. Je e-mailadres is niet bevestigd.
      Schrijf ons dat het account niet van jou is, dan lossen we het samen op.
    </AccountResultLayout>
  )

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
