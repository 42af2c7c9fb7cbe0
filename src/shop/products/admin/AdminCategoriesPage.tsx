import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../ui/format.ts'
import { schemaResolver } from '../../../ui/call/schemaResolver.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { type AdminCategory, CategoryFields } from './contract.ts'
import { adminCategoriesQuery, useRemoveCategory, useSaveCategory } from './hooks.ts'
import { CallError } from '../../../ui/call/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { CategoryPicture } from '../catalog/CategoryPicture.tsx'
import { AdminPictures } from '../../pictures/admin/AdminPictures.tsx'
import { usePictureUploads } from '../../pictures/admin/hooks.ts'
import { slugify } from './slug.rules.ts'

type Open = { what: 'edit'; category: AdminCategory | null } | { what: 'remove'; category: AdminCategory }

/** `/admin/categories`: all categories, with their numbers of products. */
export function AdminCategoriesPage() {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button size="sm" onClick={() => setOpen({ what: 'edit', category: null })}>
      <Plus aria-hidden />
      Nieuwe categorie
    </Button>
  )
  return (
    <div className="max-w-5xl">
      <AdminPageHeader
        title="Categorieën"
        aside={plural(categories.length, 'categorie', 'categorieën')}
        actions={add}
      />
      {categories.length === 0 ? (
        <EmptyState icon={Tags} title="Nog geen categorieën" action={add}>
          Elk product staat in een categorie, en klanten kiezen erop in de shop.
        </EmptyState>
      ) : (
        <DataTable
          caption="Categorieën, op naam"
          columns={columnsWith(setOpen)}
          rows={categories}
          keyOf={({ id }) => id}
        />
      )}
      {open?.what === 'edit' && <AdminCategoryDialog category={open.category} onClose={close} />}
      {open?.what === 'remove' && <AdminRemoveCategory category={open.category} onClose={close} />}
    </div>
  )
}

const columnsWith = (onOpen: (open: Open) => void): TableColumn<AdminCategory>[] => [
  {
    name: 'Naam',
    cell: ({ name, imageUrl }) => (
      <span className="flex items-center gap-3">
        <span className="w-10 shrink-0 overflow-hidden rounded-inner">
          <CategoryPicture name={name} imageUrl={imageUrl} sizes="40px" className="aspect-square" />
        </span>
        {name}
      </span>
    ),
  },
  { name: 'Webadres', cell: ({ slug }) => <span className="wrap-anywhere text-ink-soft">{slug}</span> },
  {
    name: 'Producten',
    cell: ({ id, products }) => (
      <Link
        to={`/admin/products?categoryId=${id}`}
        className="underline underline-offset-4 hover:text-accent-text"
      >
        {products}
      </Link>
    ),
    align: 'end',
  },
  {
    name: 'Acties',
    phone: 'unnamed',
    className: 'md:w-28 max-md:justify-end',
    cell: category => (
      <span className="flex justify-end max-md:-mr-3">
        <IconButton
          icon={Pencil}
          label={`Bewerk ${category.name}`}
          onClick={() => onOpen({ what: 'edit', category })}
        />
        <IconButton
          icon={Trash2}
          label={`Verwijder ${category.name}`}
          onClick={() => onOpen({ what: 'remove', category })}
        />
      </span>
    ),
  },
]

/** Asks before a category is deleted; one with products stays, and says how many it has. */
function AdminRemoveCategory({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const remove = useRemoveCategory()
  const { error } = remove
  const isInUse = error instanceof CallError && error.code === 'CATEGORY_IN_USE'
  return (
    <ConfirmDialog
      title="Categorie verwijderen"
      description={category.name}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ categoryId: category.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isInUse ? (
        <Notice tone="error" title={error.reason}>
          Zet ze eerst in een andere categorie.{' '}
          <Link to={`/admin/products?categoryId=${category.id}`} className="underline underline-offset-4">
            Bekijk deze producten
          </Link>
        </Notice>
      ) : (
        <p>De categorie verdwijnt uit de shop. Dat kan alleen als er geen product meer in zit.</p>
      )}
    </ConfirmDialog>
  )
}

const Form = CategoryFields.omit({ imageUrl: true }).extend({
  slug: z.string().trim().min(1, 'Vul een webadres in.').pipe(CategoryFields.shape.slug.unwrap()),
})

interface AdminCategoryDialogProps {
  /** Null for a new one. */
  category: AdminCategory | null
  onClose: () => void
}

interface DialogFooterProps {
  onCancel: () => void
  isSaving: boolean
  /** While the picture is processed. */
  isDisabled: boolean
}

const DialogFooter = ({ onCancel, isSaving, isDisabled }: DialogFooterProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Button variant="secondary" onClick={onCancel}>
      Annuleren
    </Button>
    <Button type="submit" form="category" busy={isSaving} disabled={isDisabled}>
      Opslaan
    </Button>
  </div>
)

const PictureField = (props: ComponentProps<typeof AdminPictures>) => (
  <fieldset className="grid gap-3">
    <legend className="mb-1.5 text-small font-medium">Foto</legend>
    <AdminPictures {...props} />
    {props.pictures.items.length === 0 && (
      <p className="text-small text-ink-faint">Zonder foto tekent de winkel een stilleven.</p>
    )}
  </fieldset>
)

/** A category's name, slug and picture. The slug of a new one follows its name until it is typed. */
function AdminCategoryDialog({ category, onClose }: AdminCategoryDialogProps) {
  const save = useSaveCategory(category)
  const pictures = usePictureUploads(category?.imageUrl ? [category.imageUrl] : [], 1)
  const [pictureError, setPictureError] = useState<string>()
  const { register, handleSubmit, setError, setValue, formState } = useForm({
    resolver: schemaResolver(() => Promise.resolve(Form)),
    defaultValues: { name: category?.name ?? '', slug: category?.slug ?? '' },
  })
  const { errors, dirtyFields } = formState
  const follow = (name: string) => {
    if (!category && !dirtyFields.slug) setValue('slug', name.trim() === '' ? '' : slugify(name))
  }
  const submit = handleSubmit(named =>
    save.mutate(
      { ...named, imageUrl: pictures.urls[0] ?? null },
      {
        onSuccess: onClose,
        onError: error => {
          setPictureError(error instanceof CallError ? error.fields['images'] : undefined)
          showFieldErrors(error, ['name', 'slug'], setError)
          if (error instanceof CallError && error.code === 'SLUG_TAKEN')
            setError('slug', { type: 'server', message: error.reason }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title={category ? 'Categorie bewerken' : 'Nieuwe categorie'}
        footer={<DialogFooter onCancel={onClose} isSaving={save.isPending} isDisabled={pictures.isBusy} />}
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
          <PictureField pictures={pictures} error={pictureError} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
