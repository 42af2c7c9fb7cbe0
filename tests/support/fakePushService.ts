import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '../../src/people/notifications/contract.ts'
import { openHttpServer } from './httpServer.ts'

interface ReceivedPush {
  message: PushMessage
  headers: IncomingHttpHeaders
}

/** A browser with its push service on this machine: decrypts messages like a browser. */
export async function openFakePushService() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const told: ReceivedPush[] = []
  let status = 201
  const server = await openHttpServer((request, response) => {
    const hear = async () => {
      const body = await buffer(request)
      if (status < 300) told.push({ message: decrypted(body, own, auth), headers: request.headers })
      response.writeHead(status).end()
    }
    void hear()
  })
  let browsers = 0
  return {
    told,
    /** Sets the status of later answers. */
    answer: (code: number) => void (status = code),
    /** The subscription, in the form in which a browser gives it to a page. */
    subscription: () => ({
      endpoint: `${server.url}/${(browsers += 1)}`,
      keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    close: () => server.close(),
  }
}

/** RFC 8188 with a single record, and the keys of RFC 8291. */
function decrypted(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): PushMessage {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const derive = (secret: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derive(own.computeSecret(sender), auth, about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage
}
