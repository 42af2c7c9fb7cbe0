import { roleRank, type Role } from '../../wire/roles.ts'
import type { CustomerDetail, MinuteLedgerEntry } from './contract.ts'

/** Why an account can't be changed or closed, or null. */
export function findChangeRefusal(
  { id, deleteAfter, isLastAdmin }: Pick<CustomerDetail, 'id' | 'deleteAfter' | 'isLastAdmin'>,
  ownId: string | undefined,
): string | null {
  if (deleteAfter !== null) return 'Dit account is gesloten.'
  if (isLastAdmin) return 'Dit is de enige administrator. Maak eerst iemand anders administrator.'
  return id === ownId ? 'Dit is je eigen account. Een andere administrator kan dit doen.' : null
}

/** Why an account's sessions can't be ended, or null. */
export function findSignOutRefusal(
  { id, deleteAfter }: Pick<CustomerDetail, 'id' | 'deleteAfter'>,
  ownId: string | undefined,
): string | null {
  if (deleteAfter !== null) return 'Dit account is gesloten, en nergens meer ingelogd.'
  return id === ownId ? 'Dit is je eigen account. Waar je bent ingelogd, staat bij Beveiliging.' : null
}

/** The permissions of each role. */
export const roleMeanings: Record<Role, string> = {
  GUEST: 'Bestelde zonder account.',
  USER: 'Bestelt in de winkel, en speelt met minuten.',
  MODEL:
    'Heeft de studio: verbindt toys, die een administrator goedkeurt, en bepaalt hoe sterk ze mogen. Melden creators zich aan, dan volgt deze rol uit een goedgekeurde aanmelding.',
  ADMIN: 'Heeft dit hele beheer: bestellingen, geld, accounts en de toys van iedereen.',
}

/** The losses of a customer by a change of role; null when nothing. */
export function describeRoleLoss(before: Role, after: Role): string | null {
  if (roleRank[after] >= roleRank[before]) return null
  if (after === 'MODEL') return 'Dit beheer gaat voor dit account dicht.'
  const toys = 'Eigen toys gaan uit de uitzending, en wat daarop speelt, eindigt meteen.'
  return before === 'ADMIN' ? `Dit beheer gaat voor dit account dicht. ${toys}` : toys
}

export const minuteEntryNames: Record<MinuteLedgerEntry['kind'], string> = {
  PURCHASE: 'Gekocht',
  SPEND: 'Gespeeld',
  REFUND: 'Terugbetaald',
  CHARGEBACK: 'Teruggeboekt',
  GIFT: 'Cadeau',
  GIFT_RETURN: 'Cadeau teruggenomen',
  ADJUSTMENT: 'Aangepast',
  SESSION_RETURN: 'Teruggegeven van een sessie',
  VAT_RETURN: 'Btw terug',
}

/** `5` → `+5`, `-3` → `−3`. */
export const formatSignedMinutes = (minutes: number): string => (minutes < 0 ? `−${-minutes}` : `+${minutes}`)
