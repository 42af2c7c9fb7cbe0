import { issueDownloadToken } from '../../src/shop/downloads/token.service.ts'
import { issueConversationToken } from '../../src/shop/support/token.service.ts'
import { rowOf, type Prepare, type PreparedEntry } from './prepare.ts'
import type { Round } from './round.ts'

const conversationLink: Prepare = async (round, _, row) => {
  const { id = '', owner = null } = await rowOf(
    round,
    'select id, user_id as owner from support_conversations',
    row,
  )
  return { fields: { token: await issueConversationToken(round.db, id, new Date()) }, owner }
}

const downloadLink: Prepare = async (round, _, row) => {
  const {
    order = '',
    owner = null,
    ...line
  } = await rowOf(
    round,
    `select d.user_id as owner, d.order_id as order, d.order_item_id as "itemId", f.id as "fileId"
     from digital_deliveries d left join digital_files f on f.product_id = d.product_id`,
    row,
  )
  return { fields: { ...line, token: await issueDownloadToken(round.db, order, new Date()) }, owner }
}

/** A download, by the cookie that the link gave. */
const openedDownload: Prepare = async (round, caller, row) => {
  const link = await downloadLink(round, caller, row)
  const { token, ...line } = link.fields
  const opened = await round.callAs(caller, 'POST', '/api/downloads', { token })
  return { ...link, fields: line, cookie: opened.cookies.map(each => each.split(';')[0]).join('; ') }
}

const guestOrderLink: Prepare = async (round, _, row) => {
  const { id = '', owner = null } = await rowOf(
    round,
    `select o.id, u.id as owner from orders o join users u on u.id = o.user_id where u.role = 'GUEST'`,
    row,
  )
  return { fields: { token: await round.linkToken({ guestOrderId: id }) }, owner }
}

const recallLink: Prepare = async (round, _, row) => {
  const { id = '' } = await rowOf(round, 'select id from recall_notices', row)
  return { fields: { token: await round.linkToken({ recallNoticeId: id }) } }
}

interface Report {
  id: string
  caseId: string
  version: number
  reporter: string | null
  author: string | null
}

const reports = `
  select r.id, r.case_id as "caseId", c.version, r.reporter_id as reporter, c.owner_id as author
  from content_reports r join content_cases c on c.id = r.case_id`

async function linkOf(round: Round, { id, caseId, reporter, author }: Report, party: 'REPORTER' | 'OWNER') {
  const link = party === 'REPORTER' ? { contentReportId: id } : { contentCaseId: caseId }
  return {
    fields: { token: await round.linkToken(link) },
    owner: party === 'REPORTER' ? reporter : author,
  }
}

const caseLink: Prepare = async (round, _, row) => {
  const report = (await rowOf(round, `${reports} order by r.id`, row)) as unknown as Report
  return linkOf(round, report, row % 2 ? 'REPORTER' : 'OWNER')
}

/** A case that has just been decided, against one of its parties. */
const appealLink: Prepare = async (round, _, row) => {
  const { id: contentId } = await rowOf(round, 'select id from reviews order by id', row)
  const email = `bezwaar.${round.count()}@gloed.test`
  const said = { reason: 'ABUSE', text: 'Dit klopt niet.', name: 'Robin', email, isGoodFaith: true }
  await round.callAs('nobody', 'POST', '/api/content-reports', { kind: 'REVIEW', contentId, ...said })
  const [found] = await round.select(`${reports} where r.email = '${email}'`)
  // No review is left.
  if (!found) return { fields: { token: 'onbekend' } }
  const report = found as unknown as Report
  const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Daarom.' }
  const decision = row % 2 ? 'KEEP' : 'REMOVE'
  const path = `/api/admin/content-reports/${report.caseId}/decisions`
  await round.callAs('admin', 'POST', path, { version: report.version, decision, ...statement })
  return linkOf(round, report, decision === 'KEEP' ? 'REPORTER' : 'OWNER')
}

export const preparedLinks: PreparedEntry[] = [
  [/contact\/thread/, 'token', conversationLink],
  [/guest-orders\/open/, 'token', guestOrderLink],
  [/recalls\/open/, 'token', recallLink],
  [/content-reports\/open/, 'token', caseLink],
  [/content-reports\/appeal/, 'token', appealLink],
  [/GET \/api\/downloads/, 'itemId fileId', openedDownload],
  [/\/api\/downloads/, 'token itemId fileId', downloadLink],
]
