import type { LoaderFunction } from 'react-router'
import { lazyLoader } from '../../ui/page/pageRoute.ts'
import type { memberLoaders } from './memberLoaders.ts'

/** The loader of a page that a visit seldom begins with. */
export const memberLoader = (page: keyof typeof memberLoaders): LoaderFunction =>
  lazyLoader(async () => (await import('./memberLoaders.ts')).memberLoaders[page])
