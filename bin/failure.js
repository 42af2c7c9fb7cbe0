/** Something that the person at the keyboard can act on: it is told in one line, without a stack. */
export class Failure extends Error {}

/**
 * Runs a command's main function; a failure ends the process with 1 and one clear line.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function command(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(`gloed: ${error.message}`)
    process.exitCode = 1
  }
}
