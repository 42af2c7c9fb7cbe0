import { demoAccounts } from './demo/accounts.ts'
import { startNode } from './node.ts'
import { readConfig, StartRefused } from './platform/config.ts'
import { openEmbedded, openPostgres } from './platform/db.ts'
import { createLog } from './platform/log.ts'

/** Longer than anything that a clean stop waits for, in milliseconds. */
const STOP_PATIENCE = 15_000

const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  await serve()
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const { databaseUrl, dataDir } = config
  const database = await (databaseUrl ? openPostgres(databaseUrl, { onError }) : openEmbedded(dataDir))
  const node = await startNode(config, database, { log }).catch(async error => {
    await database.close()
    throw error
  })
  say(`${config.shopName} draait op ${node.platform.origin()}`)
  if (config.demo)
    for (const { role, email, password } of demoAccounts) say(`  ${role.padEnd(5)} ${email}  ${password}`)

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_PATIENCE).unref()
    void node.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The launcher's channel: npm's shell swallows signals, and a launcher that was killed sends none.
  process.on('disconnect', stop)
}
