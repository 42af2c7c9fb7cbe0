import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { safeReturnPath } from '../../ui/pageAccess.ts'
import { QueryClientContext } from '../../ui/queryClient.ts'
import { call, isSessionExpired, userMessageOf } from '../../ui/call.ts'
import { closeToast, toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { login, logout, readUser, register, type User } from './contract.ts'

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

/** Stores the signed-in user and clears what was cached for an earlier one. */
export function useSetLoggedInUser() {
  const cache = useQueryClient()
  return (user: User) => {
    cache.removeQueries({ predicate: query => query.queryKey[0] !== userQuery.queryKey[0] })
    cache.setQueryData(userQuery.queryKey, user)
    cache.setQueryData(justLoggedInKey, true)
    closeToast()
  }
}

/** Shows why signing in failed. */
export const toastLoginError = (error: Error): void =>
  toast({ title: 'Login failed', description: userMessageOf(error), variant: 'destructive' })

/** Signs in with a password. When a second factor is needed, the answer contains no user. */
export function useLogin() {
  const setLoggedInUser = useSetLoggedInUser()
  return useMutation({
    mutationFn: (input: InputOf<typeof login>) => call(login, input),
    onSuccess: answer => ('id' in answer ? setLoggedInUser(answer) : closeToast()),
    onError: toastLoginError,
  })
}

export const useRegister = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof register>) => call(register, input),
    onSuccess: useSetLoggedInUser(),
    onError: error =>
      toast({ title: 'Registration failed', description: userMessageOf(error), variant: 'destructive' }),
  })

/** Signs out and loads `/auth` afresh, so that no data of this user stays in memory. */
export const useLogout = () =>
  useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      sessionStorage.clear()
      window.location.assign('/auth')
    },
    onError: error =>
      toast({ title: 'Logout failed', description: userMessageOf(error), variant: 'destructive' }),
  })

/** Redirects a user who is signed in already from `/auth` to the requested page. */
export async function loadAuthPage({ context, url }: LoaderFunctionArgs): Promise<null> {
  const user = await context.get(QueryClientContext).ensureQueryData(userQuery)
  if (user) throw redirect(safeReturnPath(url.searchParams.get('next')))
  return null
}
