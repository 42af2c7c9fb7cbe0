import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The stage of a mail: the commands that the server received so far. */
export type SmtpPhase = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'dot'

/** The fault at that stage: answers this line, never answers, disconnects, or sends an endless reply slowly. */
export type SmtpFault = { at: SmtpPhase; does: 'hang' | 'die' | 'drip' | `${number} ${string}` }

const usual: Record<SmtpPhase, string> = {
  greeting: '220 rude',
  EHLO: '250 rude',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  dot: '250 taken',
}

/** A mail server with faults on request; `taken` has every mail that it received, also those that it then refused. */
export async function openFaultySmtpServer() {
  const sockets = new Set<Socket>()
  const rude = {
    url: '',
    /** Used in order, one per connection; after the last one the server has no fault. */
    next: [] as SmtpFault[],
    taken: [] as { messageId: string; to: string }[],
    /** The number of open connections. */
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that disconnects is expected here.
    socket.on('error', () => undefined)
    converse(socket, rude.next.shift(), letter => rude.taken.push(letter))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  rude.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return rude
}

function converse(
  socket: Socket,
  rudeness: SmtpFault | undefined,
  take: (letter: { messageId: string; to: string }) => void,
): void {
  const answer = (phase: SmtpPhase): void => {
    if (rudeness?.at !== phase) return void socket.write(`${usual[phase]}\r\n`)
    if (rudeness.does === 'die') return void socket.destroy()
    if (rudeness.does === 'drip') return drip(socket)
    if (rudeness.does !== 'hang') socket.write(`${rudeness.does}\r\n`)
  }
  let heard = ''
  let isLetter = false
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
    const end = isLetter ? '\r\n.\r\n' : '\r\n'
    for (let at = heard.indexOf(end); at >= 0; at = heard.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')) {
      const said = heard.slice(0, at)
      heard = heard.slice(at + end.length)
      if (isLetter) {
        take({ messageId: header(said, 'Message-ID'), to: header(said, 'To') })
        isLetter = false
        return answer('dot')
      }
      const phase = (['EHLO', 'MAIL', 'RCPT', 'DATA'] as const).find(verb => said.startsWith(verb))
      if (!phase) return void socket.end('221 bye\r\n')
      isLetter = phase === 'DATA'
      answer(phase)
    }
  })
  answer('greeting')
}

const header = (letter: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(letter)?.[1] ?? ''

/** Sends one continuation line at a time, and never the last. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}
