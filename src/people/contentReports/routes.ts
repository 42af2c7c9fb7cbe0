import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRateLimit } from '../../platform/rateLimit.ts'
import { newReference } from '../../platform/reference.ts'
import { serve } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import * as contract from './contract.ts'
import { appeal, followCase } from './follow.service.ts'
import type { ContentKinds } from './kinds.service.ts'
import { fileReport, type Reporter } from './service.ts'

/** Rate limits: a report mails an address that anyone can type, and asks for an admin's time. */
const DAY_MS = 24 * 3_600_000
const MAX_PER_IP = 20
const MAX_PER_REPORTER = 20

export function contentReportRoutes(app: FastifyInstance, platform: Platform, kinds: ContentKinds): void {
  const { config, now } = platform
  const addresses = createRateLimit(MAX_PER_IP * config.rateLimitFactor, DAY_MS, now)
  const reporters = createRateLimit(MAX_PER_REPORTER * config.rateLimitFactor, DAY_MS, now)
  serve(app, contract.reportContent, async (input, _, { request }) => {
    const user = await app.identify(request)
    const reporter: Reporter = user ? { user } : visitorOf(input)
    // A program is not told that it was found out.
    if (input.website !== null) return { reference: newReference() }
    addresses.consume(ipRateLimitKey(request.ip))
    const key = reporter.user?.userId ?? ('email' in reporter ? reporter.email : null)
    if (key) reporters.consume(key)
    return { reference: await fileReport(platform, kinds, reporter, input) }
  })
  serve(app, contract.openReport, ({ token }) => followCase(platform, token))
  serve(app, contract.appealDecision, ({ token, text }) => appeal(platform, token, text))
}

/** @throws Problem INVALID_INPUT with the fields that a visitor has to fill in */
function visitorOf(report: contract.ReportInput): Reporter {
  if (contract.mayBeAnonymous(report.reason) && !report.name && !report.email)
    return { user: null, name: null, email: null }
  const sender = contract.ReportSender.safeParse({ name: report.name ?? '', email: report.email ?? '' })
  if (sender.success) return { user: null, ...sender.data }
  const fields = Object.fromEntries(sender.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new Problem('INVALID_INPUT', { fields })
}
