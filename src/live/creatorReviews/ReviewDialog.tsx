import { useState } from 'react'
import { useCheckedSubmit } from '../../ui/call/formErrors.ts'
import { Field, Input, Textarea } from '../../ui/forms/Field.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { StarRatingInput } from '../../ui/forms/StarRatingInput.tsx'
import { MAX_PSEUDONYM_LENGTH, MAX_REVIEW_LENGTH } from './contract.ts'
import { useWriteCreatorReview } from './hooks.ts'

interface ReviewDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  creator: { slug: string; stageName: string }
}

/** A review of a creator: stars, a name that is chosen for it, and words. */
export const ReviewDialog = ({ open, ...props }: ReviewDialogProps) => open && <ReviewForm {...props} />

function ReviewForm({ onOpenChange, creator: { slug, stageName } }: Omit<ReviewDialogProps, 'open'>) {
  const [written, setWritten] = useState({ rating: 0, pseudonym: '', text: '' })
  const { rating, pseudonym, text } = written
  const write = useWriteCreatorReview()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).writeCreatorReview.input,
    write,
  )
  const close = () => onOpenChange(false)
  return (
    <FormDialog
      title={`Beoordeel ${stageName}`}
      description="Anderen lezen je beoordeling zodra we haar hebben bekeken. Je naam en je account blijven onbekend, ook voor de creator."
      action="Versturen"
      isBusy={write.isPending}
      onSubmit={event => submit(event, { slug, ...written }, close)}
      onClose={close}
    >
      <StarRatingInput
        value={rating}
        onChange={stars => setWritten({ ...written, rating: stars })}
        error={errors['rating']}
      />
      <Field
        label="Naam bij je beoordeling"
        hint="Verzin een naam waaraan niemand je herkent."
        error={errors['pseudonym']}
      >
        <Input
          autoComplete="off"
          maxLength={MAX_PSEUDONYM_LENGTH}
          value={pseudonym}
          onChange={event => setWritten({ ...written, pseudonym: event.target.value })}
        />
      </Field>
      <Field label="Hoe was het?" optional error={errors['text']}>
        <Textarea
          rows={5}
          maxLength={MAX_REVIEW_LENGTH}
          value={text}
          onChange={event => setWritten({ ...written, text: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
