export interface ReviewedFinding {
  /** The attacks that say it. */
  attack: RegExp
  finding: RegExp
  /** Why it is none of the shop's, or accepted. */
  reason: string
}

const OWN_CERTIFICATE = "the test's own authority, for half a day; Caddy gets public certificates"

/** The findings of the tools that a person has judged; docs/security/tools.md says more. Anything else makes `npm run attack` fail. */
export const reviewedFindings: readonly ReviewedFinding[] = [
  {
    attack: /^slow-read-/,
    finding: /^its own probe got no answer at \d+ of \d+ looks$/,
    reason:
      "the tool's probe waits while it opens its own 1000 connections; another visitor is asked beside it, and decides",
  },
  {
    attack: /^slow-read-/,
    finding: /^another visitor: TimeoutError: /,
    reason: 'single answers that took over 5 s; more than a tenth of them is a finding of its own',
  },
  { attack: /^testssl$/, finding: /^CRITICAL cert_chain_of_trust: /, reason: OWN_CERTIFICATE },
  { attack: /^testssl$/, finding: /^HIGH cert_(?:expirationStatus|notAfter): /, reason: OWN_CERTIFICATE },
  {
    attack: /^testssl$/,
    finding: /^HIGH cert_revocation: Neither CRL nor OCSP URI provided$/,
    reason: OWN_CERTIFICATE,
  },
  {
    attack: /^testssl$/,
    finding: /^LOW TLS_session_ticket: valid for 604800 seconds/,
    reason: 'Caddy changes the key of tickets every twelve hours and forgets the oldest of four',
  },
  {
    attack: /^testssl$/,
    finding: /^MEDIUM BREACH: potentially VULNERABLE, br HTTP compression detected/,
    reason: 'pages have no secret that BREACH could guess, and requests of other sites no cookie',
  },
  {
    attack: /^wapiti$/,
    finding: /^HTTP Secure Headers: GET \/ X-XSS-Protection is not set$/,
    reason: 'it is 0 on every answer, which switches a harmful filter off',
  },
]

/** An attack that was run, with its findings. */
export interface FinishedAttack {
  name: string
  findings: string[]
}

/**
 * @returns the report at the end, a line each, and whether nothing was found that is not reviewed. Without a finished attack there is
 * nothing to trust.
 */
export function judgeFindings(played: readonly FinishedAttack[]): { isGood: boolean; lines: string[] } {
  if (played.length === 0) return { isGood: false, lines: ['no attack was run'] }
  const all = played.flatMap(({ name, findings }) => findings.map(finding => ({ name, finding })))
  const judged = all.map(each => ({
    ...each,
    reason: reviewedFindings.find(entry => entry.attack.test(each.name) && entry.finding.test(each.finding))
      ?.reason,
  }))
  const unknown = judged.filter(({ reason }) => reason === undefined)
  const known = judged.filter(({ reason }) => reason !== undefined)
  return {
    isGood: unknown.length === 0,
    lines: [
      ...known.map(({ name, finding, reason }) => `reviewed: ${name}: ${finding} (${reason})`),
      ...unknown.map(({ name, finding }) => `NOT REVIEWED: ${name}: ${finding}`),
      `${unknown.length} of ${all.length} findings of ${played.length} attacks are not reviewed`,
    ],
  }
}
