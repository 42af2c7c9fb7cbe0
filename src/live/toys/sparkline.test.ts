import { expect, test } from 'vitest'
import { patternNames, patterns } from './pattern.rules.ts'
import { SPARK, sparkPath } from './sparkline.rules.ts'

test('draws from edge to edge, strong at the top and still at the bottom', () => {
  expect(sparkPath([0, 20])).toBe(`M0 23C32 23 32 1 ${SPARK.width} 1`)
})

test('draws one strength as a point and none as nothing', () => {
  expect(sparkPath([10])).toBe('M0 12')
  expect(sparkPath([])).toBe('')
})

test('every pattern stays inside its box', () => {
  for (const name of patternNames) {
    const numbers =
      sparkPath(patterns[name])
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    const within = numbers.every(
      (value, index) => value >= 0 && value <= (index % 2 === 0 ? SPARK.width : SPARK.height),
    )
    expect(within, name).toBe(true)
  }
})
