import { apiQuery } from '../../ui/call/hooks.ts'
import { listToys } from './contract.ts'

/** How often the control page polls the list of toys, in milliseconds. */
const TOYS_POLL_MS = 5000

/** The toys on the air; polled for as long as a screen shows them. */
export const toysQuery = apiQuery(
  ['toys'],
  listToys,
  {},
  { refetchInterval: TOYS_POLL_MS, refetchOnMount: 'always' },
)
