import { useEffect, useId, useRef, useState } from 'react'
import { Star } from 'lucide-react'
import { userMessageOf } from '../../ui/call.ts'
import { useCheckedSubmit } from '../../ui/formErrors.ts'
import { isFieldError } from '../../ui/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, FieldError, Textarea } from '../../ui/components/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { MAX_REVIEW_LENGTH, writeReview } from './contract.ts'
import { useWriteReview } from './hooks.ts'
import { plural } from '../../ui/format.ts'
import { cn } from '../../ui/components/cn.ts'

/** Stars and an optional text. The input stays when the server refuses. */
export function ReviewForm({ productId }: { productId: string }) {
  const [rating, setRating] = useState<number | null>(null)
  const [text, setText] = useState('')
  const write = useWriteReview()
  const { errors, submit } = useCheckedSubmit(writeReview.input, write)
  if (write.isSuccess) return <Thanks />
  return (
    <form
      noValidate
      method="post"
      className="grid gap-6"
      onSubmit={event => submit(event, { productId, rating, text })}
    >
      <StarRatingInput value={rating} onChange={setRating} error={errors['rating']} />
      <Field
        label="Wat vond je ervan?"
        optional
        error={errors['text']}
        hint={<span className="figures">{`${text.length} / ${MAX_REVIEW_LENGTH} tekens`}</span>}
      >
        <Textarea
          rows={5}
          maxLength={MAX_REVIEW_LENGTH}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      {write.isError && !isFieldError(write.error) && (
        <Notice tone="error" title="Je beoordeling is niet verstuurd">
          {userMessageOf(write.error)}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" busy={write.isPending}>
        Versturen
      </Button>
    </form>
  )
}

/** Takes the focus, because the pressed button is gone. */
function Thanks() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" title="Bedankt, je beoordeling verschijnt zodra we haar hebben bekeken." />
    </div>
  )
}

const choices = [1, 2, 3, 4, 5]

interface StarChoiceProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** One to five stars: native radio buttons, so arrow keys move between them. */
function StarRatingInput({ value, onChange, error }: StarChoiceProps) {
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
