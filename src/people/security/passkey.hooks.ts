import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect } from 'react'
import { toastLoginError, useSetLoggedInUser } from '../accounts/hooks.ts'
import type { User } from '../accounts/contract.ts'
import { useShop } from '../../ui/boot.ts'
import { call } from '../../ui/call.ts'
import { closeToast, toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { toastUnlessFieldError } from './hooks.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './passkey.contract.ts'
import { canUsePasskeys } from './passkey.rules.ts'

/** What speaks with the authenticator, fetched when it is needed. */
const importWebAuthn = () => import('@simplewebauthn/browser')

/** A challenge works for five minutes; one that waits in a login form is replaced before that, in milliseconds. */
const CHALLENGE_REFRESH_MS = 4 * 60_000

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
})

/** Whether passkeys can be had here at all: the same on the server and in the browser. */
export const useCanUsePasskeys = (): boolean => canUsePasskeys(useShop().origin)

/** A person who closes the browser's own dialog knows so. */
const isCancelledByUser = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

async function requireWebAuthn(): Promise<Awaited<ReturnType<typeof importWebAuthn>>> {
  const library = await importWebAuthn()
  if (!library.browserSupportsWebAuthn()) throw new Error('no passkeys in this browser')
  return library
}

const toastUnsupportedBrowser = () =>
  toast({
    title: 'Passkeys lukken hier niet',
    description: 'Deze browser of dit apparaat kan er niet mee overweg.',
    variant: 'destructive',
  })

/** Has the browser make a passkey, and adds it. */
export function useAddPasskey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password?: string }) => {
      const { startRegistration } = await requireWebAuthn()
      const options = await call(beginPasskeyRegistration, password === undefined ? {} : { password })
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const credential = (await startRegistration({ optionsJSON })) as unknown
      return call(addPasskey, { name, credential: credential as InputOf<typeof addPasskey>['credential'] })
    },
    onSuccess: () => {
      toast({ title: 'Passkey toegevoegd' })
      return cache.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    },
    onError: error => {
      if (isCancelledByUser(error)) return
      if (error.name === 'InvalidStateError')
        return toast({ title: 'Dit apparaat heeft al een passkey voor je account' })
      if (error.name === 'CallError') return toastUnlessFieldError('Kon de passkey niet toevoegen')(error)
      toastUnsupportedBrowser()
    },
  })
}

export function useRenamePasskey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof renamePasskey>) => call(renamePasskey, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
    onError: toastUnlessFieldError('Kon de naam niet wijzigen'),
  })
}

export function useRemovePasskey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof removePasskey>) => call(removePasskey, input),
    onSuccess: () => {
      toast({ title: 'Passkey verwijderd' })
      return cache.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    },
    onError: toastUnlessFieldError('Kon de passkey niet verwijderen'),
  })
}

/** @param useBrowserAutofill offers it among what the browser fills in, instead of asking for it now */
async function signInWithPasskey(useBrowserAutofill: boolean): Promise<User> {
  const { startAuthentication } = await requireWebAuthn()
  const options = await call(beginPasskeyLogin, {})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = (await startAuthentication({ optionsJSON, useBrowserAutofill })) as unknown
  return call(loginWithPasskey, { credential: credential as InputOf<typeof loginWithPasskey>['credential'] })
}

/** Signs in with a passkey: instead of a password, or as the second step. */
export const usePasskeyLogin = () =>
  useMutation({
    mutationFn: () => signInWithPasskey(false),
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (isCancelledByUser(error)) return closeToast()
      if (error.name === 'CallError') return toastLoginError(error)
      toastUnsupportedBrowser()
    },
  })

/** Where the browser can, it offers passkeys in the e-mail field, without a press of a button. */
export function usePasskeyAutofill(): void {
  const isPossible = useCanUsePasskeys()
  const signedIn = useSetLoggedInUser()
  useEffect(() => {
    if (!isPossible) return
    let isHere = true
    const offer = async () => {
      const { browserSupportsWebAuthnAutofill } = await importWebAuthn()
      if (!isHere || !(await browserSupportsWebAuthnAutofill())) return
      try {
        const user = await signInWithPasskey(true)
        if (isHere) signedIn(user)
      } catch (error) {
        // Another request to the authenticator took its place, or the form went.
        if (isHere && error instanceof Error && error.name === 'CallError') toastLoginError(error)
      }
    }
    void offer()
    const again = setInterval(() => void offer(), CHALLENGE_REFRESH_MS)
    return () => {
      isHere = false
      clearInterval(again)
      void importWebAuthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what takes a user in does not change
  }, [isPossible])
}
