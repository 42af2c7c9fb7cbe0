import { expect, it } from 'vitest'
import { admissionOf } from './rules.ts'

const now = new Date('2026-12-01T12:00:00Z')
const [before, after, later] = [-1, 1, 2].map(days => new Date(now.getTime() + days * 86_400_000)) as [
  Date,
  Date,
  Date,
]
const accepted = {
  acceptedAt: before,
  noticeUntil: null,
  identityUntil: null,
  agreementUntil: null,
  suspendedAt: null,
  leftAt: null,
}
const onNotice = { ...accepted, acceptedAt: null }

it.each([
  ['NOT_ACCEPTED', undefined],
  ['LEFT', { ...accepted, leftAt: before, suspendedAt: before }],
  ['SUSPENDED', { ...accepted, suspendedAt: before }],
  ['NOTICE_OVER', { ...onNotice, noticeUntil: now }],
  ['IDENTITY_EXPIRED', { ...accepted, identityUntil: now }],
  ['AGREEMENT_ENDED', { ...accepted, agreementUntil: before, identityUntil: after }],
] as const)('a creator is not admitted: %s', (refusal, creator) => {
  expect(admissionOf(creator, now)).toEqual({ isAdmitted: false, refusal })
})

it.each([
  ['without an end', accepted, null],
  ['until the first end', { ...accepted, identityUntil: later, agreementUntil: after }, after],
  ['until the end of the notice', { ...onNotice, noticeUntil: after }, after],
] as const)('a creator is admitted %s', (_, creator, until) => {
  expect(admissionOf(creator, now)).toEqual({ isAdmitted: true, until })
})
