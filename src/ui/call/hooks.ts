import {
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '../../wire/endpoint.ts'
import type { ListPage } from '../../wire/fields.ts'
import { call, CallError, userMessageOf } from './call.ts'
import { toast, type ToastMessage } from '../dialogs/toast.ts'

/** A query that calls an endpoint; it is aborted when nobody waits for it any more. */
export const apiQuery = <I extends z.ZodObject, O extends z.ZodType>(
  queryKey: QueryKey,
  endpoint: Endpoint<I, O>,
  input: z.input<I>,
  options: Omit<UndefinedInitialDataOptions<z.output<O>>, 'queryKey' | 'queryFn'> = {},
) =>
  queryOptions<z.output<O>>({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...options,
  })

interface ApiMutationOptions<Input, Answer> extends Omit<
  UseMutationOptions<Answer, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onError'
> {
  /** Updates the cache, before the queries are refetched. */
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** The keys of the queries to refetch after a success; the mutation is pending until they are. */
  invalidates?: readonly QueryKey[]
  /** The same, after a failure too. */
  alwaysInvalidates?: readonly QueryKey[]
  /** Shown after a success. */
  done?: string | ToastMessage | ((answer: Answer, input: Input) => ToastMessage)
  /** The title of the toast after a failure, whose description is the error's message; without it there is no toast. */
  failed?: string
  /** Instead of `failed`, where the message to the user depends on the error. */
  onError?: (error: Error, input: Input) => unknown
  /** The form shows errors of its fields itself: no toast for them. */
  hasFieldErrors?: boolean
}

/** A mutation that calls an endpoint, or a function, and says in a toast how it went. */
export function useApiMutation<Input, Answer>(
  target:
    | Endpoint<z.ZodObject & z.ZodType<unknown, Input>, z.ZodType<Answer>>
    | ((input: Input) => Promise<Answer>),
  {
    onSuccess,
    onError,
    invalidates = [],
    alwaysInvalidates,
    done,
    failed,
    hasFieldErrors,
    ...options
  }: ApiMutationOptions<Input, Answer> = {},
) {
  const cache = useQueryClient()
  const refetch = (keys: readonly QueryKey[]) =>
    Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
  return useMutation({
    ...(alwaysInvalidates && { onSettled: () => refetch(alwaysInvalidates) }),
    ...options,
    mutationFn: (input: Input) =>
      typeof target === 'function' ? target(input) : call(target, input as Input & Record<string, unknown>),
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input)
      await refetch(invalidates)
      if (done === undefined) return
      const message = typeof done === 'function' ? done(answer, input) : done
      toast(typeof message === 'string' ? { title: message } : message)
    },
    onError: (error, input) => {
      if (onError) return onError(error, input)
      if (failed !== undefined && !(hasFieldErrors && isFieldError(error))) toastFailure(failed, error)
    },
  })
}

/** Whether a form shows the error at its fields. */
export const isFieldError = (error: unknown): boolean =>
  error instanceof CallError && Object.keys(error.fields).length > 0

/** Says that something failed, and why. */
export const toastFailure = (title: string, error: unknown): void =>
  toast({ title, description: userMessageOf(error), variant: 'destructive' })

/** A page of a list whose endpoint returns all items without `page`; refetched at each visit, since others change the list too. */
export const listPageQuery = <I extends z.ZodObject, Item>(
  queryKey: QueryKey,
  endpoint: Endpoint<I, z.ZodType<Item[] | ListPage<Item>>>,
  input: z.input<I> & { page: number },
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const found = await call(endpoint, input, { signal })
      if (Array.isArray(found)) throw new Error('the list came without pages')
      return found
    },
    refetchOnMount: 'always',
  })
