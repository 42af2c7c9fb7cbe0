import { and, desc, eq } from 'drizzle-orm'
import { addresses } from '../../people/addresses/table.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { readFile } from './service.ts'
import { creatorApplications } from './table.ts'

interface LegalIdentity {
  names: string[]
  /** Addresses in one line, as they were typed. */
  addresses: string[]
  towns: string[]
}

/**
 * The names and places of a creator's that her stage name must not tell: of her applications and her account. For a comparison alone: nobody is
 * shown any.
 */
export async function findLegalIdentity(
  platform: Pick<Platform, 'dataCipher'>,
  db: Db,
  userId: string,
): Promise<LegalIdentity> {
  const applications = await db
    .select()
    .from(creatorApplications)
    .where(eq(creatorApplications.userId, userId))
    .orderBy(desc(creatorApplications.createdAt))
  const told = []
  for (const application of applications) {
    const { details, document } = await readFile(platform, db, application)
    told.push(details, document)
  }
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  const own = await db.select({ city: addresses.city }).from(addresses).where(eq(addresses.userId, userId))
  const present = (texts: (string | null | undefined)[]) => texts.flatMap(each => each || [])
  return {
    names: present([
      ...told.map(each => each?.legalName),
      account?.firstName && account.lastName ? `${account.firstName} ${account.lastName}` : null,
    ]),
    addresses: present(told.map(each => each?.address)),
    towns: own.map(({ city }) => city),
  }
}

/** The person as whom a user's identity was verified last; null without an accepted application. */
export async function findVerifiedPerson(
  platform: Pick<Platform, 'dataCipher'>,
  db: Db,
  userId: string,
): Promise<{ legalName: string; dateOfBirth: string | null } | null> {
  const isAccepted = and(eq(creatorApplications.userId, userId), eq(creatorApplications.state, 'ACCEPTED'))
  const [accepted] = await db
    .select()
    .from(creatorApplications)
    .where(isAccepted)
    .orderBy(desc(creatorApplications.decidedAt))
    .limit(1)
  if (!accepted) return null
  const { details, document } = await readFile(platform, db, accepted)
  if (!document?.legalName) return null
  return { legalName: document.legalName, dateOfBirth: document.dateOfBirth ?? details?.dateOfBirth ?? null }
}

/** The legal name by which a user's identity was verified last; null without an accepted application. */
export const findVerifiedName = async (
  ...of: Parameters<typeof findVerifiedPerson>
): Promise<string | null> => (await findVerifiedPerson(...of))?.legalName ?? null
