import { creatorApplications } from '../../src/live/applications/table.ts'
import { details, reading } from '../support/creatorApplications.ts'
import type { Prepare, PreparedEntry } from './prepare.ts'
import type { Member } from './requests.ts'
import type { Round } from './round.ts'

const creatorOf = (caller: Member, row: number): 'creator1' | 'creator2' =>
  caller === 'creator1' || caller === 'creator2' ? caller : row % 2 ? 'creator1' : 'creator2'

/** Accepted, not suspended, with nothing to be told, and with toys on the air. */
async function readmit(round: Round, name: Member): Promise<string> {
  const { id } = round.accounts[name]
  await round.select(`delete from creator_suspensions where user_id = '${id}'`)
  await round.select(`insert into creators (user_id, accepted_at, created_at) values ('${id}', now(), now())
    on conflict (user_id) do update set accepted_at = now(), suspended_at = null, left_at = null, agreement_until = null`)
  return id
}

async function suspension(round: Round, name: 'creator1' | 'creator2') {
  const userId = await readmit(round, name)
  const path = `/api/admin/creators/${userId}/suspensions`
  const { body } = await round.callAs('admin', 'POST', path, { reason: 'Om te proberen.' })
  const { suspensions } = body as { suspensions?: { id: string }[] }
  if (!suspensions) throw new Error(`no suspension: ${JSON.stringify(body)}`)
  const suspensionId = suspensions[0]?.id
  return { userId, suspensionId }
}

const suspended: Prepare = async (round, caller, row) => ({
  fields: { ...(await suspension(round, creatorOf(caller, row))), decision: 'LIFT' },
})

const admitted: Prepare = async (round, caller, row) => {
  const name = creatorOf(caller, row)
  return { fields: { userId: await readmit(round, name) }, changed: name }
}

const signedAgreement: Prepare = async (round, caller) => {
  const { body } = await round.callAs(caller, 'GET', '/api/creator-agreement')
  const { version, textHash } = body as { version: number; textHash: string }
  await round.callAs(caller, 'POST', '/api/creator-agreement', { version, textHash, isAgreed: true })
  return { fields: {} }
}

const agreementOf: Prepare = async (round, caller, row) => {
  const name = caller === 'admin' ? creatorOf(caller, row) : caller
  await signedAgreement(round, name, row)
  const { id: userId } = round.accounts[name]
  const [signed] = await round.select(`select id from creator_agreements where user_id = '${userId}'`)
  return { fields: { userId, agreementId: signed?.['id'] }, owner: userId }
}

const unsignedAgreement: Prepare = async (round, caller) => {
  await round.callAs(caller, 'POST', '/api/creator-agreement/withdraw')
  const { body } = await round.callAs(caller, 'GET', '/api/creator-agreement')
  const { version, textHash } = body as { version: number; textHash: string }
  return { fields: { version, textHash, isAgreed: true } }
}

const noApplication: Prepare = async (round, caller) => {
  await round.callAs(caller, 'DELETE', '/api/creator-application')
  return { fields: details }
}

const draft: Prepare = async (round, caller, row) => {
  await noApplication(round, caller, row)
  await round.callAs(caller, 'POST', '/api/creator-application', details)
  return { fields: details }
}

/** Proved by a provider, since reading a photo takes seconds. */
const completeDraft: Prepare = async (round, caller, row) => {
  await draft(round, caller, row)
  await signedAgreement(round, caller, row)
  await round.select(`update creator_applications set verified_at = now()
    where state = 'DRAFT' and user_id = '${round.accounts[caller].id}'`)
  return { fields: {} }
}

const photo: Prepare = async (round, caller, row) => {
  await draft(round, caller, row)
  const [image] = await round.select(`
    insert into identity_images (id, application_id, picture, kept_days)
    select gen_random_uuid(), id, '', 0 from creator_applications
    where state = 'DRAFT' and user_id = '${round.accounts[caller].id}' returning id`)
  return { fields: { documentId: image?.['id'] } }
}

/** As an application of hand work is stored that was sent. */
const sentApplication: Prepare = async (round, _, row) => {
  const caller = creatorOf('admin', row)
  await noApplication(round, caller, row)
  await signedAgreement(round, caller, row)
  const { id: userId } = round.accounts[caller]
  const sent = { userId, state: 'SENT' as const, verifier: 'HAND' as const, sentAt: new Date() }
  const [added] = await round.db
    .insert(creatorApplications)
    .values(sent)
    .returning({ id: creatorApplications.id })
  return { fields: { applicationId: added?.id, reading, decision: 'APPROVE' } }
}

/** A person whom the creator met, already a favourite and with a note. */
const knownPerson: Prepare = async (round, caller, row) => {
  const met = await round.select(
    `select other_id as id from contacts where user_id = '${round.accounts[caller].id}' order by other_id`,
  )
  const userId = met[row % met.length]?.['id']
  await round.callAs(caller, 'PUT', `/api/studio/favourites/${String(userId)}`)
  await round.callAs(caller, 'PUT', `/api/studio/notes/${String(userId)}`, { text: 'Rustig.' })
  return { fields: { userId, text: 'Rustig.' } }
}

/** Another one each time, since she has a most. */
const blockedArea: Prepare = async (round, caller) => {
  await round.select(`delete from blocked_areas`)
  await round.callAs(caller, 'POST', '/api/studio/hiding/areas', { country: 'LU' })
  const [area] = await round.select(
    `select id from blocked_areas where creator_id = '${round.accounts[caller].id}'`,
  )
  return { fields: { areaId: area?.['id'], country: 'LU', postcode: '' } }
}

export const preparedCreators: PreparedEntry[] = [
  [/creator-account\/appeal/, 'suspensionId', suspended],
  [/suspensionId.*decision/, 'userId suspensionId decision', suspended],
  [/creator-account\/leave/, '', admitted],
  [/admin\/creators\/\{userId\}(\/suspensions)?$/, 'userId', admitted],
  [/POST \/api\/creator-agreement$/, 'version textHash isAgreed', unsignedAgreement],
  [/\{agreementId\}/, 'userId agreementId', agreementOf],
  [/creator-agreement\/withdraw/, '', signedAgreement],
  [/POST \/api\/creator-application$/, 'legalName dateOfBirth address country plans', noApplication],
  [/PUT \/api\/creator-application$/, 'legalName dateOfBirth address country plans', draft],
  [/DELETE \/api\/creator-application$/, '', draft],
  [/POST \/api\/creator-application\/documents$/, '', draft],
  [/creator-application\/send/, '', completeDraft],
  [/documents\/\{documentId\}/, 'documentId', photo],
  [/admin\/creator-applications\/\{applicationId\}/, 'applicationId reading decision', sentApplication],
  [/studio\/(favourites|notes)\/\{userId\}/, 'userId text', knownPerson],
  [/hiding\/areas/, 'areaId country postcode', blockedArea],
]
