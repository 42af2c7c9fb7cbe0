import { MailCheck, MailX } from 'lucide-react'
import { AccountFormLayout, AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { useConfirmTestMail } from './hooks.ts'

const backToChecklist = <ButtonLink to="/admin">Naar je overzicht</ButtonLink>

/** `/test-mail`: the page of the link in a test mail. It requires a click, because mail scanners open every link. */
export function TestMailPage() {
  const token = useLinkToken()
  const confirm = useConfirmTestMail()
  if (confirm.isSuccess)
    return (
      <AccountResultLayout icon={MailCheck} title="Mail werkt" action={backToChecklist}>
        De testmail kwam aan. Op je lijst staat mail nu als gedaan.
      </AccountResultLayout>
    )
  if (token === null || confirm.isError)
    return (
      <AccountResultLayout icon={MailX} title="Deze link werkt niet" action={backToChecklist}>
        {confirm.isError
          ? userMessageOf(confirm.error)
          : 'Open de link uit je testmail, of stuur een nieuwe.'}
      </AccountResultLayout>
    )
  return (
    <AccountFormLayout
      title="De testmail is er"
      intro="Nog één druk op de knop, dan weten we dat mail aankomt."
    >
      <Button
        size="lg"
        busy={confirm.isPending}
        disabled={!token}
        onClick={() => token && confirm.mutate({ token })}
      >
        Bevestigen
      </Button>
    </AccountFormLayout>
  )
}
