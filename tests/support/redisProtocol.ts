import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ProtocolServer {
  port: number
  close(): Promise<void>
}

/** One command of a client, such as `['PING']`. */
export type Command = [string, ...string[]]
export type Answer = string | Answer[]

/** Answers the Redis protocol (RESP 2) as a test says, in moments that no real server can be made to meet. */
export async function openProtocolServer(
  onCommand: (command: Command, client: Socket) => void,
): Promise<ProtocolServer> {
  const clients = new Set<Socket>()
  const server = createServer(client => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => undefined)
    let text = ''
    client.setEncoding('utf8').on('data', (more: string) => {
      const { commands, rest } = readCommands(text + more)
      text = rest
      for (const command of commands) onCommand(command, client)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An error begins with `-`. */
export const encodeAnswer = (answer: Answer): string => {
  if (Array.isArray(answer)) return `*${answer.length}\r\n${answer.map(encodeAnswer).join('')}`
  return answer.startsWith('-') ? `${answer}\r\n` : `$${Buffer.byteLength(answer)}\r\n${answer}\r\n`
}

/** The whole commands in the received bytes, and the rest of them. */
function readCommands(text: string): { commands: Command[]; rest: string } {
  const commands: Command[] = []
  let rest = text
  while (true) {
    const [, count = ''] = /^\*(\d+)\r\n/.exec(rest) ?? []
    const whole = new RegExp(`^\\*${count}\\r\\n((?:\\$\\d+\\r\\n[^\\r]*\\r\\n){${count}})`).exec(rest)
    if (count === '' || !whole) return { commands, rest }
    const words = [...(whole[1] as string).matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(
      match => match[1] as string,
    )
    const [name = '', ...values] = words
    commands.push([name.toUpperCase(), ...values])
    rest = rest.slice(whole[0].length)
  }
}
