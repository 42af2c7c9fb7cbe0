import { Pencil, Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { type Profile, MAX_BIO_LENGTH } from './contract.ts'
import { keysOf } from '../../wire/records.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { cn } from '../../ui/components/cn.ts'
import { FieldError, Field, Input, Textarea } from '../../ui/forms/Field.tsx'
import { useRemoveAvatar, useUploadAvatar, useSaveProfile } from './hooks.ts'
import { useForm, useWatch } from 'react-hook-form'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { schemaResolver } from '../../ui/call/schemaResolver.ts'

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

/** The user's photo, with buttons to replace or remove it. */
function AvatarField({ profile }: { profile: Profile }) {
  const upload = useUploadAvatar()
  const remove = useRemoveAvatar()
  const isBusy = upload.isPending || remove.isPending
  const failure = upload.error ?? remove.error
  const choose = (photo: File) => {
    remove.reset()
    upload.mutate(photo)
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-5">
        <Avatar
          name={profile.displayName}
          src={profile.avatarUrl}
          className={cn('size-24 text-heading transition-opacity', isBusy && 'opacity-50')}
        />
        <div className="grid justify-items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <PhotoInput disabled={isBusy} onChoose={choose}>
              {profile.avatarUrl ? 'Andere foto' : 'Foto kiezen'}
            </PhotoInput>
            {profile.avatarUrl && (
              <Button
                variant="quiet"
                size="sm"
                busy={remove.isPending}
                disabled={isBusy}
                onClick={() => {
                  upload.reset()
                  remove.mutate()
                }}
              >
                <Trash2 aria-hidden />
                Foto verwijderen
              </Button>
            )}
          </div>
          <p role="status" className="sr-only">
            {isBusy
              ? 'Bezig met je foto'
              : upload.isSuccess || remove.isSuccess
                ? 'Je foto is bijgewerkt'
                : ''}
          </p>
          <FieldError>{failure ? userMessageOf(failure.cause) : null}</FieldError>
        </div>
      </div>
      <p id="avatar-hint" className="text-small text-ink-faint">
        JPG, PNG of WebP, hoogstens 5 MB. Waar en wanneer de foto is gemaakt, bewaren we niet.
      </p>
    </div>
  )
}

interface PhotoInputProps {
  disabled: boolean
  onChoose: (photo: File) => void
  children: string
}

const PhotoInput = ({ disabled, onChoose, children }: PhotoInputProps) => (
  <Button
    asChild
    variant="secondary"
    size="sm"
    className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    <label>
      <Camera aria-hidden />
      {children}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Profielfoto"
        aria-describedby="avatar-hint"
        disabled={disabled}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const photo = currentTarget.files?.[0]
          if (photo) onChoose(photo)
          // Allows the same file to be chosen again after it was refused.
          currentTarget.value = ''
        }}
      />
    </label>
  </Button>
)

const picked = {
  firstName: true,
  lastName: true,
  displayName: true,
  dateOfBirth: true,
  phone: true,
  bio: true,
} as const
const fields = keysOf(picked)
const resolver = schemaResolver(async () => (await import('./contract.ts')).ProfileChange.pick(picked))

function PersonalForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const save = useSaveProfile()
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm({
    resolver,
    defaultValues: Object.fromEntries(fields.map(name => [name, profile[name] ?? ''])),
  })
  useEffect(() => setFocus('firstName'), [setFocus])
  const { errors } = formState
  const written = useWatch({ control, name: 'bio' })?.length ?? 0
  const onError = (error: Error) => void showFieldErrors(error, fields, setError)
  const submit = handleSubmit(change => save.mutate(change, { onSuccess: onDone, onError }))
  return (
    <form
      onSubmit={event => void submit(event)}
      noValidate
      method="post"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <Field label="Voornaam" optional error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label="Achternaam" optional error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...register('lastName')} />
      </Field>
      <Field
        label="Weergavenaam"
        error={errors.displayName?.message}
        hint="Zo noemen we je, en zo zien anderen je."
        className="sm:col-span-2"
      >
        <Input autoComplete="nickname" {...register('displayName')} />
      </Field>
      <Field label="Geboortedatum" optional error={errors.dateOfBirth?.message}>
        <Input type="date" autoComplete="bday" {...register('dateOfBirth')} />
      </Field>
      <Field label="Telefoonnummer" optional error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      <Field
        label="Bio"
        optional
        error={errors.bio?.message}
        hint={<span className="figures">{`${written} van ${MAX_BIO_LENGTH} tekens`}</span>}
        className="sm:col-span-2"
      >
        <Textarea {...register('bio')} />
      </Field>
      <div className="flex gap-3 max-sm:*:grow sm:col-span-2">
        <Button type="submit" busy={save.isPending}>
          Opslaan
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Annuleren
        </Button>
      </div>
    </form>
  )
}
