import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { userQuery } from '../../people/accounts/hooks.ts'
import type { User } from '../../people/accounts/contract.ts'
import { draftOf, saveDraft } from './drafts.hooks.ts'

test('a draft waits for its author, and is gone as soon as somebody else is signed in', () => {
  const cache = new QueryClient()
  // Nothing else of a user is read here.
  const signIn = (id: string | null) =>
    cache.setQueryData(userQuery.queryKey, id === null ? null : ({ id } as User))
  signIn('sam')
  saveDraft(cache, 'sam', 'noor', 'Dag Noor')
  signIn(null)
  signIn('sam')
  expect(draftOf('sam', 'noor')).toBe('Dag Noor')
  signIn('kim')
  expect(draftOf('kim', 'noor')).toBe('')
  signIn('sam')
  expect(draftOf('sam', 'noor')).toBe('')
  saveDraft(cache, 'sam', 'noor', 'Dag')
  signIn('kim')
  signIn('sam')
  expect(draftOf('sam', 'noor')).toBe('')
})
