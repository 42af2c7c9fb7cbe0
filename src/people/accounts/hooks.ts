import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { safeReturnPath } from '../../ui/pageAccess.ts'
import { QueryClientContext } from '../../ui/queryClient.ts'
import { call, isSessionExpired, userMessageOf } from '../../ui/call.ts'
import { closeToast, toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { login, logout, readUser, register, type User } from './contract.ts'

/** The signed-in user, or `null`: a 401 is an answer here, not a failure. */
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

/** The signed-in user; `null` when there is none, and while that is being checked. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null

/** Whether one signed in just now, in this tab, and what is said about that was not put aside. */
const justLoggedInKey = ['signed-in-now']
const justLoggedInQuery = queryOptions({ queryKey: justLoggedInKey, queryFn: () => false, enabled: false })

/** That one signed in just now, and how to put aside what is said about it. */
export function useJustLoggedIn(): { isFresh: boolean; putAside: () => void } {
  const cache = useQueryClient()
  return {
    isFresh: useQuery(justLoggedInQuery).data ?? false,
    putAside: () => cache.setQueryData(justLoggedInKey, false),
  }
}

/** Takes a user in; whatever was cached for an earlier one goes. */
export function useSetLoggedInUser() {
  const cache = useQueryClient()
  return (user: User) => {
    cache.removeQueries({ predicate: query => query.queryKey[0] !== userQuery.queryKey[0] })
    cache.setQueryData(userQuery.queryKey, user)
    cache.setQueryData(justLoggedInKey, true)
    closeToast()
  }
}

/** What a way of signing in that failed says. */
export const toastLoginError = (error: Error): void =>
  toast({ title: 'Login failed', description: userMessageOf(error), variant: 'destructive' })

/** Signs in with a password; where the account asks for a second step, that is all that the answer says. */
export function useLogin() {
  const signedIn = useSetLoggedInUser()
  return useMutation({
    mutationFn: (input: InputOf<typeof login>) => call(login, input),
    onSuccess: answer => ('id' in answer ? signedIn(answer) : closeToast()),
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

/** Signs out and loads `/auth` afresh, so that nothing of this visit stays in the browser's memory. */
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

/** `/auth` is for who is not signed in; anyone else goes on to where they were going. */
export async function loadAuthPage({ context, url }: LoaderFunctionArgs): Promise<null> {
  const user = await context.get(QueryClientContext).ensureQueryData(userQuery)
  if (user) throw redirect(safeReturnPath(url.searchParams.get('next')))
  return null
}
