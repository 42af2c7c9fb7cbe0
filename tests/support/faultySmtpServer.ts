import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** How far a mail has come, by what its server has heard. */
export type SmtpPhase = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'dot'

/** What the server does there instead of what it should: says this line, says nothing, hangs up, or drips for ever. */
export type SmtpFault = { at: SmtpPhase; does: 'hang' | 'die' | 'drip' | `${number} ${string}` }

const usual: Record<SmtpPhase, string> = {
  greeting: '220 rude',
  EHLO: '250 rude',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  dot: '250 taken',
}

/** A mail server by hand, that can be as rude as real ones; `taken` has every letter it took in, also what it then denied. */
export async function openFaultySmtpServer() {
  const sockets = new Set<Socket>()
  const rude = {
    url: '',
    /** Taken in order, one a connection; when there is none left, it is polite. */
    next: [] as SmtpFault[],
    taken: [] as { messageId: string; to: string }[],
    /** Connections that are open. */
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
    // A client that gives up is what this is about.
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

/** A line of an answer at a time, and never the last one. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}
