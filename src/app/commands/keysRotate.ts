import { rotateKeys } from '../../backoffice/encryption/service.ts'
import { sendServerCommand, type CommandReply } from '../../platform/cluster/commandSocket.ts'
import { isOfSystem, readConfig, StartupError } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

/**
 * `npm run keys:rotate`: on the configured database, or through the running shop when that has the embedded database. Exits with 1 when
 * something can't be read.
 */
void runCommandProgram(
  async () => {
    const { isDone, message } = await run(process.argv.slice(2))
    process.stdout.write(`${message}\n`)
    process.exitCode = isDone ? 0 : 1
  },
  error => error instanceof StartupError || isOfSystem(error),
)

async function run(args: string[]): Promise<CommandReply> {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const reply = databaseUrl ? null : await sendServerCommand(dataDir, ['keys:rotate', ...args])
  if (reply) return reply
  const database = await openDatabase(config)
  try {
    return await rotateKeys({ db: database.db, config, now: () => new Date() }, args)
  } finally {
    await database.close()
  }
}
