import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { AvatarField } from './AvatarField.tsx'
import type { Profile } from './contract.ts'
import { PersonalForm } from './PersonalForm.tsx'

/** The personal data, shown or in a form. */
export function PersonalTab({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const button = useFocusAfter(isEditing)
  return (
    <Card className="grid max-w-3xl gap-8">
      <AvatarField profile={profile} />
      {isEditing ? (
        <PersonalForm profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Facts profile={profile} />
          <Button
            ref={button}
            variant="secondary"
            className="justify-self-start"
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden />
            Bewerken
          </Button>
        </>
      )}
    </Card>
  )
}

/** Returns the focus to the button that opened the form, once it is rendered again. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

function Facts({ profile }: { profile: Profile }) {
  const { firstName, lastName, displayName, email, dateOfBirth, phone, bio } = profile
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Fact name="Voornaam" value={firstName} />
      <Fact name="Achternaam" value={lastName} />
      <Fact name="Weergavenaam" value={displayName} />
      <Fact name="E-mailadres" value={email} />
      <Fact name="Geboortedatum" value={dateOfBirth && formatDate(dateOfBirth)} />
      <Fact name="Telefoonnummer" value={phone} />
      <Fact name="Bio" value={bio} isLong />
    </dl>
  )
}

const Fact = ({ name, value, isLong }: { name: string; value: string | null; isLong?: boolean }) => (
  <div className={isLong ? 'sm:col-span-2' : undefined}>
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="[overflow-wrap:anywhere] whitespace-pre-line">
      {value ?? <span className="text-ink-faint">Niet ingevuld</span>}
    </dd>
  </div>
)
