import type { AccountName } from './accounts.ts'
import type { Member } from './requests.ts'
import type { Round } from './round.ts'

/** The values that an operation needs that no table has in that form. */
export interface Prepared {
  fields: Record<string, unknown>
  /** Beside the caller's session. */
  cookie?: string
  /** Of the address, as it is sent, where the document describes no query. */
  query?: string
  /** The body that is sent where the document describes no body. */
  body?: object
  /** That depend on the body as it is sent. */
  headersFor?: (body: string | Buffer | null) => Record<string, string>
  /** The id of their owner, whose data the sender may see. */
  owner?: string | null
  /** Was changed for it, and is made as it was after the request. */
  changed?: AccountName
}

export type Prepare = (round: Round, caller: Member, row: number) => Promise<Prepared>

/** By operation, with the fields that are prepared. */
export type PreparedEntry = [of: RegExp, fields: string, prepare: Prepare]

const names = ['user1', 'user2', 'creator1'] as const
export const nameAt = (row: number) => names[row % names.length] as (typeof names)[number]

/** One of the rows of a statement. */
export async function rowOf(round: Round, statement: string, row: number): Promise<Record<string, string>> {
  const found = await round.select(statement)
  return (found[row % found.length] ?? {}) as Record<string, string>
}

/** As an editor of the admin sends back the values that it read. */
export const readBack =
  (path: string): Prepare =>
  async round => {
    const { body } = await round.callAs('admin', 'GET', path)
    const { settings, ...rest } = body as { settings?: object }
    return { fields: { ...settings, ...rest } }
  }
