import { afterAll, afterEach, expect } from 'vitest'

/**
 * An unexpected `console.error` fails the test that caused it. A test that expects one replaces it with a spy: `vi.spyOn(console,
 * 'error').mockImplementation(() => {})`.
 */
const errors: string[] = []

console.error = (...parts: unknown[]) => {
  errors.push(parts.map(part => (part instanceof Error ? String(part.stack) : String(part))).join(' '))
}

const expectQuiet = () => expect(errors.splice(0), 'console.error was called').toEqual([])

afterEach(expectQuiet)
afterAll(expectQuiet)
