import { afterAll, afterEach, expect } from 'vitest'

/**
 * An unexpected `console.error` fails the test that caused it. A test that expects one spies on it by itself:
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`, which keeps it from getting here.
 */
const errors: string[] = []

console.error = (...parts: unknown[]) => {
  errors.push(parts.map(part => (part instanceof Error ? String(part.stack) : String(part))).join(' '))
}

const expectQuiet = () => expect(errors.splice(0), 'console.error was called').toEqual([])

afterEach(expectQuiet)
afterAll(expectQuiet)
