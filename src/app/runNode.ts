import { demoAccounts } from './demo/accounts.ts'
import { startNode } from './node.ts'
import { rotateKeys } from '../backoffice/encryption/service.ts'
import { runAdminCommand } from '../people/admins/command.service.ts'
import { printChecklist } from '../backoffice/checklist/labels.rules.ts'
import { issueSetupLink } from '../people/admins/service.ts'
import { serveCommands } from '../platform/cluster/commandSocket.ts'
import type { Config } from '../platform/config.ts'
import { secretFingerprint } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/db.ts'
import { loadHttpClient } from '../platform/http/httpClient.ts'
import type { Log } from '../platform/telemetry/log.ts'

/** Milliseconds, besides those for downloads: 5 for requests, 3 for toys, 5 for jobs and 2 for the last writes. Launchers wait for longer. */
const STOP_TIMEOUT_MS = 18_000

/** Milliseconds after which a ready node reads the files that its first request to a provider needs, so that no toy waits for it. */
const CLIENT_DELAY_MS = 400

interface RunOptions {
  /** Resolves when the node is asked to stop. */
  stopRequested: Promise<void>
  /** Keeps the compiled code of the start (`readCodeCache`). */
  saveCode: () => Promise<unknown>
}

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Serves until it is asked to stop, and then ends the process. */
export async function runNode(
  config: Config,
  database: Database,
  log: Log,
  { stopRequested, saveCode }: RunOptions,
): Promise<void> {
  const { dataDir } = config
  const node = await startNode(config, database, { log }).catch(async error => {
    await database.close()
    throw error
  })
  setTimeout(() => void loadHttpClient().then(saveCode), CLIENT_DELAY_MS).unref()
  print(`${node.platform.settings.current.shopName} draait op ${node.platform.origin()}`)
  if (config.demo)
    for (const { role, email, password } of demoAccounts) print(`  ${role.padEnd(5)} ${email}  ${password}`)
  const setupLink = await issueSetupLink(node.platform)
  if (setupLink) print(`Nog geen administrator. Word het met deze link, een uur geldig:\n  ${setupLink}`)
  const closeCommands = await serveCommands(dataDir, log, {
    // Nobody else can open the embedded database while this process has it.
    admin: async args => ({ isDone: true, message: await runAdminCommand(node.platform, args) }),
    'copy-database': async ([to = '']) => {
      const { copyOpenEmbedded } = await import('../platform/db/embeddedCopy.ts')
      if (database.source.kind === 'pglite') await copyOpenEmbedded(database.source.pglite, dataDir, to)
      return { isDone: true, message: '' }
    },
    'secret-fingerprint': async () => ({ isDone: true, message: secretFingerprint(config) }),
    'keys:rotate': args => rotateKeys({ ...node.platform, config }, args),
    'check:live': async () => printChecklist(await node.runChecklist()),
  })
  process.send?.('ready')

  await stopRequested
  setTimeout(() => process.exit(1), config.drainMs + config.downloadDrainMs + STOP_TIMEOUT_MS).unref()
  await node.drain(config.drainMs)
  await closeCommands()
  await node.stop()
  process.exit(0)
}
