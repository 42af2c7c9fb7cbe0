import { useEffect, useRef, useState } from 'react'
import { CallError, userMessageOf } from '../../ui/call.ts'
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
  const [missing, setMissing] = useState<string>()
  const write = useWriteReview()
  if (write.isSuccess) return <Thanks />

  const submit = () => {
    const review = writeReview.input.safeParse({ productId, rating, text })
    setMissing(review.error?.issues.find(({ path }) => path[0] === 'rating')?.message)
    if (review.success) write.mutate(review.data)
  }
  const fields = write.error instanceof CallError ? write.error.fields : {}
  return (
    <form
      noValidate
      method="post"
      className="grid gap-6"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <StarRatingInput value={rating} onChange={setRating} error={missing ?? fields['rating']} />
      <Field
        label="Wat vond je ervan?"
        optional
        error={fields['text']}
        hint={<span className="figures">{`${text.length} / ${MAX_REVIEW_LENGTH} tekens`}</span>}
      >
        <Textarea
          rows={5}
          maxLength={MAX_REVIEW_LENGTH}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      {write.isError && Object.keys(fields).length === 0 && (
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
