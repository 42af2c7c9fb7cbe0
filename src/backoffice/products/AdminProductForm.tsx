import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AdminPictures } from '../../shop/pictures/AdminPictures.tsx'
import { usePictureUploads } from '../../shop/pictures/hooks.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Card } from '../../ui/parts/Card.tsx'
import { AdminCompareDialog } from './AdminCompareDialog.tsx'
import { AdminProductFields } from './AdminProductFields.tsx'
import { AdminProductShipping } from './AdminProductShipping.tsx'
import { AdminProductSwitches } from './AdminProductSwitches.tsx'
import type { ProductDetail, ShelvedCategory } from './contract.ts'
import { blankDraft, type Draft, draftOf, type Filled, ProductForm } from './draft.rules.ts'
import { useSaving } from './saving.hooks.ts'

interface AdminProductFormProps {
  /** Null for a new one. */
  product: ProductDetail | null
  categories: ShelvedCategory[]
  onAdded: () => void
  /** Beside the button that saves. */
  children: ReactNode
}

export function AdminProductForm({ product, categories, onAdded, children }: AdminProductFormProps) {
  const form = useForm<Draft, unknown, Filled>({
    resolver: zodResolver(ProductForm),
    defaultValues: product ? draftOf(product) : blankDraft,
  })
  const pictures = usePictureUploads(product?.images ?? [])
  const saving = useSaving({ form, pictures, product, onAdded })
  const { conflict } = saving
  const { submit, isWaiting } = useSubmitOnceReady(pictures.isBusy, form.handleSubmit(saving.save))
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
          <Part title="Product">
            <AdminProductFields form={form} categories={categories} base={saving.base} />
          </Part>
          <Part title="Foto’s">
            <AdminPictures pictures={pictures} error={saving.picturesError} />
          </Part>
        </div>
        <div className="grid gap-5">
          <Part title="Zichtbaarheid">
            <AdminProductSwitches form={form} />
          </Part>
          <Part title="Verzending">
            <AdminProductShipping form={form} />
          </Part>
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
        <AdminCompareDialog
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
function useSubmitOnceReady(isBusy: boolean, submitNow: () => Promise<void>) {
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-5 p-5 md:p-6">
    <h2 className="text-subheading font-semibold">{title}</h2>
    {children}
  </Card>
)
