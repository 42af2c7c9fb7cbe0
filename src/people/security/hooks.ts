import { toastLoginError, userQuery, useSetLoggedInUser, loginSessionsQuery } from '../accounts/hooks.ts'
import { CallError, call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation, isFieldError, toastFailure } from '../../ui/call/hooks.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
  addPasskey,
  beginPasskeyConfirmation,
  beginPasskeyRegistration,
  beginPasskeyLogin,
  confirmWithCode,
  confirmWithPasskey,
  confirmWithPassword,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './contract.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect } from 'react'
import type { User } from '../accounts/contract.ts'
import { useShop } from '../../ui/page/boot.ts'
import { closeToast, toast } from '../../ui/dialogs/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'

export const twoFactorQuery = apiQuery(['two-factor'], readTwoFactor, {})

const FAILED = 'Dat lukte niet'

/** The queries of the security page. */
const securityKeys = [userQuery, twoFactorQuery, loginSessionsQuery].map(({ queryKey }) => queryKey)
const change = { invalidates: securityKeys, failed: FAILED, hasFieldErrors: true }

export const useBeginTotpSetup = () =>
  useApiMutation(beginTotpSetup, { failed: FAILED, hasFieldErrors: true })

export const useConfirmTotp = () => useApiMutation(confirmTotp, change)

export const useRenewRecoveryCodes = () => useApiMutation(renewRecoveryCodes, change)

export const useDisableTotp = () =>
  useApiMutation(disableTotp, { ...change, done: 'Tweestapsverificatie staat uit' })

/** Completes a pending login with a code. */
export const useTwoFactorLogin = () =>
  useApiMutation(loginWithTwoFactorCode, {
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (!(error instanceof CallError) || error.code !== 'INVALID_CODE') toastLoginError(error)
    },
  })

/** Loaded on first use, to keep it out of the main bundle. */
const importWebAuthn = () => import('@simplewebauthn/browser')

/** How often the challenge behind the login form is replaced, in milliseconds: one is valid for five minutes. */
const CHALLENGE_REFRESH_MS = 4 * 60_000

export const passkeysQuery = apiQuery(['passkeys'], listPasskeys, {})

/** Whether this site's origin allows passkeys: the same on the server and in the browser. */
export const useCanUsePasskeys = (): boolean => canUsePasskeys(useShop().origin)

/** Whether the user closed the browser's dialog; no message is needed then. */
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

/** Lets the browser create a passkey and adds it to the account. */
export const useAddPasskey = () =>
  useApiMutation(
    async ({ name }: { name: string }) => {
      const { startRegistration } = await requireWebAuthn()
      const options = await call(beginPasskeyRegistration, {})
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const credential = (await startRegistration({ optionsJSON })) as unknown
      return call(addPasskey, { name, credential: credential as InputOf<typeof addPasskey>['credential'] })
    },
    {
      invalidates: [passkeysQuery.queryKey],
      done: 'Passkey toegevoegd',
      onError: error => {
        if (isCancelledByUser(error)) return
        if (error.name === 'InvalidStateError')
          return toast({ title: 'Dit apparaat heeft al een passkey voor je account' })
        if (error.name !== 'CallError') return toastUnsupportedBrowser()
        if (!isFieldError(error)) toastFailure('Kon de passkey niet toevoegen', error)
      },
    },
  )

const passkeyChange = { invalidates: [passkeysQuery.queryKey], hasFieldErrors: true }

export const useRenamePasskey = () =>
  useApiMutation(renamePasskey, { ...passkeyChange, failed: 'Kon de naam niet wijzigen' })

export const useRemovePasskey = () =>
  useApiMutation(removePasskey, {
    ...passkeyChange,
    done: 'Passkey verwijderd',
    failed: 'Kon de passkey niet verwijderen',
  })

type Credential = InputOf<typeof loginWithPasskey>['credential']

/**
 * Lets the browser sign the challenge that `begin` answers.
 * @param useBrowserAutofill offers passkeys in the autofill list instead of in a dialog
 */
async function signChallenge(
  begin: typeof beginPasskeyLogin | typeof beginPasskeyConfirmation,
  useBrowserAutofill = false,
): Promise<{ credential: Credential }> {
  const { startAuthentication } = await requireWebAuthn()
  const options = await call(begin, {})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = (await startAuthentication({ optionsJSON, useBrowserAutofill })) as unknown
  return { credential: credential as Credential }
}

const signInWithPasskey = async (useBrowserAutofill: boolean): Promise<User> =>
  call(loginWithPasskey, await signChallenge(beginPasskeyLogin, useBrowserAutofill))

/** Signs in with a passkey: instead of a password, or as second factor. */
export const usePasskeyLogin = () =>
  useApiMutation(() => signInWithPasskey(false), {
    onSuccess: useSetLoggedInUser(),
    onError: error => {
      if (isCancelledByUser(error)) return closeToast()
      if (error.name === 'CallError') return toastLoginError(error)
      toastUnsupportedBrowser()
    },
  })

/** Offers passkeys in the autofill list of the e-mail field, where the browser supports that. */
export function usePasskeyAutofill(): void {
  const isPossible = useCanUsePasskeys()
  const setLoggedInUser = useSetLoggedInUser()
  useEffect(() => {
    if (!isPossible) return
    let isMounted = true
    const offer = async () => {
      const { browserSupportsWebAuthnAutofill } = await importWebAuthn()
      if (!isMounted || !(await browserSupportsWebAuthnAutofill())) return
      try {
        const user = await signInWithPasskey(true)
        if (isMounted) setLoggedInUser(user)
      } catch (error) {
        // Anything but an API error means that the request was replaced or the form was closed.
        if (isMounted && error instanceof Error && error.name === 'CallError') toastLoginError(error)
      }
    }
    void offer()
    const timer = setInterval(() => void offer(), CHALLENGE_REFRESH_MS)
    return () => {
      isMounted = false
      clearInterval(timer)
      void importWebAuthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
    // oxlint-disable-next-line react/exhaustive-deps -- setLoggedInUser does the same on each render
  }, [isPossible])
}

const confirmation = { failed: 'Bevestigen lukte niet', hasFieldErrors: true }

export const useConfirmWithPassword = () => useApiMutation(confirmWithPassword, confirmation)

export const useConfirmWithCode = () => useApiMutation(confirmWithCode, confirmation)

export const useConfirmWithPasskey = () =>
  useApiMutation(async () => call(confirmWithPasskey, await signChallenge(beginPasskeyConfirmation)), {
    onError: error => {
      if (isCancelledByUser(error)) return
      if (error.name === 'CallError') return toastFailure(confirmation.failed, error)
      toastUnsupportedBrowser()
    },
  })

/**
 * Whether browsers support passkeys for this origin: a host name over HTTPS, or localhost, and never an IP address,
 * https://www.w3.org/TR/webauthn-3/#relying-party-identifier.
 */
export function canUsePasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname)
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost')
  return !isIpAddress && (protocol === 'https:' || isLocalhost)
}
