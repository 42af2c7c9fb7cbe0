/** A calendar quarter in Brussels, `2026-Q4`, as days: its first, and the first after it. */
export interface QuarterDays {
  startsOn: string
  endsBefore: string
}

/** A quarter as moments. */
export interface QuarterSpan {
  startsAt: Date
  endsAt: Date
}

export const isWithin = ({ startsAt, endsAt }: QuarterSpan, at: Date | null): boolean =>
  at !== null && startsAt <= at && at < endsAt

const firstDay = (year: number, quarter: number): string =>
  `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`

export function quarterDays(quarter: string): QuarterDays {
  const [year = 0, number = 0] = quarter.split('-Q').map(Number)
  return {
    startsOn: firstDay(year, number),
    endsBefore: number === 4 ? firstDay(year + 1, 1) : firstDay(year, number + 1),
  }
}

/** @param day `2026-11-26` */
export const quarterOfDay = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** From the quarter of the first day to that of the last, the newest first. */
export function listQuarters(firstDay: string, lastDay: string): string[] {
  const first = quarterOfDay(firstDay)
  const quarters: string[] = []
  for (let quarter = quarterOfDay(lastDay); quarter >= first; quarter = quarterBefore(quarter))
    quarters.push(quarter)
  return quarters
}

function quarterBefore(quarter: string): string {
  const [year = 0, number = 0] = quarter.split('-Q').map(Number)
  return number === 1 ? `${year - 1}-Q4` : `${year}-Q${number - 1}`
}

const DAY_MS = 24 * 3_600_000
/** Days after the end of a quarter: a provider's late reports of its last days are there by then, and closing may follow. */
const COMPARED_FROM = 4
const COMPARED_BEFORE = 21

/** The quarter that is compared with the provider by itself on this day; null on most days. @param today the Brussels day */
export function quarterToCompare(today: string): string | null {
  const current = quarterOfDay(today)
  const days = Math.round((Date.parse(today) - Date.parse(quarterDays(current).startsOn)) / DAY_MS)
  return days >= COMPARED_FROM && days < COMPARED_BEFORE ? quarterBefore(current) : null
}

export type PeriodRefusal = 'RUNNING' | 'EARLIER_OPEN' | 'NOT_INVOICED'

/**
 * Whether a quarter can be closed: once it is over, after the ones before it, and when all that was sold in it is invoiced.
 * @param today the Brussels day
 */
export function refuseClose(
  quarter: string,
  { today, openBefore, uninvoiced }: { today: string; openBefore: number; uninvoiced: number },
): PeriodRefusal | null {
  if (today < quarterDays(quarter).endsBefore) return 'RUNNING'
  if (openBefore > 0) return 'EARLIER_OPEN'
  return uninvoiced > 0 ? 'NOT_INVOICED' : null
}

const quarterNames = ['Eerste', 'Tweede', 'Derde', 'Vierde']

/** `Vierde kwartaal 2026` */
export function quarterName(quarter: string): string {
  const [year = '', number = ''] = quarter.split('-Q')
  return `${quarterNames[Number(number) - 1] ?? ''} kwartaal ${year}`
}
