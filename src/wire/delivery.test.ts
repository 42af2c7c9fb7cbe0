import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfBrusselsDay, toBrusselsDay } from './brusselsTime.ts'
import {
  formatPromisedDay,
  isCompleteDelivery,
  promiseDelivery,
  promiseText,
  promiseTextForAll,
} from './delivery.ts'
import { DeliverySettings } from './deliverySettings.ts'
import { isWorkingDay, workingDaysBetween, sendingDays } from './workingDays.ts'

const weekdays = [1, 2, 3, 4, 5]
const onDays = (days: readonly number[]) =>
  Object.fromEntries(sendingDays.map((name, index) => [name, days.includes(index + 1)])) as Record<
    (typeof sendingDays)[number],
    boolean
  >
const settings: DeliverySettings = DeliverySettings.parse({
  cutOff: '16:00',
  daysNL: 1,
  daysBE: 2,
  daysDE: 3,
  daysFR: 3,
  daysGB: 5,
  ...onDays(weekdays),
})
const promiseOf = (country: string, now: string, given = settings) => {
  const promise = promiseDelivery(given, country, new Date(now))
  if (!promise) throw new Error(`no day is promised for ${country}`)
  return promise
}

describe('the promised day', () => {
  it.each([
    [
      'a Monday before the cut-off',
      '2026-11-30T14:59:00Z',
      'NL',
      'Vandaag voor 16.00 besteld: dinsdag 1 december in huis',
    ],
    ['a Monday at the cut-off', '2026-11-30T15:00:00Z', 'NL', 'Nu besteld: woensdag 2 december in huis'],
    ['to Belgium', '2026-11-30T14:59:00Z', 'BE', 'Vandaag voor 16.00 besteld: woensdag 2 december in huis'],
    [
      'a Friday before the cut-off',
      '2026-11-27T09:00:00Z',
      'NL',
      'Vandaag voor 16.00 besteld: maandag 30 november in huis',
    ],
    ['a Friday evening', '2026-11-27T20:00:00Z', 'NL', 'Nu besteld: dinsdag 1 december in huis'],
    ['a Sunday', '2026-11-29T12:00:00Z', 'NL', 'Nu besteld: dinsdag 1 december in huis'],
    [
      'the day before Christmas',
      '2026-12-24T09:00:00Z',
      'NL',
      'Vandaag voor 16.00 besteld: maandag 28 december in huis',
    ],
    ['Christmas', '2026-12-25T09:00:00Z', 'NL', 'Nu besteld: dinsdag 29 december in huis'],
    [
      'Armistice Day, on which the Dutch work',
      '2026-11-11T09:00:00Z',
      'NL',
      'Nu besteld: vrijdag 13 november in huis',
    ],
    ['New Year’s Eve', '2026-12-31T16:00:00Z', 'NL', 'Nu besteld: dinsdag 5 januari in huis'],
    ['to Germany', '2026-11-30T14:59:00Z', 'DE', 'Vandaag voor 16.00 besteld: donderdag 3 december in huis'],
    [
      'to Germany, where 3 October is a holiday',
      '2028-09-29T09:00:00Z',
      'DE',
      'Vandaag voor 16.00 besteld: donderdag 5 oktober in huis',
    ],
    [
      'to Germany before the Day of Unity of a Tuesday',
      '2028-10-02T09:00:00Z',
      'DE',
      'Vandaag voor 16.00 besteld: vrijdag 6 oktober in huis',
    ],
    [
      'to France before the fourteenth of July',
      '2026-07-13T09:00:00Z',
      'FR',
      'Vandaag voor 16.00 besteld: vrijdag 17 juli in huis',
    ],
    ['to Britain', '2026-11-30T15:00:00Z', 'GB', 'Nu besteld: dinsdag 8 december in huis'],
    ['summer time', '2026-07-20T13:59:00Z', 'NL', 'Vandaag voor 16.00 besteld: woensdag 22 juli in huis'],
  ] as const)('of %s', (_, now, country, text) => expect(promiseText(promiseOf(country, now))).toBe(text))

  it('waits for a sending day', () => {
    const onMonday = { ...settings, ...onDays([1]) }
    // Whit Monday is no sending day.
    expect(promiseOf('NL', '2026-05-19T09:00:00Z', onMonday)).toEqual({
      orderBefore: null,
      day: '2026-06-02',
    })
  })

  it('is a working day after a sending day, and never earlier for a later order', () => {
    const moment = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2050-12-01T00:00:00Z'),
      noInvalidDate: true,
    })
    const days = fc.integer({ min: 1, max: 30 })
    const cutOff = fc.constantFrom('00:00', '12:30', '16:00', '23:59')
    const some = fc
      .record({ cutOff, daysNL: days, daysBE: days, sends: fc.subarray(weekdays, { minLength: 1 }) })
      .map(({ sends, ...rest }) => ({ ...settings, ...rest, ...onDays(sends) }))
    fc.assert(
      fc.property(some, moment, fc.integer({ min: 0, max: 10 * 86_400_000 }), (given, at, more) => {
        expect(DeliverySettings.parse(given)).toEqual(given)
        expect(isCompleteDelivery(given)).toBe(true)
        const { day, orderBefore } = promiseOf('NL', at.toISOString(), given)
        expect(isWorkingDay(day)).toBe(true)
        const working = workingDaysBetween(toBrusselsDay(at), day)
        if (orderBefore !== null) expect(working).toBe(given.daysNL)
        expect(working).toBeGreaterThanOrEqual(given.daysNL)
        const later = new Date(at.getTime() + more).toISOString()
        expect(promiseOf('NL', later, given).day >= day).toBe(true)
      }),
    )
  })

  it('is none for a country without a number of days, and with settings that leave it out', () => {
    const now = new Date('2026-11-30T09:00:00Z')
    expect(promiseDelivery(settings, 'IT', now)).toBe(null)
    expect(promiseDelivery(settings, 'PT', now)).toBe(null)
    const { daysDE: _, ...before } = settings
    expect(promiseDelivery(before as DeliverySettings, 'DE', now)).toBe(null)
    expect(promiseTextForAll(settings, ['IT', 'AU'], now)).toBe(null)
  })

  it('is told for the nearest country that is shipped to, and for a few others', () => {
    const now = new Date('2026-11-30T09:00:00Z')
    const first = 'Vandaag voor 16.00 besteld: dinsdag 1 december in huis'
    expect(promiseTextForAll(settings, ['NL'], now)).toBe(first)
    expect(promiseTextForAll({ ...settings, daysBE: 1 }, ['BE', 'NL'], now)).toBe(first)
    expect(promiseTextForAll(settings, ['BE', 'IT', 'NL'], now)).toBe(
      `${first} (België: woensdag 2 december)`,
    )
    expect(promiseTextForAll(settings, ['NL', 'BE', 'DE'], now)).toBe(
      `${first} (België: woensdag 2 december, Duitsland: donderdag 3 december)`,
    )
    expect(promiseTextForAll({ ...settings, daysDE: 2 }, ['NL', 'BE', 'DE'], now)).toBe(
      `${first} (België en Duitsland: woensdag 2 december)`,
    )
    expect(promiseTextForAll(settings, ['NL', 'BE', 'DE', 'FR'], now)).toBe(`${first} (Nederland)`)
    expect(promiseTextForAll(settings, ['DE'], now)).toBe(
      'Vandaag voor 16.00 besteld: donderdag 3 december in huis',
    )
  })

  it('needs a day on which parcels leave', () => {
    const never = { ...settings, ...onDays([]), cutOff: '25:00' }
    expect(isCompleteDelivery(never)).toBe(false)
    expect(isCompleteDelivery({ ...settings, daysBE: 0 })).toBe(false)
    expect(isCompleteDelivery({ ...settings, daysFR: 31 })).toBe(false)
    expect(DeliverySettings.safeParse(never).error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'cutOff',
      'monday',
    ])
  })

  it('is written as a day, whichever zone the reader is in', () => {
    expect(formatPromisedDay('2026-12-01')).toBe('dinsdag 1 december')
    expect(toBrusselsDay(startOfBrusselsDay('2026-07-01'))).toBe('2026-07-01')
  })
})
