import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount, plural } from '../../ui/format.ts'
import { chartAxis, ChartTable, createChartTooltip } from '../../ui/components/Chart.tsx'
import type { TrafficPoint } from './contract.ts'
import { formatTrafficMoment, formatTrafficTick } from './labels.rules.ts'

const MomentTip = createChartTooltip<TrafficPoint>(({ at, totalVisitors, visits, pageViews }) => (
  <>
    <p className="text-ink-soft">{formatTrafficMoment(at)}</p>
    <p className="font-medium">{plural(totalVisitors, 'bezoeker', 'bezoekers')}</p>
    <p>{plural(visits, 'bezoek', 'bezoeken')}</p>
    <p>{plural(pageViews, 'paginaweergave', 'paginaweergaven')}</p>
  </>
))

const line = { type: 'monotone', strokeWidth: 2, isAnimationActive: false } as const

/** Visitors and page views, by day or by hour; a hidden table has the same numbers for screen readers. */
export const AdminTrafficChart = ({ series, isByHour }: { series: TrafficPoint[]; isByHour: boolean }) => (
  <div className="relative">
    <div aria-hidden>
      <p className="mb-3 flex flex-wrap gap-x-6 text-small text-ink-soft">
        <Key className="border-t-2 border-accent-text">Bezoekers</Key>
        <Key className="border-t-2 border-dashed border-blue">Paginaweergaven</Key>
      </p>
      <div className="h-72">
        <ResponsiveContainer initialDimension={{ width: 800, height: 288 }}>
          <AreaChart
            data={series}
            accessibilityLayer={false}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="at" {...chartAxis} minTickGap={36} tickFormatter={formatTrafficTick} />
            <YAxis
              {...chartAxis}
              width={48}
              allowDecimals={false}
              tickCount={5}
              tickFormatter={count => formatCount(Number(count))}
            />
            <Tooltip content={MomentTip} cursor={{ stroke: 'var(--color-line-strong)' }} />
            <Area
              {...line}
              dataKey="pageViews"
              stroke="var(--color-blue)"
              strokeDasharray="5 4"
              fill="var(--color-blue)"
              fillOpacity={0.08}
              // A single point has no line.
              dot={series.length === 1}
            />
            <Area
              {...line}
              dataKey="totalVisitors"
              stroke="var(--color-accent-text)"
              fill="var(--color-accent)"
              fillOpacity={0.18}
              dot={series.length === 1}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
    </div>
    <ChartTable
      caption={`Bezoekers en paginaweergaven per ${isByHour ? 'uur' : 'dag'}`}
      columns={[isByHour ? 'Uur' : 'Dag', 'Bezoekers', 'Bezoeken', 'Paginaweergaven']}
      rows={series.map(({ at, totalVisitors, visits, pageViews }) => ({
        key: at,
        name: formatTrafficMoment(at),
        values: [totalVisitors, visits, pageViews],
      }))}
    />
  </div>
)

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={`w-6 ${className}`} />
    {children}
  </span>
)
