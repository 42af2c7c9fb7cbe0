import { POLICY_VERSION, welcomeMail } from '../../../people/accounts/contract.ts'
import type { Role } from '../../../wire/roles.ts'
import { demoAccounts } from '../accounts.ts'
import { randomWhole } from '../random.ts'
import { addMs, HOUR, MINUTE, timeDaysAgo } from './calendar.ts'
import { customerProfiles, type CustomerProfile, emailOf, samProfile } from './customers.ts'
import type { History } from './history.ts'
import { recordMail } from './records.ts'

type UserRecord = History['rows']['users'][number] & { id: string; createdAt: Date; minutesBalance: number }

export interface DemoCustomer extends CustomerProfile {
  id: string
  email: string
  joinedAt: Date
  /** The row, whose balance of minutes is still counted. */
  user: UserRecord
}

export interface People {
  adminId: string
  creatorId: string
  sam: DemoCustomer
  /** Sam not among them. */
  customers: DemoCustomer[]
}

/** Days ago that the shop and its two first accounts were made. */
export const OPENED_DAYS_AGO = 150

/** All accounts, each made before its first order, with an address for those who buy. */
export function addPeople(history: History): People {
  const accountOf = (role: Role) => demoAccounts.find(account => account.role === role)
  const staffId = (role: Role): string => {
    const { email = '', displayName = '' } = accountOf(role) ?? {}
    const joinedAt = timeDaysAgo(history.now, OPENED_DAYS_AGO, 9 * 60)
    return addUser(history, { email, displayName, role, firstName: null, lastName: null }, joinedAt).id
  }
  const adminId = staffId('ADMIN')
  const creatorId = staffId('MODEL')
  const sam = addCustomer(history, samProfile, accountOf('USER')?.email ?? '', 17 * 60 + 20)
  const customers = customerProfiles.map(profile =>
    addCustomer(history, profile, emailOf(profile), randomWhole(history.dice, 8 * 60, 23 * 60)),
  )
  return { adminId, creatorId, sam, customers }
}

function addCustomer(
  history: History,
  profile: CustomerProfile,
  email: string,
  minutes: number,
): DemoCustomer {
  const { firstName, lastName, displayName } = profile
  const joinedAt = timeDaysAgo(history.now, profile.joined, minutes)
  const user = addUser(history, { email, displayName, role: 'USER', firstName, lastName }, joinedAt)
  const { rows, newId, settings, origin } = history
  const { street, houseNumber, postalCode, city, country } = profile
  const createdAt = addMs(joinedAt, 6 * MINUTE)
  const home = { firstName, lastName, company: null, street, houseNumber, city, postalCode, country }
  rows.addresses.push({ id: newId(createdAt), userId: user.id, ...home, isDefault: true, createdAt })
  const props = { userId: user.id, url: `${origin}/verify-email`, shopName: settings.shopName }
  recordMail(history, welcomeMail, email, props, joinedAt)
  return { ...profile, id: user.id, email, joinedAt, user }
}

function addUser(
  { rows, newId, dice, passwordHash, now }: History,
  person: Pick<UserRecord, 'email' | 'displayName' | 'role' | 'firstName' | 'lastName'>,
  joinedAt: Date,
): UserRecord {
  const verifiedAt = addMs(joinedAt, randomWhole(dice, 2, 50) * MINUTE)
  const birthYear = 1968 + randomWhole(dice, 0, 34)
  const user = {
    ...person,
    id: newId(joinedAt),
    password: passwordHash,
    dateOfBirth: `${birthYear}-0${randomWhole(dice, 1, 9)}-${randomWhole(dice, 10, 28)}`,
    // The newest one has not opened the mail yet.
    emailVerifiedAt: now.getTime() - joinedAt.getTime() < 72 * HOUR ? null : verifiedAt,
    minutesBalance: 0,
    adultStatementAt: joinedAt,
    policyVersion: POLICY_VERSION,
    createdAt: joinedAt,
  }
  rows.users.push(user)
  rows.termsAcceptances.push({ userId: user.id, version: POLICY_VERSION, acceptedAt: joinedAt })
  return user
}
