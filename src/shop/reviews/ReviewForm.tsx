import { useEffect, useRef, useState } from 'react'
import { userMessageOf } from '../../ui/call.ts'
import { useCheckedSubmit } from '../../ui/formErrors.ts'
import { isFieldError } from '../../ui/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { MAX_REVIEW_LENGTH, writeReview } from './contract.ts'
import { useWriteReview } from './hooks.ts'
import { StarRatingInput } from './StarRatingInput.tsx'

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
