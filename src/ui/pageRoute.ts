import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import type { PageHandle } from './pageAccess.ts'

type PageRouteOptions = PageHandle & {
  /** Left out for `/`. */
  path?: string
  load: () => Promise<ComponentType>
  loader?: LoaderFunction
  /** Instead of the error page for all. */
  ErrorBoundary?: ComponentType
}

/** A page is a chunk of its own, fetched while its data is. */
export function pageRoute({ path, load, loader, ErrorBoundary, ...handle }: PageRouteOptions): RouteObject {
  const place = path === undefined ? { index: true as const } : { path }
  const parts = { ...(loader && { loader }), ...(ErrorBoundary && { ErrorBoundary }) }
  return { ...place, handle, lazy: { Component: load }, ...parts }
}
