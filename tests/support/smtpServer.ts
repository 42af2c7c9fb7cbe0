import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestSmtpServer {
  /** For `SMTP_URL`. */
  readonly url: string
  readonly port: number
  /** All mails received, also those answered with a refusal. */
  readonly received: Email[]
  /** How many of the next mails are received and then refused, like by an overloaded server. */
  refusals: number
  close(): Promise<void>
}

/** A client that disconnects during a mail is part of the test. */
const hungUp = () => undefined

/** A real mail server that stores all mails. @param port to start again at the same address */
export async function openSmtpServer(port = 0): Promise<TestSmtpServer> {
  const received: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, answer) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        mailbox.refusals -= 1
        answer(
          mailbox.refusals >= 0 ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null,
        )
      }
      take().catch(hungUp)
    },
  })
  smtp.on('error', hungUp)
  const server: Server = smtp.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const mailbox: TestSmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    refusals: 0,
    close: () => new Promise(resolve => smtp.close(() => resolve())),
  }
  return mailbox
}
