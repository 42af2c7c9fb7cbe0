#!/usr/bin/env node
import { relative } from 'node:path'
import { ensureBuilt } from './builds.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { root } from './paths.js'

/** `npm run build` makes the build of the present sources, as an image for production needs it. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  console.log(relative(root, await ensureBuilt(localNode())))
  return 0
})
