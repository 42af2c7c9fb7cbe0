import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { newReference } from '../../platform/crypto/reference.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { Problem } from '../../wire/problem.ts'
import * as contract from './contract.ts'
import { appeal, followCase } from './follow.service.ts'
import type { ContentKinds } from './kinds.service.ts'
import { fileReport, type Reporter } from './service.ts'

/** Rate limits: a report asks for an admin's time, and mails an address that anyone can type. */
const DAY_MS = 24 * 3_600_000
const MAX_PER_IP = 20
const MAX_PER_USER = 20
/** Receipts to an address; beyond it reports are taken all the same, or whoever types it would silence its owner. */
const MAX_RECEIPTS = 20

export function contentReportRoutes(app: FastifyInstance, platform: Platform, kinds: ContentKinds): void {
  const limit = (name: string, max: number) =>
    createSharedRateLimit(
      platform,
      `content-reports-${name}`,
      Math.ceil(max * platform.config.rateLimitFactor),
      DAY_MS,
    )
  const [addresses, users, receipts] = [
    limit('ip', MAX_PER_IP),
    limit('user', MAX_PER_USER),
    limit('receipt', MAX_RECEIPTS),
  ] as const
  serveWithContext(app, contract.reportContent, async (input, _, { request }) => {
    const user = await app.identify(request)
    const reporter = user ? { user } : visitorOf(input)
    // A program is not told that it was found out.
    if (input.website !== null) return { reference: newReference() }
    await addresses.consume(ipRateLimitKey(request.ip))
    if (reporter.user) await users.consume(reporter.user.userId)
    else if (reporter.email !== null)
      reporter.isUnconfirmed = !(await receipts.tryConsume(reporter.email.toLowerCase()))
    return { reference: await fileReport(platform, kinds, reporter, input) }
  })
  serve(app, contract.openReport, ({ token }) => followCase(platform, token))
  serve(app, contract.appealDecision, ({ token, text }) => appeal(platform, token, text))
}

/** @throws Problem INVALID_INPUT with the fields that a visitor has to fill in */
function visitorOf(report: contract.ReportInput): Extract<Reporter, { user: null }> {
  if (contract.mayBeAnonymous(report.reason) && !report.name && !report.email)
    return { user: null, name: null, email: null }
  const sender = contract.ReportSender.safeParse({ name: report.name ?? '', email: report.email ?? '' })
  if (sender.success) return { user: null, ...sender.data }
  const fields = Object.fromEntries(sender.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new Problem('INVALID_INPUT', { fields })
}
