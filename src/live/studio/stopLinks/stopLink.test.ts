import { afterEach, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { sendCommand } from '../../sessions/contract.ts'
import { createStopLink, listStopLinks, revokeStopLink, stopByLink } from './contract.ts'
import { findAuditEntriesBySubject } from '../../../people/audit/admin/service.ts'

const control = controlFixture()
const create = (isSingleUse: boolean, name = 'In mijn tas') =>
  control.creator.call(createStopLink, { name, isSingleUse })
const list = async () => (await control.creator.call(listStopLinks)).body
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
/** Whoever has the link, without a login. */
const useLink = (token: string) => control.shop.newClient().call(stopByLink, { token })

afterEach(async () => {
  for (const { id } of await list()) await control.creator.call(revokeStopLink, { linkId: id })
})

/** A busy machine sends late. */
const PATIENCE = { timeout: 10_000, interval: 50 }

it('a card stops the toys of its creator and ends the sessions on them, as often as it is used', async () => {
  const { body } = await create(false)
  expect(body.url).toMatch(/\/stop\/[\w-]{43}$/)
  expect(body.qrCode).toMatch(/^data:image\/png/)
  for (let use = 0; use < 2; use += 1) {
    const { toyId, customer } = await control.inControl()
    const command = { toyDeviceId: toyId, command: 'vibrate', intensity: 9 } as const
    expect((await customer.call(sendCommand, command)).status).toBe(200)
    expect(await useLink(tokenOf(body.url))).toMatchObject({ status: 200, body: { sessions: 1 } })
    await control.simulator.untilLevel(toyId, 0)
    expect((await customer.call(sendCommand, command)).status).toBe(409)
  }
  // Toys without a session are stopped, too.
  const heard = await Promise.all(control.toyIds.map(id => control.simulator.asked(id)))
  await useLink(tokenOf(body.url))
  await vi.waitFor(async () => {
    for (const [index, id] of control.toyIds.entries())
      expect((await control.simulator.asked(id)).slice(heard[index]?.length)).toContain('Stop')
  }, PATIENCE)
  expect(await list()).toMatchObject([
    { name: 'In mijn tas', isSingleUse: false, lastUsedAt: expect.any(String) },
  ])
})

it('a link for one use works again for ten minutes after it, and then no more', async () => {
  const { body } = await create(true)
  const token = tokenOf(body.url)
  expect((await useLink(token)).status).toBe(200)
  control.pass(5 * 60_000)
  expect((await useLink(token)).status).toBe(200)
  control.pass(5 * 60_000)
  expect(await useLink(token)).toMatchObject({
    status: 404,
    body: { message: 'Deze stoplink werkt niet meer.' },
  })
  expect(await list()).toEqual([])
})

/** The audit entries about the creator, without those of links made and revoked, the newest first. */
const audited = async () =>
  (await findAuditEntriesBySubject(control.db(), [control.creator.user.id])).filter(
    ({ action }) => action === 'TOYS_STOPPED_BY_LINK',
  )

it('who uses a card again and again is refused after six times a minute, but never while somebody plays', async () => {
  const { body } = await create(false)
  const token = tokenOf(body.url)
  const answers = await Promise.all(Array.from({ length: 10 }, () => useLink(token)))
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(200), count(429)]).toEqual([6, 4])
  expect(await useLink(token)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: 'Alles kreeg net al een stop, en er speelt niemand.' },
  })
  const { toyId, send } = await control.inControl()
  expect((await send({ command: 'vibrate', intensity: 9 })).status).toBe(200)
  expect(await useLink(token)).toMatchObject({ status: 200, body: { sessions: 1 } })
  await control.simulator.untilLevel(toyId, 0)
  expect((await useLink(token)).status).toBe(429)
  control.pass(60_000)
  expect((await useLink(token)).status).toBe(200)
})

it('the audit log names the link and nobody as the actor, and has no entry of repeated uses that end nothing', async () => {
  const { body } = await create(false)
  const linkId = body.link.id
  const token = tokenOf(body.url)
  const before = (await audited()).length
  const news = async () => (await audited()).slice(0, -before || undefined)
  for (let use = 0; use < 3; use += 1) expect((await useLink(token)).status).toBe(200)
  expect(await news()).toMatchObject([
    { actor: null, subjectId: control.creator.user.id, details: { linkId, toySessions: [] } },
  ])
  await control.inControl()
  expect((await useLink(token)).body).toEqual({ sessions: 1 })
  expect(await news()).toMatchObject([
    { actor: null, details: { linkId, toySessions: [expect.any(String)] } },
    {},
  ])
  control.pass(10 * 60_000)
  await useLink(token)
  expect(await news()).toHaveLength(3)
})

it('a revoked link stops nothing, nor does an invented one', async () => {
  const { body } = await create(false)
  const another = await control.shop.newUser('MODEL')
  expect((await another.call(revokeStopLink, { linkId: body.link.id })).status).toBe(404)
  expect((await control.creator.call(revokeStopLink, { linkId: body.link.id })).status).toBe(204)
  for (const token of [tokenOf(body.url), 'invented']) expect((await useLink(token)).status).toBe(404)
})

it('ten links are the most, and the token is stored nowhere', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => create(false, `Kaart ${index}`)))
  const count = (wanted: number) => made.filter(({ status }) => status === wanted).length
  expect([count(201), count(409)]).toEqual([10, 2])
  const token = tokenOf(made.find(({ status }) => status === 201)?.body.url ?? '')
  const rows = await control.db().execute(`select row_to_json(stop_links)::text as row from stop_links`)
  expect(JSON.stringify(rows)).not.toContain(token)
})
