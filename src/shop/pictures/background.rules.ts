/** RGB, three bytes per pixel, row by row. */
export interface RgbPixels {
  data: Uint8Array
  width: number
  height: number
}

/** How much the colours of a plain edge may differ from their mean, of 255. */
const MAX_PLAIN_DEVIATION = 14

/** The mean colour along the edge of a picture, and whether the whole edge has it: then it has a plain background. */
export function detectBackground({ data, width, height }: RgbPixels): { colour: string; isPlain: boolean } {
  const edge = edgePixelIndexes(width, height).map(at => data.subarray(at * 3, at * 3 + 3))
  const mean = [0, 1, 2].map(channel => average(edge.map(pixel => pixel[channel] ?? 0)))
  const distance = average(
    edge.map(pixel => Math.max(...mean.map((value, channel) => Math.abs((pixel[channel] ?? 0) - value)))),
  )
  const colour = mean.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')
  return { colour, isPlain: distance <= MAX_PLAIN_DEVIATION }
}

const average = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function edgePixelIndexes(width: number, height: number): number[] {
  const rows = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x])
  const columns = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1])
  return [...rows, ...columns].flat()
}
