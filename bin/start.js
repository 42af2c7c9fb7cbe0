#!/usr/bin/env node
import { markFree, markInUse, programIn } from './builds.js'
import { prepareBuild } from './built-program.js'
import { runDevServer } from './dev-server.js'
import { runCommand } from './command.js'
import { ensureInstalled, removeDevelopmentFiles } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { startServer, waitForExit } from './server-process.js'

/** `npm start` installs and builds stale parts, then serves; `--dev` serves the sources themselves, reloading. */
await runCommand(async () => {
  stopWhenOrphaned()
  if (process.argv.includes('--dev')) {
    await ensureInstalled()
    return runDevServer(localNode())
  }
  const { node, build } = await prepareBuild()
  markInUse(build, process.pid)
  try {
    const server = startServer(node, programIn(build, 'server'), { BUILD_DIR: build })
    // A folder that can't be removed only takes space.
    server.once('message', () => void removeDevelopmentFiles().catch(() => undefined))
    return await waitForExit(server)
  } finally {
    markFree(build, process.pid)
  }
})
