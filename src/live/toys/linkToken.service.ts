import { notLike, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { hashToken } from '../../platform/session.ts'
import { toyLinks } from './table.ts'

/** No token contains a `$`, so that nobody can report with what is stored. */
const PREFIX = 'sha256$'

/** The stored form of the token of an app. */
export const storedToken = (utoken: string): string => PREFIX + hashToken(utoken)

/** The forms in which a reported token may be stored: those of before are stored as they are. Empty for what is no token. */
export const storedForms = (utoken: string): string[] =>
  utoken.includes('$') ? [] : [storedToken(utoken), utoken]

/** Hashes the tokens of before. One that an app reports with meanwhile is not changed by its report. */
export async function hashStoredTokens(db: Db): Promise<void> {
  const links = await db
    .select()
    .from(toyLinks)
    .where(or(notLike(toyLinks.utoken, `${PREFIX}%`), notLike(toyLinks.pendingUtoken, `${PREFIX}%`)))
  for (const { userId, utoken, pendingUtoken } of links)
    await db
      .update(toyLinks)
      .set({ utoken: hashOnce(utoken), pendingUtoken: pendingUtoken && hashOnce(pendingUtoken) })
      // Unless it was paired anew just now.
      .where(
        sql`${toyLinks.userId} = ${userId} and ${toyLinks.utoken} = ${utoken}
          and ${toyLinks.pendingUtoken} is not distinct from ${pendingUtoken}`,
      )
}

const hashOnce = (token: string): string => (token.startsWith(PREFIX) ? token : storedToken(token))
