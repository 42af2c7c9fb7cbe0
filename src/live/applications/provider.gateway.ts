import { z } from 'zod'
import { sendRequest } from '../../platform/http/httpClient.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { Problem } from '../../wire/problem.ts'

/** A client of an OpenID provider. */
interface IdentityAccount {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}

/** The claims of a provider about a person; https://www.yoursafe.com and itsme use the names of OpenID Connect. */
const IdentityClaims = z.object({
  sub: z.string().min(1).max(255),
  eighteenplus: z.boolean().or(z.stringbool()).optional(),
  birthdate: z.iso.date().optional(),
  given_name: z.string().max(200).optional(),
  family_name: z.string().max(200).optional(),
  address: z
    .object({
      formatted: z.string().optional(),
      street_address: z.string().optional(),
      postal_code: z.string().optional(),
      locality: z.string().optional(),
    })
    .optional(),
  document_type: z.string().max(60).optional(),
  document_country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  document_expiry: z.iso.date().optional(),
  verified_at: z.iso.date().optional(),
})
export type IdentityClaims = z.output<typeof IdentityClaims>

/** The secrets of one visit to the provider, which never leave the server; `state` comes back with the answer. */
export interface IdentityVisit {
  state: string
  nonce: string
  codeVerifier: string
  redirectUrl: string
}

/** Proves who a person is. By hand an admin does (`document.service.ts`); this one asks a provider. */
export interface IdentityVerifier {
  issuer: string
  /** As people know it. */
  name: string
  /** @returns where the browser goes @throws Problem PROVIDER_UNAVAILABLE */
  begin(visit: IdentityVisit): Promise<string>
  /**
   * Exchanges the answer for claims.
   * @throws Problem PROVIDER_UNAVAILABLE; TOKEN_INVALID for one that is not proved: by signature, issuer, audience, nonce and time
   */
  finish(answer: { code: string; iss: string | null }, visit: IdentityVisit): Promise<IdentityClaims>
}

const SCOPE = 'openid profile address eighteenplus document'
/** Seconds that the clocks of the provider and the shop may differ. */
const CLOCK_TOLERANCE = 30
const TIMEOUT_MS = 8000

/** The code flow of OpenID Connect with PKCE. */
export function openIdVerifier(account: IdentityAccount, log: Log, now: () => Date): IdentityVerifier {
  const { issuer, name } = account
  const unavailable = (error: unknown) => {
    log.warn({ reason: reasonOf(error) }, 'the identity provider does not answer')
    return new Problem('PROVIDER_UNAVAILABLE', {
      message: `${name} antwoordt nu niet. Probeer het zo opnieuw.`,
    })
  }
  const reach = async () => {
    try {
      return await discover(account, now())
    } catch (error) {
      throw unavailable(error)
    }
  }
  return {
    issuer,
    name,
    async begin({ state, nonce, codeVerifier, redirectUrl }) {
      const { openid, config } = await reach()
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href
    },
    async finish({ code, iss }, { state, nonce, codeVerifier, redirectUrl }) {
      const { openid, config } = await reach()
      const url = new URL(redirectUrl)
      url.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
        const tokens = await openid.authorizationCodeGrant(config, url, { ...checks, idTokenExpected: true })
        return IdentityClaims.parse(tokens.claims())
      } catch (error) {
        if (isUnreachable(error)) throw unavailable(error)
        // Never the error itself, whose message has the claims of a person.
        log.warn({ reason: reasonOf(error) }, 'an answer of the identity provider is refused')
        const message = `Het antwoord van ${name} klopt niet. Er is niets bewaard; begin opnieuw.`
        throw new Problem('TOKEN_INVALID', { message })
      }
    },
  }
}

/** Asks anew each time, which is seldom: a provider that replaced its keys is understood at once. */
async function discover({ issuer, clientId, clientSecret }: IdentityAccount, now: Date) {
  const openid = await import('openid-client')
  const metadata = {
    [openid.clockTolerance]: CLOCK_TOLERANCE,
    [openid.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
  }
  const isLocal = issuer.startsWith('http:')
  const config = await openid.discovery(
    new URL(issuer),
    clientId,
    metadata,
    openid.ClientSecretBasic(clientSecret),
    {
      [openid.customFetch]: fetchFromProvider,
      // Without it the library trusts the connection, and checks no signature.
      execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
    },
  )
  return { openid, config }
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? ((error as Error & { code?: string }).code ?? error.name) : 'unknown'

class ProviderUnreachable extends Error {
  readonly code = 'UNREACHABLE'
}

/** The library wraps the errors of its requests. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (error instanceof ProviderUnreachable || isUnreachable(error.cause))

/** Through the client of all providers, with its limits of time and size. */
async function fetchFromProvider(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> {
  try {
    const { status, text } = await sendRequest(url, {
      provider: 'identity',
      method,
      headers,
      // The library sends forms alone.
      body: body instanceof URLSearchParams ? body.toString() : undefined,
      timeoutMs: TIMEOUT_MS,
    })
    if (status >= 500) throw new Error('the provider failed')
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  } catch (error) {
    throw new ProviderUnreachable('the provider does not answer', { cause: error })
  }
}
