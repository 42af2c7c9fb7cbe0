import { Problem } from '../../wire/problem.ts'
import type { Role } from '../../wire/roles.ts'

export const roleLabels: Record<Role, string> = {
  GUEST: 'Gast',
  USER: 'Klant',
  MODEL: 'Creator',
  ADMIN: 'Administrator',
}

/** Minimum age for an account, in years. */
const ADULT_AGE = 18

/** Birth dates longer ago than this, in years, are refused as typing errors. */
const OLDEST_AGE = 120

/** When a person reaches an age of `years`, in UTC, in milliseconds since the epoch. */
function birthdayTime(dateOfBirth: string, years: number): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number)
  return Date.UTC(year + years, month - 1, day)
}

/** @param dateOfBirth `YYYY-MM-DD` */
export const isUnderAge = (dateOfBirth: string, now: Date): boolean =>
  birthdayTime(dateOfBirth, ADULT_AGE) > now.getTime()

/**
 * @param dateOfBirth `YYYY-MM-DD`
 * @throws Problem UNDER_AGE, also for a date in the future; INVALID_INPUT for one over 120 years ago
 */
export function assertBirthDateAllowed(dateOfBirth: string, now: Date): void {
  const fieldError = (message: string) => ({ fields: { dateOfBirth: message } })
  if (birthdayTime(dateOfBirth, 0) > now.getTime())
    throw new Problem('UNDER_AGE', fieldError('Deze datum ligt in de toekomst.'))
  if (isUnderAge(dateOfBirth, now))
    throw new Problem('UNDER_AGE', fieldError('Je moet 18 jaar of ouder zijn.'))
  if (birthdayTime(dateOfBirth, OLDEST_AGE) <= now.getTime())
    throw new Problem(
      'INVALID_INPUT',
      fieldError(`Dit is meer dan ${OLDEST_AGE} jaar geleden. Controleer het jaar.`),
    )
}

/** The display name of an erased account, whose row stays for the records of others. */
export const ERASED_NAME = 'Verwijderd account'
