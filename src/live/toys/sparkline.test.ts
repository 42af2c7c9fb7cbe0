import { expect, test } from 'vitest'
import { patternNames, namedPatterns } from './pattern.rules.ts'
import { SPARKLINE_BOX, sparklinePath } from './sparkline.rules.ts'

test('draws from edge to edge, with the maximum at the top and 0 at the bottom', () => {
  expect(sparklinePath([0, 20])).toBe(`M0 23C32 23 32 1 ${SPARKLINE_BOX.width} 1`)
})

test('draws one strength as a point and none as an empty path', () => {
  expect(sparklinePath([10])).toBe('M0 12')
  expect(sparklinePath([])).toBe('')
})

test('keeps every pattern inside its box', () => {
  for (const name of patternNames) {
    const numbers =
      sparklinePath(namedPatterns[name])
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    const within = numbers.every(
      (value, index) => value >= 0 && value <= (index % 2 === 0 ? SPARKLINE_BOX.width : SPARKLINE_BOX.height),
    )
    expect(within, name).toBe(true)
  }
})
