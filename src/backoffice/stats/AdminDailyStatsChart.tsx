import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCents } from '../../wire/money.ts'
import { plural } from '../../ui/format.ts'
import { chartAxis, ChartTable, createChartTooltip } from '../../ui/components/Chart.tsx'
import type { DailyStats } from './contract.ts'

const shortDay = new Intl.DateTimeFormat('nl-NL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const wholeEuros = new Intl.NumberFormat('nl-NL', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})

/** In cents, for a shop that has not sold anything: else every tick would be € 0. */
const EMPTY_DOMAIN: [number, number] = [0, 10_000]

const DayTip = createChartTooltip<DailyStats>(({ day, revenue, orders }) => (
  <>
    <p className="text-ink-soft">{longDay.format(new Date(day))}</p>
    <p className="font-medium">{formatCents(revenue)}</p>
    <p>{plural(orders, 'bestelling', 'bestellingen')}</p>
  </>
))

/**
 * Revenue as an area above, orders as bars below, on the same days; a hidden table has the same numbers for screen readers.
 */
export const AdminDailyStatsChart = ({ days }: { days: DailyStats[] }) => (
  <div className="h-96">
    <div aria-hidden className="grid h-full grid-rows-[1fr_8rem] gap-2">
      <ResponsiveContainer initialDimension={{ width: 800, height: 240 }}>
        <AreaChart
          data={days}
          syncId="days"
          accessibilityLayer={false}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="day" hide />
          <YAxis
            {...chartAxis}
            width={56}
            {...(days.every(({ revenue }) => revenue === 0) && { domain: EMPTY_DOMAIN })}
            tickFormatter={cents => wholeEuros.format(Number(cents) / 100)}
          />
          <Tooltip content={DayTip} cursor={{ stroke: 'var(--color-line-strong)' }} />
          <Area
            dataKey="revenue"
            type="linear"
            stroke="var(--color-accent-text)"
            strokeWidth={2}
            fill="var(--color-accent)"
            fillOpacity={0.14}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
      <ResponsiveContainer initialDimension={{ width: 800, height: 128 }}>
        <BarChart
          data={days}
          syncId="days"
          accessibilityLayer={false}
          margin={{ top: 0, right: 8, bottom: 0, left: 0 }}
        >
          <XAxis
            dataKey="day"
            {...chartAxis}
            minTickGap={36}
            tickFormatter={day => shortDay.format(new Date(day))}
          />
          <YAxis {...chartAxis} width={56} allowDecimals={false} tickCount={3} />
          <Tooltip content={() => null} cursor={{ fill: 'var(--color-ink)', fillOpacity: 0.06 }} />
          <Bar dataKey="orders" fill="var(--color-blue)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
    <ChartTable
      caption="Omzet en bestellingen per dag"
      columns={['Dag', 'Omzet', 'Bestellingen']}
      rows={days.map(({ day, orders, revenue }) => ({
        key: day,
        name: longDay.format(new Date(day)),
        values: [formatCents(revenue), orders],
      }))}
    />
  </div>
)
