import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isColourOption, swatchColour } from '../../variants/colours.rules.ts'
import { optionTitle } from '../../variants/choice.rules.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Field, FieldError, Input } from '../../../../ui/forms/Field.tsx'
import { IconButton } from '../../../../ui/components/IconButton.tsx'
import { MAX_OPTIONS } from './contract.ts'
import {
  addOption,
  addValues,
  type GridOption,
  moveOption,
  moveValue,
  removeOption,
  removeValue,
  renameOption,
  type VariantGridForm,
} from './grid.rules.ts'

// Dragging is an alternative to the keys.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */

type Edit = (change: (grid: VariantGridForm) => VariantGridForm) => void

interface AdminVariantOptionsProps {
  options: GridOption[]
  /** By field, such as `options.0.name`. */
  errors: Record<string, string>
  edit: Edit
}

/** The usual names of an option; the first that is not taken is proposed. */
const usualNames = ['maat', 'kleur', 'materiaal']

/** The options that tell the variants of a product apart, with the values of each. */
export function AdminVariantOptions({ options, errors, edit }: AdminVariantOptionsProps) {
  const next = usualNames.find(name => options.every(option => option.name !== name)) ?? ''
  return (
    <div className="grid grid-cols-1 gap-4">
      {options.length > 0 && (
        <ol className="divide-y divide-line border-y border-line">
          {options.map((option, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- its name is being typed
            <li key={at} className="py-4">
              <OptionEditor option={option} at={at} count={options.length} errors={errors} edit={edit} />
            </li>
          ))}
        </ol>
      )}
      {options.length < MAX_OPTIONS && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => edit(grid => addOption(grid, next))}
        >
          <Plus aria-hidden />
          Optie toevoegen
        </Button>
      )}
    </div>
  )
}

interface OptionEditorProps {
  option: GridOption
  at: number
  /** How many options there are. */
  count: number
  errors: Record<string, string>
  edit: Edit
}

function OptionEditor({ option: { name, values }, at, count, errors, edit }: OptionEditorProps) {
  const title = name === '' ? `Optie ${at + 1}` : optionTitle(name)
  const valuesError = Object.entries(errors).find(([field]) => field.startsWith(`options.${at}.values`))?.[1]
  return (
    <div
      role="group"
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
    >
      <Field label="Optie" error={errors[`options.${at}.name`]}>
        <Input
          autoComplete="off"
          maxLength={30}
          placeholder="maat"
          className="h-11 px-3"
          value={name}
          onChange={event => edit(grid => renameOption(grid, at, event.target.value))}
        />
      </Field>
      <div className="flex pt-7 sm:order-last">
        {count > 1 && (
          <>
            <IconButton
              icon={ArrowUp}
              label={`Eerder: ${title}`}
              disabled={at === 0}
              onClick={() => edit(grid => moveOption(grid, at, at - 1))}
            />
            <IconButton
              icon={ArrowDown}
              label={`Later: ${title}`}
              disabled={at === count - 1}
              onClick={() => edit(grid => moveOption(grid, at, at + 1))}
            />
          </>
        )}
        <IconButton
          icon={Trash2}
          label={`Verwijder optie: ${title}`}
          onClick={() => edit(grid => removeOption(grid, at))}
        />
      </div>
      <div className="grid grid-cols-1 gap-1.5 max-sm:col-span-full">
        <ValueField name={name} values={values} at={at} error={valuesError} edit={edit} />
      </div>
    </div>
  )
}

interface ValueFieldProps {
  name: string
  values: string[]
  at: number
  error: string | undefined
  edit: Edit
}

/** The values as tags, and an input that adds some: by Enter, a comma, or a list that is pasted. */
function ValueField({ name, values, at, error, edit }: ValueFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const add = (typed: string) => {
    edit(grid => addValues(grid, at, typed))
    setText('')
  }
  return (
    <>
      <label htmlFor={id} className="text-small font-medium">
        Waarden
      </label>
      <div className="flex flex-wrap gap-2">
        <ValueTags name={name} values={values} at={at} edit={edit} />
        <input
          id={id}
          autoComplete="off"
          placeholder={values.length === 0 ? 'S, M, L' : 'Nog een'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={text}
          onChange={event => {
            const typed = event.target.value
            if (/[,;]/.test(typed)) add(typed)
            else setText(typed)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(text)
          }}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text/plain')
            if (!/[,;\n\t]/.test(pasted)) return
            event.preventDefault()
            add(pasted)
          }}
          // A text that was typed is not lost for want of Enter.
          onBlur={() => text.trim() !== '' && add(text)}
          className="h-11 w-24 max-w-64 min-w-0 grow rounded-card border border-line-strong bg-surface px-3 text-small text-ink transition-colors max-md:text-base duration-150 placeholder:text-ink-faint hover:border-ink focus-visible:border-accent-text aria-invalid:border-danger"
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  )
}

function ValueTags({ name, values, at, edit }: Omit<ValueFieldProps, 'error'>) {
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<number | null>(null)
  const move = (from: number, to: number) => edit(grid => moveValue(grid, at, from, to))
  const remove = (value: string) => {
    edit(grid => removeValue(grid, at, value))
    list.current?.parentElement?.querySelector<HTMLElement>(':scope > input')?.focus()
  }
  if (values.length === 0) return null
  return (
    <ul ref={list} className="contents">
      {values.map((value, place) => (
        <li
          key={value}
          draggable
          onDragStart={event => {
            dragged.current = place
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', value)
          }}
          onDragOver={event => {
            if (dragged.current === null) return
            event.preventDefault()
            if (dragged.current !== place) move(dragged.current, place)
            dragged.current = place
          }}
          onDragEnd={() => (dragged.current = null)}
          className="flex max-w-full cursor-grab items-center rounded-full bg-ink/6 active:cursor-grabbing"
        >
          <ValueTag
            value={value}
            place={place}
            count={values.length}
            swatch={isColourOption(name) ? swatchColour(value) : undefined}
            onMove={to => move(place, to)}
            onRemove={() => remove(value)}
          />
        </li>
      ))}
    </ul>
  )
}

interface ValueTagProps {
  value: string
  place: number
  /** How many values there are. */
  count: number
  swatch: string | undefined
  onMove: (to: number) => void
  onRemove: () => void
}

/** Arrow keys move it. */
function ValueTag({ value, place, count, swatch, onMove, onRemove }: ValueTagProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || place + step < 0 || place + step >= count) return
    event.preventDefault()
    onMove(place + step)
  }
  return (
    <>
      <button
        type="button"
        aria-label={`${value}, plaats ${place + 1} van ${count}. Verplaats met de pijltjes`}
        onKeyDown={onKeyDown}
        className="flex min-h-11 min-w-0 cursor-grab items-center gap-2 rounded-full pl-4 text-small font-medium"
      >
        {swatch && (
          <span
            aria-hidden
            className="size-4 shrink-0 rounded-full inset-ring inset-ring-ink/20"
            style={{ backgroundColor: swatch }}
          />
        )}
        <span className="min-w-0 wrap-anywhere">{value}</span>
      </button>
      <IconButton icon={X} label={`Verwijder ${value}`} className="w-9 text-ink-soft" onClick={onRemove} />
    </>
  )
}
