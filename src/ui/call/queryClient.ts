import { QueryCache, QueryClient, type FetchQueryOptions, MutationCache } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs, redirect } from 'react-router'
import { loginPath } from '../page/pageAccess.ts'
import { CallError, isOffline, isSessionExpired } from './call.ts'
import { loadWithRetries } from '../page/pageLoads.ts'
import { setTermsPromptOpen } from '../visitor/termsPrompt.ts'

/** The context in which loaders and guards find the query cache: one per browser, one per request on the server. */
export const QueryClientContext = createContext<QueryClient>()

/**
 * The cache with the seed's defaults: responses never become stale, no retries, no refetch on focus.
 * @param onSessionGone called when any call finds that the session has expired
 * @param Client the class of the cache
 */
export function createQueryClient(
  onSessionGone: () => void = () => undefined,
  Client: typeof QueryClient = QueryClient,
): QueryClient {
  const watch = { onError: (error: Error) => void (isSessionExpired(error) && onSessionGone()) }
  const watchMutations = {
    onError: (error: Error) => {
      watch.onError(error)
      if (error instanceof CallError && error.code === 'TERMS_CHANGED') setTermsPromptOpen(true)
    },
  }
  return new Client({
    queryCache: new QueryCache(watch),
    mutationCache: new MutationCache(watchMutations),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      // Without a connection a call fails at once with a message, instead of waiting for one.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

// Each query has types of its own; the cache keeps them apart by key.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = FetchQueryOptions<any, any, any, any>

type QueriesForPage = (args: LoaderFunctionArgs) => AnyQuery[]

/**
 * A loader that fills the cache with these queries before its page is shown, on the server and in the browser. An expired session redirects
 * to `/auth`; any other failure shows the error page.
 * @param optional queries whose failure the page handles itself
 */
export const preloadQueries =
  (needed: QueriesForPage, optional: QueriesForPage = () => []) =>
  async (args: LoaderFunctionArgs): Promise<null> => {
    const cache = args.context.get(QueryClientContext)
    try {
      await loadWithRetries(
        () =>
          Promise.all([
            ...needed(args).map(query => cache.ensureQueryData(query)),
            ...optional(args).map(query => cache.prefetchQuery(query)),
          ]),
        error => isOffline(error) && !args.request.signal.aborted,
      )
      return null
    } catch (error) {
      if (isSessionExpired(error)) throw redirect(loginPath(args.url.pathname + args.url.search))
      throw error
    }
  }
