import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { CallError } from '../../ui/call.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { useSaveCategory } from './hooks.ts'
import { CategoryFields, type AdminCategory } from './contract.ts'
import { slugify } from './slug.rules.ts'

const Form = CategoryFields.extend({
  slug: z.string().trim().min(1, 'Vul een webadres in.').pipe(CategoryFields.shape.slug.unwrap()),
})

interface AdminCategoryDialogProps {
  /** Null for a new one. */
  category: AdminCategory | null
  onClose: () => void
}

/** A category's name and slug. The slug of a new one follows its name until it is typed. */
export function AdminCategoryDialog({ category, onClose }: AdminCategoryDialogProps) {
  const save = useSaveCategory(category)
  const { register, handleSubmit, setError, setValue, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: category?.name ?? '', slug: category?.slug ?? '' },
  })
  const { errors, dirtyFields } = formState
  const follow = (name: string) => {
    if (!category && !dirtyFields.slug) setValue('slug', name.trim() === '' ? '' : slugify(name))
  }
  const submit = handleSubmit(named =>
    save.mutate(named, {
      onSuccess: onClose,
      onError: error => {
        showFieldErrors(error, ['name', 'slug'], setError)
        if (error instanceof CallError && error.code === 'SLUG_TAKEN')
          setError('slug', { type: 'server', message: error.reason }, { shouldFocus: true })
      },
    }),
  )
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={category ? 'Categorie bewerken' : 'Nieuwe categorie'}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button type="submit" form="category" busy={save.isPending}>
              Opslaan
            </Button>
          </div>
        }
      >
        <form
          id="category"
          noValidate
          method="post"
          onSubmit={event => void submit(event)}
          className="grid gap-5"
        >
          <Field label="Naam" error={errors.name?.message}>
            <Input
              autoComplete="off"
              {...register('name', { onChange: event => follow(event.target.value) })}
            />
          </Field>
          <Field
            label="Webadres"
            error={errors.slug?.message}
            hint={category ? undefined : 'Volgt de naam, tot je het zelf wijzigt.'}
          >
            <Input autoComplete="off" spellCheck={false} {...register('slug')} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  )
}
