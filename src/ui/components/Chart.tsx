import type { ReactNode } from 'react'

/** The style of a chart's axes. */
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

/** The tooltip of the point under the pointer. */
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
