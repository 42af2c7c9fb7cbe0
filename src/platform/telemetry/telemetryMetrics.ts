import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import { collectMetrics, type Metrics } from './metrics.ts'

type PrometheusMetric = MetricObjectWithValues<MetricValue<string>>

/** The metrics of this node that Prometheus reads, in OpenTelemetry's form. */
export async function readMetricData(metrics: Metrics, resource: Resource): Promise<CollectionResult> {
  await collectMetrics(metrics)
  const made = await metrics.registry.getMetricsAsJSON()
  const times = { startTime: toHrTime(performance.timeOrigin), endTime: toHrTime(Date.now()) }
  return {
    resourceMetrics: {
      resource,
      scopeMetrics: [
        { scope: { name: 'gloed' }, metrics: made.flatMap(metric => toMetricData(metric, times)) },
      ],
    },
    errors: [],
  }
}

type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>

/** @param milliseconds since 1970 @returns seconds and nanoseconds */
const toHrTime = (milliseconds: number): HrTime => {
  const whole = Math.floor(milliseconds)
  return [Math.floor(whole / 1000), (whole % 1000) * 1_000_000]
}

function toMetricData(metric: PrometheusMetric, times: Times): MetricData[] {
  const { name, help, values } = metric
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // At run time it is a string, whatever the type says.
  const type = String(metric.type)
  if (type === 'histogram')
    return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, times) }]
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: labels as Attributes, value }))
  if (type === 'counter')
    return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
  return type === 'gauge' ? [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints }] : []
}

/** Prometheus has a value for each bucket, that counts those below it too; OpenTelemetry one record, whose buckets count once. */
function toHistograms(values: MetricValueWithName<string>[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  return [...series].map(([labels, own]) => {
    const buckets = own.filter(({ labels: { le } }) => le !== undefined)
    const valueOf = (suffix: string) => own.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
    return {
      ...times,
      attributes: JSON.parse(labels) as Attributes,
      value: {
        buckets: {
          boundaries: buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)])),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
        sum: valueOf('_sum'),
        count: valueOf('_count'),
      },
    }
  })
}
