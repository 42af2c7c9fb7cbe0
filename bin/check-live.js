#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run check:live`: the open items of the shop that runs here before it opens; exits with 1 while something is open. */
await runBuiltProgram('checkLive')
