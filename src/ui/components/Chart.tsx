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

interface ChartTableProps {
  caption: string
  columns: string[]
  /** Of each row the name, and its values. */
  rows: { key: string; name: string; values: (string | number)[] }[]
}

/** The numbers of a chart for screen readers. A table is as wide as its content, whatever width is set: hence the box. */
export const ChartTable = ({ caption, columns, rows }: ChartTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
