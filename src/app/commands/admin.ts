import { runAdminCommand } from '../../people/admins/command.service.ts'
import { createBus } from '../../platform/cluster/bus.ts'
import { sendServerCommand } from '../../platform/cluster/commandSocket.ts'
import { originOf, readConfig, StartupError, type Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'
import { Problem } from '../../wire/problem.ts'

/** `npm run admin`: on the configured database, or through the running shop when that has the embedded database. */
void runCommandProgram(
  async () => {
    process.stdout.write(`${await run(readConfig(process.env), process.argv.slice(2))}\n`)
  },
  error => error instanceof StartupError || error instanceof Problem,
)

async function run(config: Config, args: string[]): Promise<string> {
  const { databaseUrl, dataDir } = config
  const reply = databaseUrl ? null : await sendServerCommand(dataDir, ['admin', ...args])
  if (reply?.isDone) return reply.message
  if (reply) throw new StartupError(reply.message)
  const database = await openDatabase(config)
  try {
    // This bus reaches no other process: a running shop refuses the ended sessions within a second.
    const bus = createBus()
    return await runAdminCommand(
      { db: database.db, bus, now: () => new Date(), origin: () => originOf(config) },
      args,
    )
  } finally {
    await database.close()
  }
}
