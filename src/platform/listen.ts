import type { FastifyInstance } from 'fastify'
import { StartupError, type Config } from './config.ts'

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

/** How long a stop waits for the requests that are under way, in milliseconds. */
const MAX_REQUEST_MS = 5000

/** Finishes the requests that are under way, and cuts off those that take too long, with sockets whose tab does not answer. */
export async function finishRequests(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => {
    app.server.closeAllConnections()
    for (const client of app.websocketServer.clients) client.terminate()
  }, MAX_REQUEST_MS)
  await app.close()
  clearTimeout(timer)
}
