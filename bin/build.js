#!/usr/bin/env node
import { relative } from 'node:path'
import { prepareBuild } from './built-program.js'
import { runCommand } from './command.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { root } from './paths.js'

/** `npm run build` makes the build of the present sources, as an image for production needs it. */
await runCommand(async () => {
  stopWhenOrphaned()
  const { build } = await prepareBuild()
  console.log(relative(root, build))
  return 0
})
