import { announcedPercent, formatProgress, percentOf, type ProgressUnit } from '../page/progress.ts'

interface ProgressBarProps {
  /** The work that is being done: "De wijzigingen worden toegepast". */
  title: string
  done: number
  total: number
  unit: ProgressUnit
}

/** Progress in numbers: the part that is done and the part that is left. Announced at each quarter. */
export function ProgressBar({ title, done, total, unit }: ProgressBarProps) {
  const percent = percentOf(done, total)
  const text = formatProgress(done, total, unit)
  return (
    <div className="grid w-full gap-3">
      <p className="flex flex-wrap justify-between gap-x-6">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="figures text-ink-soft">{text}</span>
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-ink/8 forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300 motion-reduce:transition-none forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p role="status" className="sr-only">
        {`${title}: ${announcedPercent(done, total)} %`}
      </p>
    </div>
  )
}
