#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run check:live`: what the shop that runs here still needs before it opens; exits with 1 while something is open. */
await runBuiltProgram('checkLive')
