#!/usr/bin/env node
import { relative } from 'node:path'
import { ensureBuilt } from './bundle.js'
import { command } from './failure.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './orphan.js'
import { root } from './place.js'

/** `npm run build` makes the build of the present sources, as an image for production needs it. */
await command(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  console.log(relative(root, await ensureBuilt(localNode())))
  return 0
})
