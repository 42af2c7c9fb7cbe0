import { Star } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../components/cn.ts'
import { plural } from '../format.ts'
import { FieldError } from './Field.tsx'

const choices = [1, 2, 3, 4, 5]

interface StarRatingInputProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** One to five stars: native radio buttons, so arrow keys move between them. */
export function StarRatingInput({ value, onChange, error }: StarRatingInputProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-medium">Hoeveel sterren geef je?</legend>
      <div className="-ml-2 flex">
        {choices.map(stars => (
          <label
            key={stars}
            className="relative grid size-11 place-items-center rounded-inner has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={id}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <Star
              className={cn(
                'pointer-events-none size-7',
                stars <= (value ?? 0) ? 'fill-live text-live' : 'text-line-strong',
              )}
              strokeWidth={1.5}
              aria-hidden
            />
            <span className="sr-only">{plural(stars, 'ster', 'sterren')}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
