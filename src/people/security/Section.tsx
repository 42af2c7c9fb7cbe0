import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/components/Card.tsx'

/** One of the things that one looks after here. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}
