import { createHash, randomUUID } from 'node:crypto'
import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { exportJWK, generateKeyPair, type JWK, SignJWT, type CryptoKey } from 'jose'
import { type IdentityFault, simulatedClient, type SimulatedPerson } from './contract.ts'

interface Keys {
  id: string
  privateKey: CryptoKey
  publicKey: JWK
}

/** Shared by all servers that the simulator is mounted on. */
export interface IdentityState {
  fault: IdentityFault
  keys: Promise<Keys> | null
  usedCodes: Set<string>
}
export const newIdentityState = (): IdentityState => ({ fault: 'none', keys: null, usedCodes: new Set() })

interface IdentityOptions {
  state: IdentityState
  /** The address of the simulator where the shop calls it, and where a browser does. */
  issuer: () => string
  publicUrl: () => string
  now: () => Date
}

/** The content of a code, which needs no store: any node can answer. */
interface Code {
  id: string
  nonce: string
  challenge: string
  person: SimulatedPerson
}

const DAY_SECONDS = 86_400

async function newKeys(): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { id: randomUUID(), privateKey, publicKey: await exportJWK(publicKey) }
}

/**
 * Simulates an OpenID provider such as Yoursafe ID or itsme, https://openid.net/specs/openid-connect-core-1_0.html: discovery, a page to choose
 * who one is, tokens with PKCE, and keys. `POST /faults` has it fail the next answers in one of the ways of `identityFaults`.
 */
export async function identitySimulator(app: FastifyInstance, options: IdentityOptions): Promise<void> {
  const { state, issuer, publicUrl, now } = options
  const keysNow = () => (state.keys ??= newKeys())
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formBody)
  const refuse = (reply: FastifyReply, error: string) => reply.status(400).send({ error })
  app.addHook('onRequest', async (request, reply) => {
    if (state.fault === 'down' && !request.url.endsWith('/faults')) return reply.status(503).send()
  })
  app.post('/faults', async (request, reply) => {
    state.fault = (request.body as { fault: IdentityFault }).fault
    if (state.fault === 'rotated-keys') state.keys = newKeys()
    return reply.status(204).send()
  })
  app.get('/.well-known/openid-configuration', () => ({
    issuer: issuer(),
    authorization_endpoint: `${publicUrl()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }))
  app.get('/jwks', async () => {
    const { id, publicKey } = await keysNow()
    return { keys: [{ ...publicKey, kid: id, alg: 'RS256', use: 'sig' }] }
  })
  app.get('/authorize', (request, reply) =>
    reply.type('text/html').send(authorizePage(request.query as Record<string, string>)),
  )
  app.post('/authorize', (request, reply) => {
    const { redirect_uri = '', state: given = '', ...sent } = request.body as Record<string, string>
    const answer = new URL(redirect_uri)
    answer.searchParams.set('state', given)
    if (sent['answer'] === 'cancel') answer.searchParams.set('error', 'access_denied')
    else answer.searchParams.set('code', newCode(sent))
    return reply.redirect(answer.href, 303)
  })
  app.post('/token', async (request, reply) => {
    if (state.fault === 'failing-token') return reply.status(500).send()
    const { code = '', code_verifier = '' } = request.body as Record<string, string>
    const { clientId, clientSecret } = simulatedClient
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== basic) return reply.status(401).send({ error: 'invalid_client' })
    const asked = JSON.parse(Buffer.from(code, 'base64url').toString()) as Code
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    if (challenge !== asked.challenge || state.usedCodes.has(asked.id)) return refuse(reply, 'invalid_grant')
    state.usedCodes.add(asked.id)
    const idToken = await signToken(asked, state.fault, await keysNow(), issuer(), now())
    return { access_token: randomUUID(), token_type: 'bearer', expires_in: 300, id_token: idToken }
  })
}

function newCode({
  nonce = '',
  code_challenge = '',
  sub,
  given_name,
  family_name,
  birthdate,
  adult,
}: Record<string, string>) {
  const person = { sub, given_name, family_name, birthdate, eighteenplus: adult === 'yes' }
  const code = { id: randomUUID(), nonce, challenge: code_challenge, person }
  return Buffer.from(JSON.stringify(code)).toString('base64url')
}

async function signToken(
  { nonce, person }: Code,
  fault: IdentityFault,
  keys: Keys,
  issuer: string,
  now: Date,
) {
  const at = Math.floor(now.getTime() / 1000) - (fault === 'expired' ? DAY_SECONDS : 0)
  const other = fault === 'unknown-key' || fault === 'unsigned' ? await newKeys() : keys
  const claims = {
    ...person,
    nonce: fault === 'wrong-nonce' ? 'another' : nonce,
    address: { street_address: 'Lindelaan 7', postal_code: '9000', locality: 'Gent' },
    document_type: 'Identiteitskaart',
    document_country: 'BE',
    document_expiry: `${now.getUTCFullYear() + 4}-06-30`,
    verified_at: now.toISOString().slice(0, 10),
  }
  return (
    new SignJWT(claims)
      // A signature of another key under the name of the right one is a forgery.
      .setProtectedHeader({ alg: 'RS256', kid: fault === 'unsigned' ? keys.id : other.id })
      .setIssuer(fault === 'wrong-issuer' ? 'https://elders.example' : issuer)
      .setAudience(fault === 'wrong-audience' ? 'another-shop' : simulatedClient.clientId)
      .setIssuedAt(at)
      .setExpirationTime(at + 300)
      .sign(other.privateKey)
  )
}

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, character => `&#${String(character.codePointAt(0))};`)

const authorizePage = (
  asked: Record<string, string>,
) => `<!doctype html><html lang="nl"><title>Identiteit</title>
<meta name="viewport" content="width=device-width"><body style="font:1rem/1.5 sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem">
<h1>Wie ben je?</h1><p>Dit is een nagebootste identiteitsdienst: er wordt niets nagekeken.</p>
<form method="post" style="display:grid;gap:.75rem">
${['redirect_uri', 'state', 'nonce', 'code_challenge'].map(name => `<input type="hidden" name="${name}" value="${escapeHtml(asked[name] ?? '')}">`).join('')}
<label>Nummer bij deze dienst <input name="sub" value="persoon-1"></label>
<label>Voornaam <input name="given_name" value="Mila"></label>
<label>Achternaam <input name="family_name" value="Peeters"></label>
<label>Geboortedatum <input name="birthdate" type="date" value="1994-05-17"></label>
<label><input type="checkbox" name="adult" value="yes" checked> 18 jaar of ouder</label>
<button name="answer" value="confirm">Bevestigen</button> <button name="answer" value="cancel">Annuleren</button>
</form></body></html>`
