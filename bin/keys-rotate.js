#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run keys:rotate`: encrypts everything with a new key while the shop serves; may be run again after it was broken off. */
await runBuiltProgram('keysRotate')
