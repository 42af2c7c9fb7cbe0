import { type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { useEffect, useEffectEvent } from 'react'
import { loginPath, safeReturnPath } from '../../ui/page/pageAccess.ts'
import { QueryClientContext } from '../../ui/call/queryClient.ts'
import { writeCookie } from '../../ui/visitor/preferenceCookie.ts'
import { SIGNED_OUT_COOKIE } from '../../wire/cookies.ts'
import { call, isOffline, isSessionExpired, CallError } from '../../ui/call/call.ts'
import { closeToast } from '../../ui/dialogs/toast.ts'
import {
  announceSignIn,
  announceSignOut,
  isSessionLost,
  onSessionChange,
  setBeenSignedOut,
  setSessionLost,
} from '../../ui/visitor/lostSession.ts'
import { hasTypedInput } from '../../ui/typedInput.ts'
import { toastFailure, useApiMutation, apiQuery, isFieldError } from '../../ui/call/hooks.ts'
import {
  acceptTerms,
  login,
  logout,
  readUser,
  register,
  type User,
  endOtherLoginSessions,
  endLoginSession,
  listLoginSessions,
  changePassword,
  forgotPassword,
  resetPassword,
  sendVerificationMail,
  removeRegistration,
  verifyEmail,
} from './contract.ts'

/** The signed-in user, or `null`: a 401 means that there is no session and is not an error here. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(readUser, {}, { signal })
    } catch (error) {
      if (isSessionExpired(error)) return null
      throw error
    }
  },
})

/** The signed-in user; `null` when there is none, and while it is being loaded. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null

/** Whether the user signed in just now in this tab, and did not dismiss the message about it. */
const justLoggedInKey = ['signed-in-now']
const justLoggedInQuery = queryOptions({ queryKey: justLoggedInKey, queryFn: () => false, enabled: false })

/** Whether the user signed in just now, and how to dismiss the message about it. */
export function useJustLoggedIn(): { isFresh: boolean; dismiss: () => void } {
  const cache = useQueryClient()
  return {
    isFresh: useQuery(justLoggedInQuery).data ?? false,
    dismiss: () => cache.setQueryData(justLoggedInKey, false),
  }
}

/** The queries that were fetched for a user. The shop's settings are not, because every page shows them. */
const isPersonal = ({ queryKey, meta }: Query): boolean =>
  queryKey[0] !== userQuery.queryKey[0] && meta?.['isPublic'] !== true

/** The only place where a user's data leave the cache. Queries on the screen are fetched again. */
const clearPersonalQueries = (cache: QueryClient): Promise<void> =>
  cache.resetQueries({ predicate: isPersonal })

/** Deletes the cached data of a user, and the data that this tab kept across pages: codes, credit, an unfinished checkout. */
function forgetUser(cache: QueryClient): Promise<void> {
  sessionStorage.clear()
  return clearPersonalQueries(cache)
}

/** A live screen reports the end of the login itself. The toys that it controlled have stopped, so there is nothing to keep. */
const isLiveScreen = (): boolean => ['/live', '/studio'].includes(window.location.pathname)

/** The login session ended: the page stays where something typed, or an open dialog, would be lost; else the user is asked to sign in. */
export function handleLostSession(cache: QueryClient): void {
  if (isSessionLost() || !cache.getQueryData(userQuery.queryKey)) return
  setBeenSignedOut(true)
  const hasOpenDialog = document.querySelector('[role=dialog][data-state=open]') !== null
  if (!isLiveScreen() && (hasTypedInput() || hasOpenDialog)) setSessionLost(true)
  // Checking the session again shows the centred spinner, and then redirects to `/auth`.
  else void cache.resetQueries({ queryKey: userQuery.queryKey }).then(() => forgetUser(cache))
}

/** Deletes the data that the page kept for its user. */
export function leaveLostSession(cache: QueryClient): void {
  setSessionLost(false)
  cache.setQueryData(userQuery.queryKey, null)
  void forgetUser(cache)
}

/** The user of a page that was kept is back; anyone else gets the page afresh, and sees nothing of it. */
function returnToKeptPage(cache: QueryClient, user: User): void {
  const isSame = cache.getQueryData(userQuery.queryKey)?.id === user.id
  setSessionLost(false)
  if (!isSame) {
    sessionStorage.clear()
    return window.location.reload()
  }
  cache.setQueryData(userQuery.queryKey, user)
  void cache.refetchQueries({ predicate: ({ state }) => state.error !== null })
}

/** Follows the logins of this browser's other tabs: after a sign-out no data of the user stay on the screen. */
export function useSessionOfOtherTabs(): void {
  const cache = useQueryClient()
  const user = useUser()
  const isSignedIn = user !== null
  const onSignOut = useEffectEvent(() => {
    if (!user) return
    setSessionLost(false)
    sessionStorage.clear()
    window.location.assign(loginPath(window.location.pathname + window.location.search))
  })
  const onSignIn = useEffectEvent(async (userId: string) => {
    if (!user || (userId === user.id && !isSessionLost())) return
    const present = await call(readUser, {}).catch(() => null)
    if (present) returnToKeptPage(cache, present)
  })
  useEffect(
    () => (isSignedIn ? onSessionChange({ onSignOut, onSignIn: id => void onSignIn(id) }) : undefined),
    [isSignedIn],
  )
}

/** Stores the signed-in user and clears the cached data of an earlier one. */
export function useSetLoggedInUser() {
  const cache = useQueryClient()
  return (user: User) => {
    setBeenSignedOut(false)
    announceSignIn(user.id)
    if (isSessionLost()) {
      closeToast()
      return returnToKeptPage(cache, user)
    }
    cache.setQueryData(userQuery.queryKey, user)
    void clearPersonalQueries(cache)
    cache.setQueryData(justLoggedInKey, true)
    closeToast()
  }
}

/** Shows why signing in failed. */
export const toastLoginError = (error: Error): void => toastFailure('Login failed', error)

/** Signs in with a password. When a second factor is needed, the answer contains no user. */
export function useLogin() {
  const setLoggedInUser = useSetLoggedInUser()
  return useApiMutation(login, {
    onSuccess: answer => ('id' in answer ? setLoggedInUser(answer) : closeToast()),
    onError: toastLoginError,
  })
}

export const useRegister = () =>
  useApiMutation(register, { onSuccess: useSetLoggedInUser(), failed: 'Registration failed' })

/**
 * Signs out and loads `/auth` afresh, so that no data of this user stays in memory. Without a connection the browser remembers it, and
 * its next request ends the session (`signOut.service.ts`).
 */
export const useLogout = () =>
  useApiMutation(logout, {
    onSuccess: leaveSignedOut,
    onError: error => {
      if (!isOffline(error)) return toastFailure('Logout failed', error)
      writeCookie(SIGNED_OUT_COOKIE, '1', SIGNED_OUT_SECONDS)
      leaveSignedOut()
    },
  })

/** As long as a session lasts at most. */
const SIGNED_OUT_SECONDS = 180 * 24 * 3600

function leaveSignedOut(): void {
  sessionStorage.clear()
  announceSignOut()
  window.location.assign('/auth')
}

/** Redirects a user who is signed in already from `/auth` to the requested page. */
export async function loadAuthPage({ context, url }: LoaderFunctionArgs): Promise<null> {
  const cache = context.get(QueryClientContext)
  if (isSessionLost()) leaveLostSession(cache)
  const user = await cache.ensureQueryData(userQuery)
  if (user) throw redirect(safeReturnPath(url.searchParams.get('next')))
  return null
}

/** Never served from the cache alone: other devices sign in and out. */
export const loginSessionsQuery = apiQuery(['login-sessions'], listLoginSessions, {}, { staleTime: 0 })

const ending = { failed: 'Uitloggen lukte niet', alwaysInvalidates: [loginSessionsQuery.queryKey] }

export const useEndLoginSession = () =>
  useApiMutation(endLoginSession, { ...ending, done: 'Apparaat uitgelogd' })

export const useEndOtherLoginSessions = () =>
  useApiMutation(endOtherLoginSessions, { ...ending, done: 'Overal elders uitgelogd' })

/** The page shows an invalid link, a field shows its own error; anything else is a toast. */
export const toastUnlessHandled = (title: string) => (error: Error) => {
  const isInvalidLink = error instanceof CallError && error.code === 'TOKEN_INVALID'
  if (!isInvalidLink && !isFieldError(error)) toastFailure(title, error)
}

export const useForgotPassword = () =>
  useApiMutation(forgotPassword, { onError: toastUnlessHandled('Kon geen link versturen') })

export function useResetPassword() {
  const cache = useQueryClient()
  return useApiMutation(resetPassword, {
    // This ends every session of the account, perhaps also the one of this browser.
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: userQuery.queryKey })
      if (!cache.getQueryData(userQuery.queryKey)) await forgetUser(cache)
    },
    onError: toastUnlessHandled('Kon je wachtwoord niet wijzigen'),
  })
}

