import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { type Follow, followCreator, listFollows, unfollowCreator } from './contract.ts'

export const followsQuery = apiQuery(['follows'], listFollows, {})

/** The creators whom the user follows, by slug; empty until they are loaded. */
export function useFollows(): ReadonlyMap<string, Follow> {
  const { data = [] } = useQuery(followsQuery)
  return new Map(data.map(follow => [follow.creator.slug, follow]))
}

const refetch = { alwaysInvalidates: [followsQuery.queryKey] }

export const useFollow = () => useApiMutation(followCreator, { ...refetch, failed: 'Niet bewaard' })

export const useUnfollow = () => useApiMutation(unfollowCreator, { ...refetch, failed: 'Niet weggehaald' })
