import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** The errors that an authenticator can be made to produce. */
interface AuthenticatorFaults {
  origin?: string
  rpId?: string
  /** False: it did not verify the user. */
  isVerified?: boolean
  counter?: number
  /** Signs with another key than the registered one. */
  key?: KeyObject
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** The part of CBOR that is needed, https://www.rfc-editor.org/rfc/rfc8949: integers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as never)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

/** A software authenticator that follows WebAuthn, and produces errors on request. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const clientData = (type: string, challenge: unknown, whims: AuthenticatorFaults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: whims.origin ?? origin, crossOrigin: false }))
  const authData = (whims: AuthenticatorFaults, attested = Buffer.alloc(0)) => {
    const flags = 1 | (whims.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(whims.counter ?? 0)
    const rp = sha256(whims.rpId ?? new URL(origin).hostname)
    return Buffer.concat([rp, Buffer.from([flags]), counter, attested])
  }
  const shown = {
    id: base64(credentialId),
    rawId: base64(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    id: shown.id,
    privateKey,
    /** Answers the options of `navigator.credentials.create`. */
    create(options: Record<string, unknown>, whims: AuthenticatorFaults = {}) {
      const size = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, cose])
      const statement = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(whims, attested)],
      ])
      const response = {
        clientDataJSON: base64(clientData('webauthn.create', options['challenge'], whims)),
        attestationObject: base64(cbor(statement)),
        transports: ['internal'],
      }
      return { ...shown, response }
    },
    /** Answers the options of `navigator.credentials.get`. */
    get(options: Record<string, unknown>, whims: AuthenticatorFaults = {}) {
      const client = clientData('webauthn.get', options['challenge'], whims)
      const data = authData(whims)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(whims.key ?? privateKey)
      const response = {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      }
      return { ...shown, response }
    },
  }
}
