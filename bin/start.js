#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { buildDir, ensureBuilt, markFree, markInUse } from './builds.js'
import { runDevServer } from './dev-server.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { startServer, waitForExit } from './server-process.js'

/** `npm start` installs and builds what is stale, then serves; `--dev` serves the sources themselves, reloading. */
await runCommand(async () => {
  stopWhenOrphaned()
  if (process.argv.includes('--dev')) {
    await ensureInstalled()
    return runDevServer(localNode())
  }
  // A production image may hold a finished build and no tools to make one.
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' && existsSync(buildDir()) })
  const node = localNode()
  const build = await ensureBuilt(node)
  markInUse(build, process.pid)
  try {
    return await waitForExit(startServer(node, { BUILD_DIR: build }))
  } finally {
    markFree(build, process.pid)
  }
})
