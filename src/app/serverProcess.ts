import { setImmediate as nextTurn } from 'node:timers/promises'
import { UNSETTLED } from '../platform/cluster/commandProgram.ts'
import { readConfig, StartupError } from '../platform/config.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { createLog, standardOutput } from '../platform/telemetry/log.ts'

/** @param saveCode keeps the compiled code of the start (`readCodeCache`) */
export async function startServerProcess(saveCode: () => Promise<unknown>): Promise<void> {
  process.exitCode = UNSETTLED
  try {
    await start(saveCode)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function start(saveCode: () => Promise<unknown>): Promise<void> {
  const stopRequested = untilStopRequested()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, standardOutput())
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const open = () => openDatabase(config, { onError, onWait: text => log.info(text) })
  // The embedded database compiles on another thread while the code of the server is read. It begins a turn earlier, because a build
  // reads its code without a pause. A connection would time out meanwhile, so it is opened afterwards.
  const [{ runNode }, embedded] = await Promise.all([
    nextTurn().then(() => import('./runNode.ts')),
    config.databaseUrl ? null : open(),
  ])
  await runNode(config, embedded ?? (await open()), log, { stopRequested, saveCode })
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
