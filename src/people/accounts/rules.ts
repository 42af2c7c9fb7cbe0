import { Problem } from '../../wire/problem.ts'
import type { Role } from '../../wire/roles.ts'

/** What a role is called. */
export const roleLabels: Record<Role, string> = { USER: 'Klant', MODEL: 'Creator', ADMIN: 'Administrator' }

/** The youngest age, in years, at which one may have an account. */
const ADULT_AGE = 18

/** More years than anyone has lived. */
const OLDEST_AGE = 120

/** Whether someone born on `dateOfBirth` (`YYYY-MM-DD`) is of age on the day of `now`, in UTC. */
function isAdult(dateOfBirth: string, now: Date): boolean {
  return birthdayTime(dateOfBirth, ADULT_AGE) <= now.getTime()
}

/** When someone turns so many years, in milliseconds. */
function birthdayTime(dateOfBirth: string, years: number): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number)
  return Date.UTC(year + years, month - 1, day)
}

/**
 * Refuses a birth date (`YYYY-MM-DD`) that nobody can have who may be here.
 * @throws Problem UNDER_AGE, also for a day that is still to come; INVALID_INPUT for one that is too long ago
 */
export function assertBirthDateAllowed(dateOfBirth: string, now: Date): void {
  const refused = (message: string) => ({ fields: { dateOfBirth: message } })
  if (birthdayTime(dateOfBirth, 0) > now.getTime())
    throw new Problem('UNDER_AGE', refused('Deze datum ligt in de toekomst.'))
  if (!isAdult(dateOfBirth, now)) throw new Problem('UNDER_AGE', refused('Je moet 18 jaar of ouder zijn.'))
  if (birthdayTime(dateOfBirth, OLDEST_AGE) <= now.getTime())
    throw new Problem(
      'INVALID_INPUT',
      refused(`Dit is meer dan ${OLDEST_AGE} jaar geleden. Controleer het jaar.`),
    )
}
