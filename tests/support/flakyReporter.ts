import type { Reporter, TestCase } from 'vitest/node'

/** Before the name of a test that passed only when it ran again; `bin/test-steps.js` counts them. */
const FLAKY = 'passed only when run again:'

/** Says which tests passed only when they ran again, and why they failed first. */
export default class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const { errors = [] } = test.result()
    console.log(
      `${FLAKY} ${test.fullName}\n${errors.map(({ stack, message }) => stack ?? message).join('\n')}\n`,
    )
  }
}
