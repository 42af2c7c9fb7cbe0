import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../../people/accounts/hooks.ts'
import { call } from '../../ui/call/call.ts'
import { downscaleImage } from '../../ui/downscaleImage.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import * as endpoints from './contract.ts'
import type { Profile } from './contract.ts'

export const profileQuery = apiQuery(['profile'], endpoints.readProfile, {})

export const publicProfileQuery = (userId: string) =>
  // Other users change their own profiles.
  apiQuery(['users', userId], endpoints.readPublicProfile, { userId }, { staleTime: 30_000 })

/** The menu and the dashboard show parts of it as well. */
function updateProfileInCache(cache: QueryClient, change: Partial<Profile>): void {
  cache.setQueryData(profileQuery.queryKey, profile => profile && { ...profile, ...change })
  cache.setQueryData(userQuery.queryKey, user => user && { ...user, ...change })
  cache.removeQueries({ queryKey: ['users'] })
}

const saving = { scope: { id: 'profile' }, failed: 'Kon profiel niet bijwerken' }

/** Saves the form. */
export function useSaveProfile() {
  const cache = useQueryClient()
  return useApiMutation(endpoints.updateProfile, {
    ...saving,
    onSuccess: profile => updateProfileInCache(cache, profile),
    done: 'Profiel bijgewerkt',
  })
}

/**
 * The profile with the pending changes applied, and a function that changes a setting: applied at once, sent sequentially in order, and
 * replaced by the server's profile once all were answered.
 */
export function useProfileSettings(profile: Profile): [Profile, (change: Partial<Profile>) => void] {
  const cache = useQueryClient()
  const [made, setMade] = useState<Partial<Profile>>({})
  const mutationKey = ['profile', 'setting']
  const { mutate } = useApiMutation((change: Partial<Profile>) => call(endpoints.updateProfile, change), {
    ...saving,
    mutationKey,
    onSuccess: saved => updateProfileInCache(cache, saved),
    onSettled: () => {
      if (cache.isMutating({ mutationKey }) === 1) setMade({})
    },
  })
  const change = (wanted: Partial<Profile>): void => {
    setMade(before => ({ ...before, ...wanted }))
    mutate(wanted)
  }
  return [{ ...profile, ...made }, change]
}

/** The seed's message for a failed upload; the reason is in its cause. */
const uploadFailed = (cause: unknown): never => {
  throw new Error('Upload failed', { cause })
}

/** Pixels of the shorter side of an uploaded photo; larger than any displayed avatar. */
const MAX_UPLOAD_SIDE = 1200

/** Uploads a photo; the upload and the removal are finished once the account was fetched again. */
export const useUploadAvatar = () =>
  useAvatarMutation(async (photo: File) => {
    const form = new FormData()
    form.append('avatar', await downscaleImage(photo, MAX_UPLOAD_SIDE), photo.name)
    return call(endpoints.uploadAvatar, {}, { form }).catch(uploadFailed)
  })

export const useRemoveAvatar = () =>
  useAvatarMutation(() => call(endpoints.removeAvatar, {}).catch(uploadFailed))

function useAvatarMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient()
  return useApiMutation(change, {
    onSuccess: () => cache.removeQueries({ queryKey: ['users'] }),
    invalidates: [userQuery.queryKey, profileQuery.queryKey],
  })
}
