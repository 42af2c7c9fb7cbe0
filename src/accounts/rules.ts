/** The youngest age, in years, at which one may have an account. */
const ADULT_AGE = 18

/** Whether someone born on `dateOfBirth` (`YYYY-MM-DD`) is of age on the day of `now`, in UTC. */
export function isAdult(dateOfBirth: string, now: Date): boolean {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number)
  const comesOfAge = Date.UTC(year + ADULT_AGE, month - 1, day)
  return comesOfAge <= now.getTime()
}
