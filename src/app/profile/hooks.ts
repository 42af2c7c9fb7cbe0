import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../../people/accounts/hooks.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { downscaleImage } from '../../ui/downscaleImage.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  type Profile,
  readProfile,
  readPublicProfile,
  removeAvatar,
  updateProfile,
  uploadAvatar,
} from './contract.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(readProfile, {}, { signal }),
})

export const publicProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', userId],
    queryFn: ({ signal }) => call(readPublicProfile, { userId }, { signal }),
    // Other users change their own profiles.
    staleTime: 30_000,
  })

type ProfileInput = InputOf<typeof updateProfile>

/** The menu and the dashboard show parts of it as well. */
function updateProfileInCache(cache: QueryClient, change: Partial<Profile>): void {
  cache.setQueryData(profileQuery.queryKey, profile => profile && { ...profile, ...change })
  cache.setQueryData(userQuery.queryKey, user => user && { ...user, ...change })
  cache.removeQueries({ queryKey: ['users'] })
}

const showFailureToast = (error: Error): void =>
  toast({ title: 'Kon profiel niet bijwerken', description: userMessageOf(error), variant: 'destructive' })

/** Saves the form. */
export function useSaveProfile() {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'profile' },
    mutationFn: (change: ProfileInput) => call(updateProfile, change),
    onSuccess: profile => {
      updateProfileInCache(cache, profile)
      toast({ title: 'Profiel bijgewerkt' })
    },
    onError: showFailureToast,
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
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'profile' },
    mutationFn: (change: Partial<Profile>) => call(updateProfile, change),
    onSuccess: saved => updateProfileInCache(cache, saved),
    onError: showFailureToast,
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
export function useUploadAvatar() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: async (photo: File) => {
      const form = new FormData()
      form.append('avatar', await downscaleImage(photo, MAX_UPLOAD_SIDE), photo.name)
      return call(uploadAvatar, {}, { form }).catch(uploadFailed)
    },
    onSuccess: refresh,
  })
}

export function useRemoveAvatar() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: () => call(removeAvatar, {}).catch(uploadFailed),
    onSuccess: refresh,
  })
}

function useRefreshProfile() {
  const cache = useQueryClient()
  return () => {
    cache.removeQueries({ queryKey: ['users'] })
    return Promise.all([userQuery, profileQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey })))
  }
}
