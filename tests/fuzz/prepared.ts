import { preparedWebhooks } from './postbacks.ts'
import type { Prepare, PreparedEntry } from './prepare.ts'
import { preparedAccounts } from './preparedAccounts.ts'
import { preparedCreators } from './preparedCreators.ts'
import { preparedLinks } from './preparedLinks.ts'
import { preparedLive } from './preparedLive.ts'
import { preparedShop } from './preparedShop.ts'

/** The first that matches an operation is used. */
const entries: PreparedEntry[] = [
  ...preparedLinks,
  ...preparedCreators,
  ...preparedLive,
  ...preparedShop,
  ...preparedWebhooks,
  ...preparedAccounts,
]

const entryOf = (key: string) => entries.find(([of]) => of.test(key))

/** Whether a field of an operation is prepared when a request is sent. */
export const isPrepared = (key: string, field: string): boolean =>
  entryOf(key)?.[1].split(' ').includes(field) ?? false

export const preparerOf = (key: string): Prepare | undefined => entryOf(key)?.[2]
