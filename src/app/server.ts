import { demoAccounts } from './demo/accounts.ts'
import { startNode } from './node.ts'
import { rotateKeys } from '../backoffice/encryption/service.ts'
import { runAdminCommand } from '../people/admins/command.service.ts'
import { printChecklist } from '../backoffice/checklist/labels.rules.ts'
import { issueSetupLink } from '../people/admins/service.ts'
import { serveCommands } from '../platform/commandSocket.ts'
import { readConfig, StartupError } from '../platform/config.ts'
import { secretFingerprint } from '../platform/keys.ts'
import { openDatabase } from '../platform/db.ts'
import { copyOpenEmbedded } from '../platform/embeddedCopy.ts'
import { createLog, standardOutput } from '../platform/log.ts'

/** Milliseconds, besides those for downloads: 5 for requests, 3 for toys, 5 for jobs and 2 for what is still to be written. Launchers wait for longer. */
const STOP_TIMEOUT_MS = 18_000

const print = (text: string) => process.stdout.write(`${text}\n`)

try {
  await serve()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function serve(): Promise<void> {
  const stopRequested = untilStopRequested()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, standardOutput())
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const { dataDir } = config
  const onWait = (text: string) => log.info(text)
  const database = await openDatabase(config, { onError, onWait })
  const node = await startNode(config, database, { log }).catch(async error => {
    await database.close()
    throw error
  })
  print(`${node.platform.settings.current.shopName} draait op ${node.platform.origin()}`)
  if (config.demo)
    for (const { role, email, password } of demoAccounts) print(`  ${role.padEnd(5)} ${email}  ${password}`)
  const setupLink = await issueSetupLink(node.platform)
  if (setupLink) print(`Nog geen administrator. Word het met deze link, een uur geldig:\n  ${setupLink}`)
  const closeCommands = await serveCommands(dataDir, log, {
    // Nobody else can open the embedded database while this process has it.
    admin: async args => ({ isDone: true, message: await runAdminCommand(node.platform, args) }),
    'copy-database': async ([to = '']) => {
      if (database.source.kind === 'pglite') await copyOpenEmbedded(database.source.pglite, dataDir, to)
      return { isDone: true, message: '' }
    },
    'secret-fingerprint': async () => ({ isDone: true, message: secretFingerprint(config) }),
    'keys:rotate': args => rotateKeys({ ...node.platform, config }, args),
    'check:live': async () => printChecklist(await node.runChecklist()),
  })

  await stopRequested
  setTimeout(() => process.exit(1), config.drainMs + config.downloadDrainMs + STOP_TIMEOUT_MS).unref()
  await node.drain(config.drainMs)
  await closeCommands()
  await node.stop()
  process.exit(0)
}

/** Resolves on a request to stop. Called first, because the request may come during the start. */
function untilStopRequested(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    // The launcher's IPC channel: npm's shell does not forward signals, and a killed launcher sends none.
    process.on('disconnect', () => resolve())
    if ('connected' in process && !process.connected) resolve()
  })
}
