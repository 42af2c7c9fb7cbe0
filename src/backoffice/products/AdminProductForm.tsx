import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AdminPictures } from '../../shop/pictures/AdminPictures.tsx'
import { usePictureUploads } from '../../shop/pictures/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { AdminEditConflictDialog } from './AdminEditConflictDialog.tsx'
import { AdminProductFields } from './AdminProductFields.tsx'
import { AdminProductShipping } from './AdminProductShipping.tsx'
import { AdminProductSwitches } from './AdminProductSwitches.tsx'
import type { AdminProductDetail, AdminCategory } from './contract.ts'
import {
  emptyProductForm,
  type ProductFormInput,
  toProductFormInput,
  type ProductFormOutput,
  ProductForm,
} from './productForm.rules.ts'
import { useSaveProduct } from './saveProduct.hooks.ts'

interface AdminProductFormProps {
  /** Null for a new one. */
  product: AdminProductDetail | null
  categories: AdminCategory[]
  onAdded: () => void
  /** Beside the button that saves. */
  children: ReactNode
}

export function AdminProductForm({ product, categories, onAdded, children }: AdminProductFormProps) {
  const form = useForm<ProductFormInput, unknown, ProductFormOutput>({
    resolver: zodResolver(ProductForm),
    defaultValues: product ? toProductFormInput(product) : emptyProductForm,
  })
  const pictures = usePictureUploads(product?.images ?? [])
  const saving = useSaveProduct({ form, pictures, product, onAdded })
  const { conflict } = saving
  const { submit, isWaiting } = useSubmitWhenReady(pictures.isBusy, form.handleSubmit(saving.save))
  return (
    <>
      <form
        noValidate
        method="post"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid gap-5">
          <FormSection title="Product">
            <AdminProductFields form={form} categories={categories} base={saving.base} />
          </FormSection>
          <FormSection title="Foto’s">
            <AdminPictures pictures={pictures} error={saving.picturesError} />
          </FormSection>
        </div>
        <div className="grid gap-5">
          <FormSection title="Zichtbaarheid">
            <AdminProductSwitches form={form} />
          </FormSection>
          <FormSection title="Verzending">
            <AdminProductShipping form={form} />
          </FormSection>
        </div>
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-1 py-4 xl:col-span-2">
          <Button type="submit" busy={saving.isPending || isWaiting}>
            {product ? 'Opslaan' : 'Product toevoegen'}
          </Button>
          {children}
          <p role="status" className="text-small text-ink-soft">
            {isWaiting && 'We bewaren het zodra de foto’s klaar zijn.'}
          </p>
        </div>
      </form>
      {conflict && (
        <AdminEditConflictDialog
          conflict={conflict}
          categories={categories}
          onChoose={given => void saving.choose(conflict, given)}
          onClose={saving.putOff}
        />
      )}
    </>
  )
}

/** Submits at once, or as soon as what is on its way has arrived. */
function useSubmitWhenReady(isBusy: boolean, submitNow: () => Promise<void>) {
  const [isAsked, ask] = useState(false)
  const submit = useEffectEvent(() => {
    ask(false)
    void submitNow()
  })
  useEffect(() => {
    if (isAsked && !isBusy) submit()
  }, [isAsked, isBusy])
  return { submit: () => ask(true), isWaiting: isAsked && isBusy }
}

const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-5 p-5 md:p-6">
    <h2 className="text-subheading font-semibold">{title}</h2>
    {children}
  </Card>
)
