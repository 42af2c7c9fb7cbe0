import { cn } from '../../ui/components/cn.ts'
import { patternStrengths } from './pattern.rules.ts'
import { SPARKLINE_BOX, sparklinePath } from './sparkline.rules.ts'

/** The shape of a pattern, in the colour of the surrounding text. */
export function Sparkline({ pattern, className }: { pattern: string; className?: string }) {
  const strengths = patternStrengths(pattern)
  const path = strengths ? sparklinePath(strengths) : `M0 ${SPARKLINE_BOX.height / 2}H${SPARKLINE_BOX.width}`
  return (
    <svg
      viewBox={`0 0 ${SPARKLINE_BOX.width} ${SPARKLINE_BOX.height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden
      className={cn('base:h-6 base:w-16 overflow-visible', className)}
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
