import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isUnderAge } from '../../people/accounts/rules.ts'
import { decryptText, encryptText } from '../../platform/crypto/authenticatedEncryption.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type AuthenticatedUser, newToken } from '../../platform/http/session.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { type finishIdentityProof, APPLICATION_PATH, type IdentityDocument } from './contract.ts'
import type { IdentityClaims, IdentityVerifier } from './provider.gateway.ts'
import { changeFile, closeByDecision, lockDraft } from './service.ts'
import { identitySubjects } from './table.ts'
import type { z } from 'zod'

type Login = Pick<AuthenticatedUser, 'userId' | 'sessionId'>
type Answer = z.output<typeof finishIdentityProof.input>

/** How long an answer of the provider is awaited. */
const VISIT_MS = 15 * 60_000

/** A visit to the provider, which its state parameter has in it, encrypted: only this shop can read it, and nothing is stored. */
interface Visit extends Login {
  nonce: string
  codeVerifier: string
  /** In milliseconds. */
  begunAt: number
}

const visitContext = ['identity-visit']
const redirectUrl = ({ origin }: Pick<Platform, 'origin'>) => `${origin()}${APPLICATION_PATH}`
const refused = (message: string) => new Problem('TOKEN_INVALID', { message })
const noProvider = () =>
  new Problem('CONFLICT', { message: 'Er is geen identiteitsdienst. Stuur een foto van je document.' })

/**
 * Begins a visit to the provider.
 * @returns where the browser goes
 * @throws Problem CONFLICT without a draft or a provider; PROVIDER_UNAVAILABLE
 */
export async function beginProof(
  platform: Platform,
  verifier: IdentityVerifier | null,
  { userId, sessionId }: Login,
): Promise<string> {
  if (!verifier) throw noProvider()
  await platform.db.transaction(tx => lockDraft(tx, userId))
  const secrets = { nonce: newToken(), codeVerifier: newToken() }
  const visit: Visit = { ...secrets, userId, sessionId, begunAt: platform.now().getTime() }
  const state = encryptText(platform.keyFor('identity-visit'), JSON.stringify(visit), visitContext)
  return verifier.begin({ ...secrets, state, redirectUrl: redirectUrl(platform) })
}

/**
 * Takes the provider's answer, once. A person under 18 is refused at once.
 * @throws Problem TOKEN_INVALID for an answer that is late, comes again, belongs to another login or is not proved; CONFLICT for a person of
 * another account; UNDER_AGE; PROVIDER_UNAVAILABLE
 */
export async function finishProof(
  platform: Platform,
  verifier: IdentityVerifier | null,
  login: Login,
  { state, code, iss, error }: Answer,
): Promise<void> {
  if (!verifier) throw noProvider()
  const { nonce, codeVerifier } = openVisit(platform, login, state)
  if (error || !code) throw refused('Je hebt het bewijs afgebroken. Er is niets bewaard.')
  await platform.db.transaction(tx => lockUnproved(tx, login.userId))
  const visit = { state, nonce, codeVerifier, redirectUrl: redirectUrl(platform) }
  const claims = await verifier.finish({ code, iss: iss ?? null }, visit)
  const isKept = await platform.db.transaction(tx => keepClaims(tx, platform, verifier, login.userId, claims))
  if (!isKept)
    throw new Problem('UNDER_AGE', {
      message: 'Volgens je document ben je nog geen 18 jaar. We kunnen je aanmelding niet aannemen.',
    })
}

/** @throws Problem TOKEN_INVALID */
function openVisit({ keyFor, now }: Platform, { userId, sessionId }: Login, state: string): Visit {
  const opened = decryptText(keyFor('identity-visit'), state, visitContext)
  if (!opened) throw refused('Dit antwoord hoort bij geen aanvraag. Begin opnieuw.')
  const visit = JSON.parse(opened.toString()) as Visit
  if (visit.userId !== userId)
    throw refused('Dit antwoord hoort bij een ander account. Er is niets veranderd; begin opnieuw.')
  if (visit.sessionId !== sessionId)
    throw refused('Je bent intussen opnieuw ingelogd. Er is niets veranderd; begin opnieuw.')
  if (now().getTime() - visit.begunAt > VISIT_MS)
    throw refused('Dit duurde langer dan een kwartier. Er is niets veranderd; begin opnieuw.')
  return visit
}

/** A draft whose identity is not proved: a second answer changes nothing. @throws Problem CONFLICT, TOKEN_INVALID */
async function lockUnproved(tx: Tx, userId: string) {
  const draft = await lockDraft(tx, userId)
  if (draft.verifiedAt) throw refused('Dit antwoord is al gebruikt: je hebt bewezen wie je bent.')
  return draft
}

/** @returns whether the person is 18; else the application is refused */
async function keepClaims(
  tx: Tx,
  platform: Platform,
  { issuer }: IdentityVerifier,
  userId: string,
  claims: IdentityClaims,
): Promise<boolean> {
  const draft = await lockUnproved(tx, userId)
  const { keyFor, now } = platform
  const subject = JSON.stringify([issuer, claims.sub])
  const subjectHash = createHmac('sha256', keyFor('identity-subject')).update(subject).digest('base64url')
  await tx.insert(identitySubjects).values({ subjectHash, userId }).onConflictDoNothing()
  const isIt = eq(identitySubjects.subjectHash, subjectHash)
  const [owner] = await tx.select().from(identitySubjects).where(isIt)
  if (owner?.userId !== userId)
    throw new Problem('CONFLICT', { message: 'Deze persoon heeft zich al met een ander account aangemeld.' })
  const { birthdate, eighteenplus } = claims
  const isMinor = eighteenplus === false || (birthdate !== undefined && isUnderAge(birthdate, now()))
  if (!isMinor && !birthdate && !eighteenplus)
    throw refused('De identiteitsdienst zegt niet hoe oud je bent.')
  if (isMinor) await closeByDecision(tx, platform, draft, { by: null, refusal: 'UNDER_AGE' })
  else await changeFile(tx, platform, draft, { document: toDocument(claims) }, { verifiedAt: now() })
  return !isMinor
}

function toDocument(claims: IdentityClaims): IdentityDocument {
  const { given_name: first, family_name: last, address } = claims
  const place = [address?.street_address, [address?.postal_code, address?.locality].filter(Boolean).join(' ')]
  const text = (parts: (string | undefined)[], separator: string) =>
    parts.filter(Boolean).join(separator) || null
  return {
    legalName: text([first, last], ' '),
    dateOfBirth: claims.birthdate ?? null,
    address: address?.formatted ?? text(place, ', '),
    kind: claims.document_type ?? null,
    country: claims.document_country ?? null,
    expiresOn: claims.document_expiry ?? null,
  }
}
