import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../web/ui/cn.ts'
import type { Category } from './contract.ts'

interface CategoryChoiceProps {
  categories: Category[]
  /** The ids in the address; none is all of them. */
  chosen: string[]
}

/** One category, or all: links, so that the choice lives in the address, and Back and sharing work. */
export function CategoryChoice({ categories, chosen }: CategoryChoiceProps) {
  const row = useRef<HTMLElement>(null)
  const choice = chosen.join()
  // On a phone the row is wider than the screen: what is chosen comes to its middle.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && chip)
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [choice])
  if (categories.length === 0) return null
  return (
    <nav
      ref={row}
      aria-label="Categorieën"
      className="relative -mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap">
        <Choice to="/shop" name="Alles" chosen={chosen.length === 0} />
        {categories.map(({ id, name }) => (
          <Choice key={id} to={`/shop?category=${id}`} name={name} chosen={chosen.includes(id)} />
        ))}
      </ul>
    </nav>
  )
}

function Choice({ to, name, chosen }: { to: string; name: string; chosen: boolean }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className={cn(
          'flex h-11 items-center rounded-full border px-5 text-small font-medium whitespace-nowrap transition-colors duration-150',
          chosen
            ? 'border-ink bg-ink text-paper'
            : 'border-line-strong text-ink-soft hover:border-ink hover:text-ink',
        )}
      >
        {name}
      </Link>
    </li>
  )
}
