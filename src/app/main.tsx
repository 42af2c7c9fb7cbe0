import '@vitejs/plugin-react/preamble'
import '../ui/markupPolicy.ts'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { handleLostSession, userQuery } from '../people/accounts/hooks.ts'
import { QueryClientContext, createQueryClient } from '../ui/call/queryClient.ts'
import { Document } from './Document.tsx'
import { AgeQuestion, MemberTools } from './pages/Layout.tsx'
import { appRoutes } from './router.tsx'
import '../ui/theme.css'

const { shop, theme, isDiscreet, asksAge, queries, loaderData, errors } = window.__BOOT__

const cache = createQueryClient(() => handleLostSession(cache))
hydrate(cache, queries)

// The chunks of the page's parts must be loaded before the first render, which would otherwise differ from the server's.
const matches = matchRoutes(appRoutes, window.location) ?? []
await Promise.all([
  ...matches.map(async ({ route }) => {
    if (typeof route.lazy !== 'object') return
    const Component = await route.lazy.Component?.()
    Object.assign(route, { Component, lazy: undefined })
  }),
  asksAge && AgeQuestion.preload(),
  cache.getQueryData(userQuery.queryKey) && MemberTools.preload(),
])

const router = createBrowserRouter(appRoutes, {
  hydrationData: { loaderData, errors },
  getContext: () => new RouterContextProvider(new Map([[QueryClientContext, cache]])),
})

// A transition, so that React pauses for the browser every few milliseconds: at once, a slow phone would stand still for half a second.
startTransition(() => {
  hydrateRoot(
    document,
    <Document cache={cache} shop={shop} theme={theme} isDiscreet={isDiscreet} asksAge={asksAge}>
      <RouterProvider router={router} />
    </Document>,
  )
})
