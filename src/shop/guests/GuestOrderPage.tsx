import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AccountFormLayout, AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { useOpenGuestOrder, useRequestGuestOrderLink } from './hooks.ts'

/** The page of the link in mails to guests; without one, a guest asks for it. */
export function GuestOrderPage() {
  const token = useLinkToken()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const open = useOpenGuestOrder()
  const follow = useEffectEvent((given: string) =>
    open.mutate(
      { token: given },
      {
        onSuccess: ({ orderId }) => {
          const more = search.get('pay') === 'again' ? '?pay=again' : ''
          void navigate(`/order-confirmation/${orderId}${more}`, { replace: true })
        },
      },
    ),
  )
  useEffect(() => {
    if (token) follow(token)
  }, [token])
  if (token !== null && !open.isError)
    return (
      <AccountFormLayout title="Je bestelling" intro="Een moment, we openen je bestelling.">
        <Skeleton className="h-40" />
      </AccountFormLayout>
    )
  return <LinkForm problem={open.isError ? userMessageOf(open.error) : null} />
}

/** @param props.problem why the link did not work, or null without one */
function LinkForm({ problem }: { problem: string | null }) {
  const ask = useRequestGuestOrderLink()
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).requestGuestOrderLink.input,
    { number: '', email: '' },
    (input, onError) => ask.mutate(input, { onError }),
  )
  if (ask.isSuccess) return <LinkSent />
  return (
    <AccountFormLayout
      title="Bekijk je bestelling"
      intro="Bestelde je zonder account? Vul je bestelnummer en e-mailadres in, dan mailen we je de link."
    >
      {problem !== null && (
        <Notice tone="error" title="Dit lukte niet">
          {problem}
        </Notice>
      )}
      <form onSubmit={submit} noValidate method="post" className="grid gap-5">
        <Field label="Bestelnummer" hint="Zoals 2026-000042" error={errors.number?.message}>
          <Input autoComplete="off" {...register('number')} />
        </Field>
        <Field label="E-mailadres" error={errors.email?.message}>
          <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
        </Field>
        <Button type="submit" size="lg" busy={ask.isPending}>
          Stuur de link
        </Button>
      </form>
    </AccountFormLayout>
  )
}

/** The same whether or not there is such an order. */
const LinkSent = () => (
  <AccountResultLayout
    icon={MailCheck}
    title="Kijk in je mailbox"
    action={
      <ButtonLink to="/shop" variant="secondary">
        Naar de shop
      </ButtonLink>
    }
  >
    Als het klopt, is de mail met de link onderweg. Niets te zien? Kijk ook bij ongewenste mail.
  </AccountResultLayout>
)
