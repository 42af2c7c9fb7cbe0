import { useMutation } from '@tanstack/react-query'
import { withTimeout } from '../sessions/ui/liveConnection.hooks.ts'
import { call, CallError } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { createStopLink, listStopLinks, revokeStopLink, stopByLink } from './stopLink.contract.ts'

export const stopLinksQuery = apiQuery(['studio', 'stopLinks'], listStopLinks, {})

const changesLinks = { alwaysInvalidates: [stopLinksQuery.queryKey] }

export const useCreateStopLink = () =>
  useApiMutation(createStopLink, { ...changesLinks, failed: 'Niet gemaakt' })

export const useRevokeStopLink = () =>
  useApiMutation(revokeStopLink, {
    ...changesLinks,
    done: 'Stoplink ingetrokken',
    failed: 'Niet ingetrokken',
  })

/** A refused link stays refused. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/** Stops by a link, and tries again for as long as there is no answer. */
export const useStopByLink = (token: string) =>
  useMutation({
    mutationFn: () => withTimeout(signal => call(stopByLink, { token }, { signal, keepalive: true })),
    networkMode: 'always',
    retry: (_, error) => !isRefused(error),
    retryDelay: 1000,
  })