/** Changes the password; all other sessions of the account end. */
export const useChangePassword = () =>
  useApiMutation(changePassword, {
    invalidates: [loginSessionsQuery.queryKey],
    done: { title: 'Wachtwoord gewijzigd', description: 'Op andere apparaten ben je uitgelogd.' },
    onError: toastUnlessHandled('Kon je wachtwoord niet wijzigen'),
  })

export const isAccountInUse = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'ACCOUNT_IN_USE'

/** The page says what to do about an account that is in use. */
export const useRemoveRegistration = () =>
  useApiMutation(removeRegistration, {
    onError: error => {
      if (!isAccountInUse(error)) toastFailure('Kon het account niet sluiten', error)
    },
  })

/**
 * Refetches the user after an error too: the link may have been used before. After a success everything: a guest's orders may have come, and
 * passkeys gone.
 */
export const useVerifyEmail = () =>
  useApiMutation(verifyEmail, { invalidates: [[]], alwaysInvalidates: [userQuery.queryKey] })

export function useAcceptTerms() {
  const cache = useQueryClient()
  return useApiMutation(acceptTerms, {
    onSuccess: user => cache.setQueryData(userQuery.queryKey, user),
    alwaysInvalidates: [['shop']],
    done: 'Dank je. Je kunt weer bestellen.',
    failed: 'Dat lukte niet',
  })
}

export const useSendVerificationMail = () =>
  useApiMutation(sendVerificationMail, {
    done: { title: 'Nieuwe link verstuurd', description: 'Kijk in je mailbox.' },
    failed: 'Kon geen link versturen',
  })
