import { POLICY_VERSION } from '../../people/accounts/contract.ts'
import { termsAcceptances, users } from '../../people/accounts/table.ts'
import { addresses } from '../../people/addresses/table.ts'
import { demoAccounts } from './accounts.ts'
import { addMs, daysAgo, HOUR, MINUTE } from './calendar.ts'
import customers from './content/customers.json' with { type: 'json' }
import type { History } from './history.ts'
import { randomWhole } from './random.ts'

/** The one with a demo account is the first; the addresses of the others are of a domain that can't exist (RFC 2606). */
export const customerProfiles = customers

export type DemoCustomer = ReturnType<typeof addCustomer>

/** All accounts, each made before its first order, with an address for those who buy. @returns the customers by the name that others see */
export function addPeople(history: History): Map<string, DemoCustomer> {
  const staff = { ADMIN: history.adminId, MODEL: history.creatorId, USER: null }
  for (const { role, email, displayName } of demoAccounts) {
    const id = staff[role]
    if (id) addUser(history, { id, role, email, displayName }, history.openedAt)
  }
  return new Map(
    customerProfiles.map(profile => [profile.displayName, addCustomer(history, profile)] as const),
  )
}

function addCustomer(history: History, { joined, ...profile }: (typeof customerProfiles)[number]) {
  const { displayName, email, ...address } = profile
  const { firstName, lastName } = profile
  const joinedAt = daysAgo(history.now, joined, randomWhole(history.dice, 8 * 60, 22 * 60))
  const id = history.newId(joinedAt)
  const user = addUser(history, { id, role: 'USER', email, displayName, firstName, lastName }, joinedAt)
  history.add(addresses, addMs(joinedAt, 6 * MINUTE), { userId: id, isDefault: true, ...address })
  return { ...profile, id, joinedAt, user, minutes: 0 }
}

type UserRow = typeof users.$inferInsert

export function addUser(
  { rows, dice, passwordHash, now }: History,
  person: Pick<UserRow, 'email' | 'displayName' | 'role' | 'firstName' | 'lastName'> & { id: string },
  createdAt: Date,
) {
  const isNew = now.getTime() - createdAt.getTime() < 72 * HOUR
  const user = rows.add(users, {
    ...person,
    createdAt,
    password: passwordHash,
    dateOfBirth: `${randomWhole(dice, 1968, 2002)}-0${randomWhole(dice, 1, 9)}-${randomWhole(dice, 10, 28)}`,
    // The newest one has not opened the mail yet.
    emailVerifiedAt: isNew ? null : addMs(createdAt, randomWhole(dice, 2, 50) * MINUTE),
    adultStatementAt: createdAt,
    policyVersion: POLICY_VERSION,
  })
  rows.add(termsAcceptances, { userId: person.id, version: POLICY_VERSION, acceptedAt: createdAt })
  return user
}
