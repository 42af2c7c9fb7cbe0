import { sendServerCommand } from '../../platform/cluster/commandSocket.ts'
import { readConfig, StartupError } from '../../platform/config.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

/** `npm run check:live`: prints the checklist of the shop that runs on this machine; exits with 1 while something is open. */
void runCommandProgram(async () => {
  const { dataDir } = readConfig(process.env)
  const reply = await sendServerCommand(dataDir, ['check:live'])
  if (!reply) throw new StartupError('De winkel draait hier niet: start hem eerst, met dezelfde DATA_DIR.')
  process.stdout.write(`${reply.message}\n`)
  process.exitCode = reply.isDone ? 0 : 1
})
