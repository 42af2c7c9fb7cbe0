import { expect, it } from 'vitest'
import { detectBackground } from './background.rules.ts'

const drawn = (width: number, height: number, colourAt: (x: number, y: number) => number[]) => ({
  data: Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => colourAt(at % width, Math.floor(at / width))).flat(),
  ),
  width,
  height,
})
const isEdge = (x: number, y: number) => x === 0 || y === 0 || x === 5 || y === 3

it('an edge of one colour is a background, whatever the picture shows', () => {
  const picture = drawn(6, 4, (x, y) => (isEdge(x, y) ? [250, 247, 10] : [0, 0, 0]))
  expect(detectBackground(picture)).toEqual({ colour: 'faf70a', isPlain: true })
})

it('a background may be lit from one side', () => {
  expect(detectBackground(drawn(6, 4, x => [200 + x, 200 + x, 200]))).toMatchObject({ isPlain: true })
})

it('an edge of many colours is no background', () => {
  expect(detectBackground(drawn(6, 4, x => (x % 2 ? [255, 255, 255] : [0, 0, 0])))).toMatchObject({
    isPlain: false,
  })
})

it('a single pixel is its own background', () => {
  expect(detectBackground(drawn(1, 1, () => [0, 16, 255]))).toEqual({ colour: '0010ff', isPlain: true })
})
