/** The subject of a span: it names its kind to OpenTelemetry, and says which attributes it has. */
export type SpanKind = 'request' | 'client' | 'job' | 'frame'

/** Of low cardinality and without personal data: patterns, names and codes, never values. */
export type SpanAttributes = Record<string, string | number | boolean>

/** A part of a trace, https://opentelemetry.io/docs/concepts/signals/traces/. */
export interface Span {
  /** Carries the trace into jobs, https://www.w3.org/TR/trace-context/#traceparent-header. */
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  /** @param error its failure: recorded by its kind and code only, because messages contain values */
  end(error?: unknown): void
}

export interface Tracer {
  /**
   * @param parent the traceparent that it belongs to; without one a trace begins
   * @returns undefined when it is not recorded
   */
  start(
    kind: SpanKind,
    name: string,
    attributes: SpanAttributes,
    parent: string | undefined,
  ): Span | undefined
}

/** One for the process, because statements and requests to providers know no node. Null while nothing is traced. */
let tracer: Tracer | null = null

export const setTracer = (next: Tracer | null): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== null

/**
 * Begins a trace, or goes on with that of a sender.
 * @param attributes called only where something is traced
 * @param sender a traceparent
 * @returns undefined while nothing is traced
 */
export const startTrace = (
  kind: SpanKind,
  name: string,
  attributes: () => SpanAttributes,
  sender?: string,
): Span | undefined => (tracer === null ? undefined : tracer.start(kind, name, attributes(), sender))

/** Begins a part of a trace. @returns undefined without a parent: work for nobody is not traced */
export const startSpan = (
  kind: SpanKind,
  name: string,
  attributes: SpanAttributes,
  parent: Span | undefined,
): Span | undefined =>
  tracer === null || parent === undefined
    ? undefined
    : tracer.start(kind, name, attributes, parent.traceparent)
