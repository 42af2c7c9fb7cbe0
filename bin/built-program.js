import { ensureBuilt, programIn } from './builds.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { runProgram } from './run-program.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'

/**
 * Installs the packages that building and running need, which is less than developing does.
 * @returns the Node to run a command with, and the build of the present sources
 */
export async function prepareBuild() {
  await ensureInstalled({ withoutDev: true })
  const node = localNode()
  return { node, build: await ensureBuilt(node) }
}

/**
 * The whole of a command that is a program of the build: prints its output, and exits with its code.
 * @param {'admin' | 'reconcile' | 'checkLive' | 'backup' | 'restore' | 'mediaMove' | 'keysRotate' | 'earningsVerify'} name
 */
export const runBuiltProgram = name =>
  runCommand(async () => {
    stopWhenOrphaned()
    const { node, build } = await prepareBuild()
    const { code, output } = await runProgram(node, [programIn(build, name), ...process.argv.slice(2)])
    process.stdout.write(output)
    return code
  })
