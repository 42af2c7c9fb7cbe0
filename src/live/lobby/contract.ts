import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const checkSearchTerm = endpoint('GET /api/live/search-term', 'customer', {
  summary: 'Whether the lobby may be searched for these words, by the list of words that the owner forbids',
  input: z.object({ q: z.string().max(60) }),
  output: z.object({ isAllowed: z.boolean() }),
})
