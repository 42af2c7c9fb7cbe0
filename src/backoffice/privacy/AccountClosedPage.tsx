import { DoorClosed } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDate } from '../../ui/format.ts'
import { AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

/** Shown after an account was closed. */
export function AccountClosedPage() {
  const [search] = useSearchParams()
  const until = search.get('tot') ?? ''
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until))
  return (
    <AccountResultLayout
      icon={DoorClosed}
      title="Je account is gesloten"
      action={
        <ButtonLink to="/" variant="secondary">
          Naar de voorpagina
        </ButtonLink>
      }
    >
      Je bent overal uitgelogd. {isDay ? `Op ${formatDate(until)}` : 'Binnen 28 dagen'} wissen we je gegevens;
      daarna is je e-mailadres weer vrij. We hebben je dit ook gemaild.
    </AccountResultLayout>
  )
}
