#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { buildDir, ensureBuilt, markFree, markInUse } from './bundle.js'
import { serveWatching } from './dev.js'
import { command } from './failure.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './orphan.js'
import { startServer, untilStopped } from './serve.js'

/** `npm start` installs and builds what is stale, then serves; `--dev` serves the sources themselves, reloading. */
await command(async () => {
  stopWhenOrphaned()
  if (process.argv.includes('--dev')) {
    await ensureInstalled()
    return serveWatching(localNode())
  }
  // A production image may hold a finished build and no tools to make one.
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' && existsSync(buildDir()) })
  const node = localNode()
  const build = await ensureBuilt(node)
  markInUse(build, process.pid)
  try {
    return await untilStopped(startServer(node, { BUILD_DIR: build }))
  } finally {
    markFree(build, process.pid)
  }
})
