import type { ComponentType } from 'react'
import { type LoaderFunction, type RouteObject, useMatches } from 'react-router'
import type { PageHandle } from './pageAccess.ts'
import { loadWithRetries } from './pageLoads.ts'

type PageRouteOptions = PageHandle & {
  /** Omitted for `/`. */
  path?: string
  load: () => Promise<ComponentType>
  loader?: LoaderFunction
  /** Replaces the shared error page. */
  ErrorBoundary?: ComponentType
}

/** Each page is a chunk of its own, loaded in parallel with its data. */
export function pageRoute({ path, load, loader, ErrorBoundary, ...handle }: PageRouteOptions): RouteObject {
  const place = path === undefined ? { index: true as const } : { path }
  const parts = { ...(loader && { loader }), ...(ErrorBoundary && { ErrorBoundary }) }
  return { ...place, handle, lazy: { Component: () => loadWithRetries(load) }, ...parts }
}

/** A loader in a chunk of its own, fetched beside its page's. */
export const lazyLoader =
  (load: () => Promise<LoaderFunction>): LoaderFunction =>
  async (args, context) =>
    (await loadWithRetries(load))(args, context)

/** The handle of the open page. */
export const usePageHandle = (): PageHandle | undefined =>
  useMatches().at(-1)?.handle as PageHandle | undefined
