import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Log } from './log.ts'

/** In a folder that only the owner of the process can open. */
function socketPath(dataDir: string): string {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, 'command.sock')
}

interface CommandReply {
  isDone: boolean
  message: string
}

/**
 * Serves commands of this machine's owner on a Unix socket in the data folder, while this process has the embedded database
 * locked. A path that is too long for a socket (108 characters on Linux) is logged, and the shop runs without.
 * On Windows nothing is served.
 * @param run takes the arguments, and returns what to print; the message of its error is printed too
 * @returns closes the socket
 */
export async function serveCommands(
  dataDir: string,
  log: Log,
  run: (args: string[]) => Promise<string>,
): Promise<() => Promise<void>> {
  // A pipe of Windows is open to every user of the machine.
  if (process.platform === 'win32') return () => Promise.resolve()
  const path = socketPath(dataDir)
  const server = createServer({ allowHalfOpen: true }, connection => {
    const answer = async () => {
      // The answer goes back over the same connection, which reading to its end would otherwise close.
      const request = await text(connection.iterator({ destroyOnReturn: false }))
      const reply = await run(JSON.parse(request) as string[]).then(
        (message): CommandReply => ({ isDone: true, message }),
        (error: Error): CommandReply => ({ isDone: false, message: error.message }),
      )
      connection.end(JSON.stringify(reply))
    }
    connection.on('error', error => log.warn({ err: error }, 'command socket'))
    answer().catch(error => connection.destroy(error as Error))
  })
  // A killed process leaves its socket; the lock on the folder says that nobody else uses it.
  rmSync(path, { force: true })
  try {
    await once(server.listen(path), 'listening')
  } catch (error) {
    log.warn({ err: error }, 'no command socket')
    return () => Promise.resolve()
  }
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** Sends a command to the process that serves `dataDir`. @returns null when none does */
export async function sendCommand(dataDir: string, args: string[]): Promise<CommandReply | null> {
  const connection = createConnection(socketPath(dataDir))
  try {
    await once(connection, 'connect')
  } catch {
    return null
  }
  connection.end(JSON.stringify(args))
  return JSON.parse(await text(connection)) as CommandReply
}
