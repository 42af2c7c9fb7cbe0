import type { ReactNode } from 'react'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'

/** A part that a page works without: it disappears when it fails, and takes nothing with it. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <PartBoundary frame={() => null}>{children}</PartBoundary>
)
