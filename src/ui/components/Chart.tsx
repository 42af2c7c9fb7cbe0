import type { ReactNode } from 'react'

/** How the axes of a chart look. */
export const chartAxis = {
  stroke: 'var(--color-line-strong)',
  tick: { fill: 'var(--color-ink-soft)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const

interface TipProps<Point> {
  active?: boolean
  payload?: readonly { payload?: Point }[]
}

/** What stands beside the pointer, of the point that it is at. */
export const createChartTooltip = <Point,>(say: (point: Point) => ReactNode) =>
  function Tip({ active, payload }: TipProps<Point>) {
    const point = payload?.[0]?.payload
    if (!active || !point) return null
    return (
      <div className="figures rounded-inner border border-line bg-raised px-3 py-2 text-small shadow-soft">
        {say(point)}
      </div>
    )
  }
