import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Log } from '../telemetry/log.ts'

/** In a folder that only the owner of the process can open. */
function socketPath(dataDir: string): string {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, 'command.sock')
}

export interface CommandReply {
  /** Else the command exits with 1. */
  isDone: boolean
  /** The line that it prints. */
  message: string
}

type Command = (args: string[]) => Promise<CommandReply>

/**
 * Serves commands of this machine's owner on a Unix socket in the data folder, which need this process: it has the embedded
 * database locked, and the providers' clients. A path that is too long for a socket (108 characters on Linux) is logged, and the shop runs without.
 * On Windows nothing is served.
 * @param commands by name; the message of an error is printed too
 * @returns closes the socket
 */
export async function serveCommands(
  dataDir: string,
  log: Log,
  commands: Record<string, Command>,
): Promise<() => Promise<void>> {
  // A pipe of Windows is open to every user of the machine.
  if (process.platform === 'win32') return () => Promise.resolve()
  const path = socketPath(dataDir)
  const connections = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, connection => {
    connections.add(connection.on('close', () => connections.delete(connection)))
    const answer = async () => {
      // The answer goes back over the same connection, which reading to its end would otherwise close.
      const request = await text(connection.iterator({ destroyOnReturn: false }))
      const [name = '', ...args] = JSON.parse(request) as string[]
      const run: Command = commands[name] ?? unknownCommand
      const reply = await run(args).catch((error: Error) => ({ isDone: false, message: error.message }))
      connection.end(JSON.stringify(reply))
    }
    connection.on('error', error => log.warn({ err: error }, 'command socket'))
    answer().catch(error => connection.destroy(error as Error))
  })
  // A killed process leaves its socket. With PostgreSQL, nodes that share a folder take it from each other: the last one answers.
  rmSync(path, { force: true })
  try {
    await once(server.listen(path), 'listening')
  } catch (error) {
    log.warn({ err: error }, 'no command socket')
    return () => Promise.resolve()
  }
  return () => {
    // A stop of the shop, and so of the toys, does not wait for a command.
    for (const connection of connections) connection.destroy()
    return new Promise(resolve => server.close(() => resolve()))
  }
}

const unknownCommand = () => Promise.reject(new Error('Dit commando kent de winkel niet.'))

/** Sends a command to the process that serves `dataDir`. @returns null when none does */
export async function sendServerCommand(dataDir: string, args: string[]): Promise<CommandReply | null> {
  const connection = createConnection(socketPath(dataDir))
  try {
    await once(connection, 'connect')
  } catch {
    return null
  }
  connection.end(JSON.stringify(args))
  const reply = await text(connection)
  if (reply === '') return { isDone: false, message: 'De winkel stopte intussen.' }
  return JSON.parse(reply) as CommandReply
}
