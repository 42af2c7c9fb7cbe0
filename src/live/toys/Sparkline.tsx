import { cn } from '../../ui/parts/cn.ts'
import { strengthsOf } from './pattern.rules.ts'
import { SPARK, sparkPath } from './sparkline.rules.ts'

/** The shape of a pattern, in the colour of the text around it. */
export function Sparkline({ pattern, className }: { pattern: string; className?: string }) {
  const strengths = strengthsOf(pattern)
  const path = strengths ? sparkPath(strengths) : `M0 ${SPARK.height / 2}H${SPARK.width}`
  return (
    <svg
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden
      className={cn('h-6 w-16 overflow-visible', className)}
    >
      <path
        d={path}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
