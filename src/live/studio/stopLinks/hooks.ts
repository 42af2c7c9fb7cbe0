import { useMutation } from '@tanstack/react-query'
import { withTimeout } from '../../sessions/ui/liveConnection.hooks.ts'
import { call, CallError, userMessageOf } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createStopLink, listStopLinks, revokeStopLink, stopByLink } from './contract.ts'

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

/** In milliseconds. */
const RETRY_MS = { unanswered: 1000, rateLimited: 5000 }

const isRateLimited = (error: unknown): boolean => error instanceof CallError && error.status === 429

/** A refused link stays refused. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && !isRateLimited(error)

/** Why a stop that is tried again was not taken. */
export const stopFailureText = (error: Error | null): string | null =>
  error && (isRateLimited(error) ? userMessageOf(error) : 'Er is geen verbinding. We blijven het proberen.')

/** Stops by a link, and tries again until it is stopped or the link is refused. */
export const useStopByLink = (token: string) =>
  useMutation({
    mutationFn: (panic: boolean) =>
      withTimeout(signal => call(stopByLink, { token, panic }, { signal, keepalive: true })),
    networkMode: 'always',
    retry: (_, error) => !isRefused(error),
    retryDelay: (_, error) => (isRateLimited(error) ? RETRY_MS.rateLimited : RETRY_MS.unanswered),
  })
