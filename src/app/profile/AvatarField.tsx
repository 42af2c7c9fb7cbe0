import { Camera, Trash2 } from 'lucide-react'
import { userMessageOf } from '../../ui/call.ts'
import { Avatar } from '../../ui/components/Avatar.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { FieldError } from '../../ui/components/Field.tsx'
import type { Profile } from './contract.ts'
import { useRemoveAvatar, useUploadAvatar } from './hooks.ts'

/** The user's photo, with buttons to replace or remove it. */
export function AvatarField({ profile }: { profile: Profile }) {
  const upload = useUploadAvatar()
  const remove = useRemoveAvatar()
  const isBusy = upload.isPending || remove.isPending
  const failure = upload.error ?? remove.error
  const choose = (photo: File | undefined) => {
    if (!photo) return
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
            <Button
              asChild
              variant="secondary"
              size="sm"
              className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
            >
              <label>
                <Camera aria-hidden />
                {profile.avatarUrl ? 'Andere foto' : 'Foto kiezen'}
                <input
                  type="file"
                  accept="image/jpeg,image/png,image/webp"
                  aria-label="Profielfoto"
                  aria-describedby="avatar-hint"
                  disabled={isBusy}
                  className="sr-only"
                  onChange={({ currentTarget }) => {
                    choose(currentTarget.files?.[0])
                    // Allows the same file to be chosen again after it was refused.
                    currentTarget.value = ''
                  }}
                />
              </label>
            </Button>
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
