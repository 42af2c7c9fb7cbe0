import { expect, test } from 'vitest'
import { judgeFindings, reviewedFindings } from './reviewed.ts'

/** The findings of the tools on 26 November 2026. */
const known = [
  ['slow-read-proxy', 'its own probe got no answer at 6 of 8 looks'],
  ['slow-read-proxy', 'another visitor: TimeoutError: The operation was aborted due to timeout'],
  ['testssl', 'CRITICAL cert_chain_of_trust: failed (chain incomplete).'],
  ['testssl', 'HIGH cert_expirationStatus: expires < 30 days (0)'],
  ['testssl', 'HIGH cert_notAfter: 2026-11-27 11:02'],
  ['testssl', 'HIGH cert_revocation: Neither CRL nor OCSP URI provided'],
  ['testssl', 'LOW TLS_session_ticket: valid for 604800 seconds (>daily)'],
  [
    'testssl',
    "MEDIUM BREACH: potentially VULNERABLE, br HTTP compression detected  - only supplied '/' tested",
  ],
  ['wapiti', 'HTTP Secure Headers: GET / X-XSS-Protection is not set'],
] as const

const play = (name: string, ...findings: string[]) => judgeFindings([{ name, findings }])

test('reviewed findings pass, each with its reason', () => {
  for (const [name, finding] of known) {
    const { isGood, lines } = play(name, finding)
    expect(isGood, finding).toBe(true)
    expect(lines[0]).toMatch(/^reviewed: .+ \(.{20,}\)$/)
  }
  for (const entry of reviewedFindings)
    expect(
      known.filter(([name, finding]) => entry.attack.test(name) && entry.finding.test(finding)),
    ).not.toEqual([])
})

test.each([
  ['wapiti', 'SQL Injection: GET /api/products in the parameter q'],
  ['wapiti', "its report can't be read: SyntaxError: Unexpected end of JSON input"],
  ['testssl', 'HIGH heartbleed: VULNERABLE'],
  ['sqlmap-queries', 'X-XSS-Protection is not set'],
  ['slow-headers-node', 'its own probe got no answer at 1 of 9 looks'],
  ['slow-read-proxy', 'another visitor: more than a tenth was not answered: 3 of 17'],
  ['nikto', '1 errors of the node'],
])('anything else does not, and is said: %s: %s', (name, finding) => {
  const { isGood, lines } = play(name, finding)
  expect(isGood).toBe(false)
  expect(lines).toContain(`NOT REVIEWED: ${name}: ${finding}`)
})

test('one that is not reviewed is enough, and so is no attack at all', () => {
  expect(judgeFindings([]).isGood).toBe(false)
  expect(play('wapiti').isGood).toBe(true)
  expect(play('wapiti', known.at(-1)?.[1] ?? '', 'XSS: GET /').isGood).toBe(false)
})
