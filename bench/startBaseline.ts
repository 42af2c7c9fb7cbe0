import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts the bare server on a database. @param provider the origin of the payment provider; itself when left out */
export async function startBaseline(
  url: string,
  provider?: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts')], {
    env: { ...process.env, DATABASE_URL: url, ...(provider && { PROVIDER: provider }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [origin] = (await once(child, 'message')) as [string]
  const ended = once(child, 'exit')
  return {
    origin,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
