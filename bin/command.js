/** An error that the user of a command can fix; printed as one line, without a stack. */
export class CommandFailure extends Error {}

/**
 * Runs a command's main function. A `CommandFailure` is printed as one line and makes the exit code 1.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    console.error(`gloed: ${error.message}`)
    process.exitCode = 1
  }
}
