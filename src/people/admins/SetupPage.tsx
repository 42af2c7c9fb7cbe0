import { LinkIcon, Store } from 'lucide-react'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { AccountFormLayout, AccountResultLayout } from '../accounts/AccountLayouts.tsx'
import { useUser, useSetLoggedInUser } from '../accounts/hooks.ts'
import { RegistrationForm } from '../accounts/RegisterForm.tsx'
import { SECURITY_PATH } from '../../ui/page/pageAccess.ts'
import { useApiMutation, isFieldError, toastFailure } from '../../ui/call/hooks.ts'
import { createFirstAdmin } from './contract.ts'
import { CallError } from '../../ui/call/call.ts'

/** `/welkom`: the page of the link that the start prints while the shop has no admin. */
export function SetupPage() {
  const token = useLinkToken()
  const user = useUser()
  const create = useCreateFirstAdmin()
  if (user?.role === 'ADMIN') return <AdminCreated hasSecondStep={user.twoFactorAt !== null} />
  if (token === null || isInvalidLink(create.error)) return <InvalidLink />
  return (
    <AccountFormLayout
      title="Welkom in je winkel"
      intro="Maak het account waarmee je de winkel beheert. Daarna stel je een tweede stap in."
    >
      <RegistrationForm
        submitLabel="Administrator worden"
        isPending={create.isPending}
        onRegister={(account, onError) => create.mutate({ ...account, token: token ?? '' }, { onError })}
      />
    </AccountFormLayout>
  )
}

const AdminCreated = ({ hasSecondStep }: { hasSecondStep: boolean }) => (
  <AccountResultLayout
    icon={Store}
    title="Je bent administrator"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        {!hasSecondStep && <ButtonLink to={SECURITY_PATH}>Tweede stap instellen</ButtonLink>}
        <ButtonLink to="/admin" variant={hasSecondStep ? 'primary' : 'secondary'}>
          Naar het beheer
        </ButtonLink>
      </div>
    }
  >
    {hasSecondStep
      ? 'Je account is klaar, met een tweede stap bij het inloggen.'
      : 'Zet nu een tweede stap aan: met dit account kan iemand anders bij alle bestellingen en gegevens van klanten.'}
  </AccountResultLayout>
)

const InvalidLink = () => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/auth">Naar inloggen</ButtonLink>}
  >
    De link is een uur geldig en werkt één keer. Herstart de winkel: zolang er geen administrator is, toont
    elke start een nieuwe.
  </AccountResultLayout>
)

/** Creates the first admin, who is logged in then. The page itself shows that its link is no longer valid. */
const useCreateFirstAdmin = () =>
  useApiMutation(createFirstAdmin, {
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (!isInvalidLink(error) && !isFieldError(error)) toastFailure('Administrator niet gemaakt', error)
    },
  })

export const isInvalidLink = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'TOKEN_INVALID'
