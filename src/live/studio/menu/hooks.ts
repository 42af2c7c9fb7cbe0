import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { studioQuery } from '../hooks.ts'
import { changeMenu, markFavourite, readMenu, unmarkFavourite } from './contract.ts'

export const menuQuery = apiQuery(['studio', 'menu'], readMenu, {})

const changesMenu = { alwaysInvalidates: [studioQuery.queryKey], failed: 'Niet opgeslagen' }

export const useChangeMenu = () =>
  useApiMutation(changeMenu, { ...changesMenu, done: 'Je menu is opgeslagen' })

export const useMarkFavourite = () => useApiMutation(markFavourite, { ...changesMenu, done: 'Favoriet' })

export const useUnmarkFavourite = () =>
  useApiMutation(unmarkFavourite, { ...changesMenu, done: 'Geen favoriet meer' })
