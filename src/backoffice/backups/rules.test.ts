import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backupName, backupsToKeep, backupTime, isBackupName, isFilePath, RETENTION } from './rules.ts'

const DAY_MS = 86_400_000
const daily = (days: number): string[] =>
  Array.from({ length: days }, (_, day) => backupName(new Date(Date.UTC(2025, 0, 1, 3) + day * DAY_MS)))

it('keeps the newest of seven days, four weeks and twelve months', () => {
  const kept = [...backupsToKeep(daily(500), new Date('2026-05-15T04:00:00Z'))].sort()
  // 15 May 2026 is the last day.
  expect(kept.slice(-7).map(name => name.slice(0, 10))).toEqual([
    '2026-05-09',
    '2026-05-10',
    '2026-05-11',
    '2026-05-12',
    '2026-05-13',
    '2026-05-14',
    '2026-05-15',
  ])
  // Sundays end a week, and each month has its last day.
  expect(kept).toEqual(
    expect.arrayContaining([
      '2026-04-26T03.00.00Z',
      '2026-05-03T03.00.00Z',
      '2026-04-30T03.00.00Z',
      '2025-06-30T03.00.00Z',
    ]),
  )
  expect(kept.some(name => name < '2025-06')).toBe(false)
})

const names = fc
  .uniqueArray(fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }))
  .map(dates => [...new Set(dates.map(backupName))])

it('always keeps the newest and those younger than two days, and keeps the same ones when it is asked again', () => {
  fc.assert(
    fc.property(names, fc.nat(100), (all, hours) => {
      const newest = all.toSorted().at(-1)
      const now = new Date((newest ? backupTime(newest).getTime() : 0) + hours * 3_600_000)
      const kept = backupsToKeep(all, now)
      const recent = all.filter(name => now.getTime() - backupTime(name).getTime() < 2 * DAY_MS)
      expect([...kept]).toEqual(expect.arrayContaining(newest === undefined ? recent : [newest, ...recent]))
      expect(kept.size - recent.length).toBeLessThanOrEqual(
        RETENTION.days + RETENTION.weeks + RETENTION.months,
      )
      expect(backupsToKeep([...kept], now)).toEqual(kept)
    }),
  )
})

it('keeps all backups of a day for two days, because the last may be of a mistake', () => {
  const [good, bad] = ['2026-11-23T09.00.00Z', '2026-11-23T11.00.00Z']
  expect(backupsToKeep([good, bad], new Date('2026-11-25T08:59:00Z'))).toEqual(new Set([bad, good]))
  expect(backupsToKeep([good, bad], new Date('2026-11-25T09:01:00Z'))).toEqual(new Set([bad]))
})

it('keeps as many when a clock was wrong, and removes none that that clock dated', () => {
  const now = new Date('2026-05-15T04:00:00Z')
  const all = daily(500)
  const ahead = Array.from({ length: 15 }, (_, day) => backupName(new Date(Date.UTC(2031, 0, 1 + 31 * day))))
  expect(backupsToKeep([...all, ...ahead], now)).toEqual(new Set([...ahead, ...backupsToKeep(all, now)]))
})

it('names a backup by its time', () => {
  expect(backupName(new Date('2026-11-23T19:12:56.789Z'))).toBe('2026-11-23T19.12.56Z')
  expect(isBackupName('2026-11-23T19.12.56Z')).toBe(true)
  expect(isBackupName('.2026-11-23T19.12.56Z')).toBe(false)
})

it('knows a file of the shop from others', () => {
  for (const path of ['media/pictures/a-b_c/800.webp', 'files/abc']) expect(isFilePath(path), path).toBe(true)
  for (const path of ['media/../../etc/passwd', 'secrets/session', '/media/a', 'media/.nfs0001'])
    expect(isFilePath(path), path).toBe(false)
})
