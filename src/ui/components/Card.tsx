import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A raised surface. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('rounded-card border border-line bg-surface base:p-6 shadow-soft', className)}
      {...props}
    />
  )
}
