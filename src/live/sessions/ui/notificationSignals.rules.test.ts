import { expect, test } from 'vitest'
import { readNotificationSignals, type NotificationSignals } from './notificationSignals.rules.ts'
import type { ServerFrame } from '../socket.contract.ts'

const at = '2026-11-20T20:00:00.000Z'
const session = (more: object | null) =>
  ({
    type: 'session',
    session: more && { id: 'a', status: 'ACTIVE', lowBalance: false, ...more },
  }) as ServerFrame
const place = (claimUntil: string | null) =>
  ({ type: 'queue', place: { toyId: 't', claimUntil } }) as ServerFrame
const balance = (minutesBalance: number): ServerFrame => ({ type: 'balance', minutesBalance })

test.each<[string, ServerFrame[], boolean[]]>([
  ['a session that goes on', [session({}), session({ minutesUsed: 3 })], [false, false]],
  [
    'a session that ends',
    [session({}), session({ status: 'STOPPED' }), session({ status: 'STOPPED' })],
    [false, true, false],
  ],
  ['a balance that runs low', [session({}), session({ lowBalance: true })], [false, true]],
  [
    'one that was there before',
    [session({ status: 'STOPPED' }), session({ status: 'STOPPED' })],
    [false, false],
  ],
  [
    'a turn, told again',
    [place(null), place(at), place(at), { type: 'queue', place: null }],
    [false, true, false, false],
  ],
  ['a turn that one finds', [place(at)], [true]],
  ['minutes that are spent', [balance(9), balance(8)], [false, false]],
  ['minutes that come', [balance(8), balance(13)], [false, true]],
  ['a message', [{ type: 'messages' }, { type: 'messages' }], [true, true]],
  ['anything else', [{ type: 'toys', toys: [] }, { type: 'bridging' }], [false, false]],
])('%s', (_, frames, news) => {
  let heard: NotificationSignals = {}
  const told = frames.map(frame => {
    const { heard: next, isNews } = readNotificationSignals(heard, frame)
    heard = next
    return isNews
  })
  expect(told).toEqual(news)
})
