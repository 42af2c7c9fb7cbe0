import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { StartupError, type Config } from '../config.ts'

/**
 * @returns the URL that it listens on, with the port that the system chose for port 0
 * @throws StartupError when the address can't be used
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(`Poort ${port} op ${host} is al bezet. Kies een andere met PORT.`)
    if (code === 'EACCES') throw new StartupError(`Poort ${port} mag deze gebruiker niet openen.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is geen adres van deze machine.`)
    throw error
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    openSockets: OpenSockets
  }
}

interface OpenSockets {
  all: Set<Socket>
  /** The sockets on which a file is being downloaded. */
  downloading: Set<Socket>
}

/** Remembers the connections, and which of them are downloading. */
export function trackSockets(app: FastifyInstance): void {
  const open: OpenSockets = { all: new Set(), downloading: new Set() }
  app.decorate('openSockets', open)
  app.server.on('connection', socket => {
    open.all.add(socket)
    socket.once('close', () => open.all.delete(socket))
  })
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    // Calls inside the process have no socket of the network.
    const isDownload = String(reply.getHeader('content-disposition')).startsWith('attachment')
    if (isDownload && socket instanceof Socket) {
      open.downloading.add(socket)
      reply.raw.once('close', () => {
        open.downloading.delete(socket)
        // Of a server that is closing nobody else ends it.
        if (!app.server.listening) socket.destroySoon()
      })
    }
    done(null, payload)
  })
}

/** How long a stop waits for the requests that are under way, in milliseconds. */
const MAX_REQUEST_MS = 5000

/**
 * Finishes the requests that are under way, and cuts off those that take too long, with sockets whose tab does not answer. Downloads go on
 * meanwhile.
 * @returns waits for the downloads, at most until so many milliseconds have passed since the call of `finishRequests`
 */
export async function finishRequests(
  app: FastifyInstance,
): Promise<(maxDownloadMs: number) => Promise<void>> {
  const { all, downloading } = app.openSockets
  const startedAt = performance.now()
  const closed = app.close()
  await Promise.race([closed, pause(MAX_REQUEST_MS, undefined, { ref: false })])
  for (const socket of all) if (!downloading.has(socket)) socket.destroy()
  return async maxDownloadMs => {
    const timer = setTimeout(
      () => all.forEach(socket => socket.destroy()),
      Math.max(0, maxDownloadMs - (performance.now() - startedAt)),
    )
    await closed
    clearTimeout(timer)
  }
}
