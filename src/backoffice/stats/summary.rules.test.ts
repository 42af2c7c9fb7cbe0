import { expect, it } from 'vitest'
import { summarizeDay } from './summary.rules.ts'

const none = {
  orders: 0,
  withdrawals: 0,
  withdrawalRefunds: 0,
  messages: 0,
  contentReports: 0,
  applications: 0,
  creatorPages: 0,
  refunds: 0,
  mails: 0,
  reviews: 0,
  findings: 0,
}

it('says nothing of a day on which nothing happened and nothing waits', () => {
  expect(summarizeDay({ orders: 0, revenue: 0 }, none)).toBeNull()
})

it('lists waiting work, whatever the day brought', () => {
  expect(
    summarizeDay({ orders: 0, revenue: 0 }, { ...none, orders: 1, withdrawals: 2, mails: 1000 }),
  ).toEqual({
    orders: 0,
    cents: 0,
    open: ['1 te verzenden bestelling', '2 herroepingen', 'minstens 1000 mislukte mails'],
  })
})

it('reports a day with orders, or with refunds only, though nothing waits', () => {
  expect(summarizeDay({ orders: 3, revenue: 5400 }, none)).toEqual({ orders: 3, cents: 5400, open: [] })
  expect(summarizeDay({ orders: 0, revenue: -900 }, none)).toEqual({ orders: 0, cents: -900, open: [] })
})
