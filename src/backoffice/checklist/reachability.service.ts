import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sendRequest } from '../../platform/http/httpClient.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSameSecret, sign } from '../../platform/crypto/signature.ts'
import { mayBePublicHost } from '../../platform/http/ssrfGuard.ts'
import { Problem } from '../../wire/problem.ts'
import { proveReachability, type Reachability } from './contract.ts'

const TIMEOUT_MS = 5000

const signatureOf = ({ keyFor }: Pick<Platform, 'keyFor'>, text: string): string =>
  sign(keyFor('reachability'), text)

const proofOf = (platform: Pick<Platform, 'keyFor'>, challenge: string) =>
  signatureOf(platform, `proof ${challenge}`)

/** False for an address of this machine or its network, and for a name that is not in public DNS. */
export function isPublicHost(url: string): boolean {
  const { hostname } = new URL(url)
  return mayBePublicHost(hostname) && !/(^|\.)(localhost|local|internal|test)$/.test(hostname)
}

/** Calls the shop's own public address. @returns null when it does not lead to a node of this shop */
export async function probeReachability(
  platform: Pick<Platform, 'keyFor' | 'origin' | 'log'>,
): Promise<Reachability | null> {
  const nonce = randomBytes(16).toString('base64url')
  const challenge = `${nonce}.${signatureOf(platform, nonce)}`
  const query = new URLSearchParams({ challenge })
  try {
    const { text } = await sendRequest(`${platform.origin()}${proveReachability.path}?${query}`, {
      provider: 'self',
      method: 'GET',
      headers: {},
      timeoutMs: TIMEOUT_MS,
    })
    const answer = proveReachability.output.parse(JSON.parse(text))
    return answer.proof === proofOf(platform, challenge) ? answer : null
  } catch (error) {
    platform.log.info({ err: error }, 'the public address does not lead to this shop')
    return null
  }
}

/** @throws Problem NOT_FOUND for a challenge that no node of this shop made */
export function answerChallenge(
  platform: Pick<Platform, 'keyFor'>,
  challenge: string,
  request: Pick<FastifyRequest, 'headers' | 'ips'>,
): Reachability {
  const [nonce = '', signature = ''] = challenge.split('.')
  if (!isSameSecret(signature, signatureOf(platform, nonce))) throw new Problem('NOT_FOUND')
  return {
    proof: proofOf(platform, challenge),
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
    // The peer itself, and the address that it forwards for.
    isTrusted: (request.ips?.length ?? 0) > 1,
  }
}
