import sharp from 'sharp'
import { expect } from 'vitest'
import { readAgreement, signAgreement } from '../../src/live/agreements/contract.ts'
import * as contract from '../../src/live/applications/contract.ts'
import { creatorApplications } from '../../src/live/applications/table.ts'
import type { TestShop, TestUser } from './shop.ts'

/** Words that are nowhere else, to be searched for. */
export const details = {
  legalName: 'Kwikstaartje van der Zwaluw',
  dateOfBirth: '1994-05-17',
  address: 'Nachtegaalpad 4711, Vogelwaarde',
  country: 'NL',
  plans: 'Ik speel graag met de wielewaal',
}
export const reading = { kind: 'Paspoort', country: 'NL', expiresOn: '2030-06-30', dateOfBirth: '1994-05-17' }

/** Made of shapes only, so that nothing is read on it. */
const plain = sharp({ create: { width: 200, height: 120, channels: 3, background: '#ddeeff' } })
  .png()
  .toBuffer()

export async function upload(one: TestUser, content?: Buffer) {
  const form = new FormData()
  form.append('document', new Blob([new Uint8Array(content ?? (await plain))]), 'kaart.png')
  return one.request('POST', '/api/creator-application/documents', form)
}

export async function applicant(shop: TestShop, input = details): Promise<TestUser> {
  const one = await shop.newUser()
  expect((await one.call(contract.startApplication, input)).status).toBe(201)
  await sign(one)
  return one
}

/** Signs the agreement that applies. */
export async function sign(one: TestUser): Promise<void> {
  const { body: agreement } = await one.call(readAgreement)
  expect((await one.call(signAgreement, { ...agreement, isAgreed: true })).status).toBeLessThan(300)
}

/** An application that was sent, with a photo. */
export async function sent(shop: TestShop) {
  const one = await applicant(shop)
  expect((await upload(one)).status).toBe(201)
  const { status, body } = await one.call(contract.sendApplication)
  expect(status).toBe(200)
  return { one, applicationId: body.application?.id as string }
}

export const stateOf = async (one: TestUser) =>
  (await one.call(contract.readOwnApplication)).body.application?.state

/** The changes of admins to applications, for the test of the log. */
export function auditedApplicationChanges(control: {
  readonly shop: TestShop
}): Record<string, () => Promise<object>> {
  const waiting = async () => {
    const { db } = control.shop.node.platform
    const one = await control.shop.newUser()
    await sign(one)
    const [row] = await db
      .insert(creatorApplications)
      .values({ userId: one.user.id, state: 'SENT', verifier: 'HAND', sentAt: new Date() })
      .returning({ applicationId: creatorApplications.id })
    return row
  }
  const path = 'POST /api/admin/creator-applications/:applicationId'
  const valid = { ...reading, expiresOn: '2099-06-30' }
  return {
    [`${path}/identity`]: async () => ({ ...(await waiting()), reason: 'APPLICATION' }),
    [`${path}/decision`]: async () => ({ ...(await waiting()), decision: 'APPROVE', reading: valid }),
  }
}
