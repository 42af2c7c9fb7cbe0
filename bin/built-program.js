import { existsSync } from 'node:fs'
import { buildDir, ensureBuilt, programIn } from './builds.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { runProgram } from './run-program.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'

/**
 * Installs what this command needs: where production has its build already, packages of development may be missing.
 * @returns the Node to run it with, and the build of the present sources
 */
export async function prepareBuild() {
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' && existsSync(buildDir()) })
  const node = localNode()
  return { node, build: await ensureBuilt(node) }
}

/**
 * The whole of a command that is a program of the build: prints what it says, and exits with its code.
 * @param {'admin' | 'reconcile' | 'checkLive'} name
 */
export const runBuiltProgram = name =>
  runCommand(async () => {
    stopWhenOrphaned()
    const { node, build } = await prepareBuild()
    const { code, output } = await runProgram(node, [programIn(build, name), ...process.argv.slice(2)])
    process.stdout.write(output)
    return code
  })
