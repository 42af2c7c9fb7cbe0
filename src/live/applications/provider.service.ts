import { createHmac, hash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { isUnderAge } from '../../people/accounts/rules.ts'
import { encryptOptionalText } from '../../platform/crypto/optionalText.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type AuthenticatedUser, newToken } from '../../platform/http/session.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { type finishIdentityProof, IDENTITY_RETURN_PATH, type IdentityDocument } from './contract.ts'
import { lockDraft, removeImageFiles } from './document.service.ts'
import type { IdentityClaims, IdentityVerifier } from './provider.gateway.ts'
import { refuseUnderAge } from './service.ts'
import { creatorApplications, identityRequests, identitySubjects } from './table.ts'
import { applicationIdentity } from './text.service.ts'
import type { z } from 'zod'

type Login = Pick<AuthenticatedUser, 'userId' | 'sessionId'>
type Answer = z.output<typeof finishIdentityProof.input>

/** How long an answer of the provider is awaited. */
const VISIT_MS = 15 * 60_000

const hashState = (state: string) => hash('sha256', state, 'base64url')
const redirectUrl = ({ origin }: Pick<Platform, 'origin'>) => `${origin()}${IDENTITY_RETURN_PATH}`
const refused = (message: string) => new Problem('TOKEN_INVALID', { message })
const noProvider = () =>
  new Problem('CONFLICT', { message: 'Er is geen identiteitsdienst. Stuur een foto van je document.' })

/**
 * Begins a visit to the provider, with secrets that stay here.
 * @returns where the browser goes
 * @throws Problem CONFLICT without a draft or a provider; PROVIDER_UNAVAILABLE
 */
export async function beginProof(
  platform: Platform,
  verifier: IdentityVerifier | null,
  { userId, sessionId }: Login,
): Promise<string> {
  if (!verifier) throw noProvider()
  const visit = { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
  const url = await verifier.begin({ ...visit, redirectUrl: redirectUrl(platform) })
  await platform.db.transaction(async tx => {
    await lockDraft(tx, userId)
    const { state, ...secrets } = visit
    const request = {
      stateHash: hashState(state),
      userId,
      loginSessionId: sessionId,
      createdAt: platform.now(),
    }
    await tx.insert(identityRequests).values({ ...request, ...secrets })
  })
  return url
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
  const { nonce, codeVerifier } = await platform.db.transaction(tx =>
    takeRequest(tx, login, state, platform.now()),
  )
  if (error || !code) throw refused('Je hebt het bewijs afgebroken. Er is niets bewaard.')
  const visit = { state, nonce, codeVerifier, redirectUrl: redirectUrl(platform) }
  const claims = await verifier.finish({ code, iss: iss ?? null }, visit)
  const files = await platform.db.transaction(tx => keepClaims(tx, platform, verifier, login.userId, claims))
  if (!files) return
  await removeImageFiles(platform, files)
  throw new Problem('UNDER_AGE', {
    message: 'Volgens je document ben je nog geen 18 jaar. We kunnen je aanmelding niet aannemen.',
  })
}

/** Marks a request as used, so that its answer can't come again. @throws Problem TOKEN_INVALID, having changed nothing */
async function takeRequest(tx: Tx, { userId, sessionId }: Login, state: string, now: Date) {
  const isIt = eq(identityRequests.stateHash, hashState(state))
  const [request] = await tx.select().from(identityRequests).where(isIt).for('update')
  if (!request) throw refused('Dit antwoord hoort bij geen aanvraag. Begin opnieuw.')
  if (request.userId !== userId)
    throw refused('Dit antwoord hoort bij een ander account. Er is niets veranderd; begin opnieuw.')
  if (request.loginSessionId !== sessionId)
    throw refused('Je bent intussen opnieuw ingelogd. Er is niets veranderd; begin opnieuw.')
  if (request.usedAt) throw refused('Dit antwoord is al gebruikt. Begin opnieuw als dat nodig is.')
  if (now.getTime() - request.createdAt.getTime() > VISIT_MS)
    throw refused('Dit duurde langer dan een kwartier. Er is niets veranderd; begin opnieuw.')
  await tx.update(identityRequests).set({ usedAt: now }).where(isIt)
  return request
}

/** @returns the files of the application's photos when the person is under 18; else null */
async function keepClaims(
  tx: Tx,
  { keyFor, dataCipher, now }: Platform,
  { issuer }: IdentityVerifier,
  userId: string,
  claims: IdentityClaims,
): Promise<string[] | null> {
  const draft = await lockDraft(tx, userId)
  const subject = JSON.stringify([issuer, claims.sub])
  const subjectHash = createHmac('sha256', keyFor('identity-subject')).update(subject).digest('base64url')
  await tx.insert(identitySubjects).values({ subjectHash, userId }).onConflictDoNothing()
  const [owner] = await tx
    .select()
    .from(identitySubjects)
    .where(eq(identitySubjects.subjectHash, subjectHash))
  if (owner?.userId !== userId)
    throw new Problem('CONFLICT', { message: 'Deze persoon heeft zich al met een ander account aangemeld.' })
  const { birthdate, eighteenplus } = claims
  if (eighteenplus === false || (birthdate && isUnderAge(birthdate, now())))
    return refuseUnderAge(tx, draft, null, now())
  if (!birthdate && !eighteenplus) throw refused('De identiteitsdienst zegt niet hoe oud je bent.')
  const text = JSON.stringify(toDocument(claims))
  const identity = await encryptOptionalText(dataCipher, tx, applicationIdentity, { id: draft.id, text })
  await tx
    .update(creatorApplications)
    .set({ ...identity, verifiedAt: now() })
    .where(eq(creatorApplications.id, draft.id))
  return null
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

export const deleteOldRequests = async ({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> =>
  void (await db
    .delete(identityRequests)
    .where(lt(identityRequests.createdAt, new Date(now().getTime() - 86_400_000))))
