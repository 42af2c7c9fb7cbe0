import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AdminNotificationKind, defaultChannels, isDefault, topicOfKind } from './adminTopics.rules.ts'
import { type NotificationKind, unreadNotificationsMail, AdminTopic } from './contract.ts'
import { deliveryRules, selectForMail } from './delivery.rules.ts'
import { digestLines } from './digest.rules.ts'
import { adminTopicGroups } from './admin/labels.rules.ts'
import { notificationMails } from './mails.ts'
import { notificationMessages } from './messages.rules.ts'
import { keysOf } from '../../wire/records.ts'

const adminKinds = keysOf(topicOfKind)

/** The parameters of every kind for admins, and whatever a caller may know of a person besides. */
const params = fc.record({
  number: fc.integer({ min: 1, max: 999_999 }).map(count => `2026-${String(count).padStart(6, '0')}`),
  cents: fc.nat(1_000_000),
  subject: fc.constantFrom('bestelling 2026-000001', 'een cadeau', 'een aankoop van minuten'),
  count: fc.integer({ min: 1, max: 50 }),
  left: fc.integer({ min: 1, max: 50 }),
  queue: fc.constantFrom('Facturen maken', 'Mails versturen'),
  newestAt: fc.option(fc.date({ noInvalidDate: true })),
  orders: fc.nat(500),
  open: fc.array(fc.constantFrom('1 herroeping', '3 beoordelingen te keuren'), { maxLength: 3 }),
})
const secret = fc.uuid()
const render = (kind: AdminNotificationKind, given: object) =>
  (notificationMessages[kind] as (given: object) => { title: string; text: string })(given)

describe('the notifications of admins', () => {
  it.each(adminKinds)('of %s names no person, whatever is passed, and outside the shop no product', kind => {
    fc.assert(
      fc.property(params, secret, secret, (given, person, productName) => {
        const names = ['name', 'email', 'displayName', 'firstName', 'lastName', 'giver', 'toyName', 'gift']
        const known = Object.fromEntries(names.map(name => [name, person]))
        const { title, text } = render(kind, { ...known, ...given, productName })
        expect(`${title} ${text}`).not.toContain(person)
        const outside = [deliveryRules[kind].push, ...digestLines([{ kind, title, text }])].join(' ')
        expect(outside).not.toContain(productName)
        expect(outside).not.toMatch(/toy|product|Gloed|@/i)
        expect(outside).not.toMatch(/undefined|NaN/)
      }),
    )
  })

  it.each(adminKinds)('of %s has one title, because mails list it', kind => {
    fc.assert(
      fc.property(params, params, (one, other) => {
        expect(render(kind, one).title).toBe(render(kind, other).title)
      }),
    )
  })

  it.each(adminKinds)('of %s can come by every channel', kind => {
    expect(deliveryRules[kind].push).not.toBeNull()
    expect(deliveryRules[kind].mail).not.toBe('never')
  })

  it('has each topic on the page once, and a kind for each', () => {
    const shown = adminTopicGroups.flatMap(({ topics }) => topics)
    expect(shown.toSorted()).toEqual(AdminTopic.options.toSorted())
    expect([...new Set(Object.values(topicOfKind))].toSorted()).toEqual(AdminTopic.options.toSorted())
    for (const topic of AdminTopic.options) expect(isDefault(topic, defaultChannels[topic])).toBe(true)
  })
})

describe('the mail about unread notifications', () => {
  const row = (kind: NotificationKind, title = 'x', text = 'y') => ({ kind, title, text })

  it('lists the topics of admins by title, and counts the rest', () => {
    expect(digestLines([row('MESSAGE'), row('GIFT')])).toEqual([])
    expect(
      digestLines([
        row('NEW_ORDER', 'Nieuwe bestelling'),
        row('SOLD_OUT', 'Uitverkocht', 'Zijden sjaal is uitverkocht.'),
        row('NEW_ORDER', 'Nieuwe bestelling'),
        row('MESSAGE'),
        row('DAY_SUMMARY', 'Dagoverzicht', 'Gisteren: 2 bestellingen.'),
      ]),
    ).toEqual([
      'Nieuwe bestelling (2)',
      'Uitverkocht',
      'Dagoverzicht. Gisteren: 2 bestellingen.',
      'En 1 andere melding',
    ])
  })

  it('has these lines before anything else, and none when it was stored without', () => {
    const [mail] = notificationMails
    const props = { count: 2, url: 'https://gloed.test/notifications', shopName: 'Gloed' }
    const paragraphsOf = (given: object) =>
      mail?.buildContent(unreadNotificationsMail.props.parse({ ...props, ...given })).paragraphs
    const lines = ['Nieuwe bestelling', 'Uitverkocht']
    expect(paragraphsOf({ lines })).toEqual([
      ...lines,
      expect.any(String),
      expect.stringContaining('kies je'),
    ])
    expect(paragraphsOf({})).toEqual([
      expect.stringContaining('hoogstens één keer per uur'),
      expect.stringContaining('Liever geen mail'),
    ])
  })

  const at = Date.parse('2026-11-20T12:00:00Z')
  const MINUTE = 60_000
  const ago = (kind: NotificationKind, minutes: number) => ({
    kind,
    createdAt: new Date(at - minutes * MINUTE),
  })

  it('waits ten minutes, unless one is to be mailed at once: then it has all of them', () => {
    const [old, young] = [ago('NEW_ORDER', 20), ago('NEW_ORDER', 5)]
    expect(selectForMail([old, young], at)).toEqual({ due: [old], intervalMs: 60 * MINUTE })
    expect(selectForMail([young], at).due).toEqual([])
    const urgent = ago('CHARGEBACK', 0)
    expect(selectForMail([young, urgent], at)).toEqual({ due: [young, urgent], intervalMs: 10 * MINUTE })
  })
})
