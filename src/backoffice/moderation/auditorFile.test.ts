import { unzipSync } from 'fflate'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { composeSignature } from '../../live/agreements/service.ts'
import { creatorAgreements } from '../../live/agreements/table.ts'
import { stopSessionAsAdmin } from '../../live/sessions/admin/contract.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { createAuditorFile, downloadAuditorFile, readCompliance } from './contract.ts'

const control = controlFixture()

const make = (admin: TestUser, month: string, isSample: boolean) =>
  admin.call(createAuditorFile, { month, isSample })

/** As the browser downloads it. */
const download = (who: TestUser, path: string) =>
  fetch(new URL(path, control.shop.origin), { headers: { cookie: who.cookie() } })

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8')

it('an auditor gets the sessions of a month with the consent and the papers of their creator, and nothing of their players', async () => {
  const admin = await control.shop.newUser('ADMIN')
  expect(await make(admin, '2026-11', false)).toMatchObject({
    status: 404,
    body: { message: 'In deze maand begon geen sessie.' },
  })
  const { platform } = control.shop.node
  const { user } = control.creator
  const signature = await composeSignature(platform, user.id, control.now())
  await control.db().insert(creatorAgreements).values(signature)
  const { customer } = await control.inControl()
  const sessionId = (await control.beat(customer))?.id ?? ''
  expect((await admin.call(stopSessionAsAdmin, { sessionId })).status).toBe(200)

  const { status, body } = await make(admin, '2026-11', true)
  expect([status, body.sessions]).toEqual([201, 1])
  const path = downloadAuditorFile.path.replace(':fileId', body.fileId)
  const answer = await download(admin, path)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(Object.keys(files).sort()).toEqual([`creator-1/overeenkomst-${signature.label}.pdf`, 'sessies.csv'])
  expect(textOf(files[`creator-1/overeenkomst-${signature.label}.pdf`]).slice(0, 5)).toBe('%PDF-')
  const sessions = textOf(files['sessies.csv'])
  expect(sessions).toContain(`"${sessionId}";"creator-1";`)
  expect(sessions).toContain('"ADMIN";"STOPPED_BY_ADMIN"')
  for (const secret of [customer.userId, user.id, user.email, user.displayName])
    expect(sessions).not.toContain(secret)

  const [entry] = await control
    .db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'AUDITOR_FILE_MADE'), eq(auditEntries.subjectId, body.fileId)))
  expect(entry).toMatchObject({ actorId: admin.user.id, details: { toySessions: [sessionId] } })
  expect((await admin.call(readCompliance, { month: '2026-11' })).body.sessions).toEqual({
    begun: 1,
    withConsent: 1,
    endedByAdmin: 1,
  })

  const other = await control.shop.newUser('ADMIN')
  expect((await download(other, path)).status).toBe(404)
})
